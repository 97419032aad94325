import Glibc
import Wayline

/// Creates the folder of a new catalog: `scaffold FOLDER` asks, `scaffold FOLDER --answers FILE` does not.
///
/// A wizard that is interrupted continues at its step when the same command is run again.
@main
struct Scaffold {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.contains("--help") || words.contains("-h") {
      exit(ResultOutput.print(Request.help, program: "scaffold").rawValue)
    }
    do throws(ScaffoldProblem) {
      let request = try Request(words)
      exit(try run(request).rawValue)
    } catch {
      complain(error.description)
      exit(error.status.rawValue)
    }
  }

  /// Runs the wizard and writes the files that its value describes.
  @MainActor
  private static func run(_ request: Request) throws(ScaffoldProblem) -> ShellStatus {
    let draft = Draft(folder: request.folder)
    var options = SceneOptions()
    options.program = "scaffold"
    options.isStrict = request.answers != nil
    let flow = Flow(
      WizardCoordinator(), returning: Catalog.self, options: options, stores: draft.stores)
    let input = request.answers.map(FlowInput.file) ?? .standardInput
    let outcome = flow.run(from: input, dialogue: STDERR_FILENO)
    switch outcome.ending {
    case .value(let catalog):
      let paths = try catalog.write(to: request.folder).joined(separator: "\n")
      draft.erase()
      let written = ResultOutput.print(paths, program: "scaffold")
      if written != .success { return written }
    // The flow has named the file that could not be read.
    case .endOfInput where outcome.status == .unreadableData: break
    case .endOfInput: complain("The input ended. Run the same command again to continue.")
    default: complain("Nothing was created.")
    }
    return outcome.status
  }

  private static func complain(_ sentence: String) {
    ResultOutput.complain(sentence, program: "scaffold")
  }
}

/// The words of the command line.
struct Request {
  let folder: String
  var answers: String?

  static let help = """
    Usage: scaffold FOLDER [--answers FILE]

    Create the folder of a new catalog, and print the paths of its files. It asks for the name, the kind
    and the shelf, or reads the lines that answer it from FILE.
    """

  init(_ words: [String]) throws(ScaffoldProblem) {
    switch words.count {
    case 1 where !words[0].hasPrefix("-"): folder = words[0]
    case 3 where words[1] == "--answers": (folder, answers) = (words[0], words[2])
    default: throw .usage
    }
    if access(folder, F_OK) == 0 { throw .exists(folder) }
  }
}

/// A reason why nothing was created.
enum ScaffoldProblem: Error {
  case usage
  case exists(String)
  case unwritable(String)

  var description: String {
    switch self {
    case .usage: "Usage: scaffold FOLDER [--answers FILE]"
    case .exists(let folder): "'\(folder)' already exists. Choose another name."
    case .unwritable(let folder): "Cannot write to '\(folder)'."
    }
  }

  var status: ShellStatus { if case .usage = self { .usage } else { .notAccepted } }
}
