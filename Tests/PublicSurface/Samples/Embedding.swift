import Glibc
import Wayline

/// The samples of the article Embedding in a tool.
@MainActor
enum EmbeddingSample {
  struct CounterApp: App {
    var body: some Scene { WindowGroup { Text("Books lent: 0") } }
  }

  static func serve() {
    let session = SceneSession(of: CounterApp.self)
    session.start()
    session.receive(line: "Lend")
    print(session.takeText(), terminator: "")
  }

  struct Loan: Sendable {}

  struct LoanCoordinator: Coordinator {
    let book: String
    func start() -> some View { Text(book) }
  }

  nonisolated struct LendTool {
    let book = "The Leopard"

    func run() throws {
      let outcome = Flow.run { Flow(LoanCoordinator(book: book), returning: Loan.self) }
      exit(outcome.status.rawValue)
    }
  }

  struct DeskView: View {
    @Persisted(key: "loans") private var loans = [String]()

    var body: some View { List(loans, id: \.self) { Text($0) } }
  }

  struct DeskApp: App {
    var body: some Scene {
      WindowGroup { DeskView() }
        .launchVerb(
          LaunchVerb("print") { program, words in
            let scene = program.scene(stores: DeskApp.stores(at: words.first))
            return ResultOutput.print(scene.lines.joined(separator: "\n"), program: program.name)
          })
    }
  }

  enum Main {
    @MainActor static func main() {
      let words = CommandLine.arguments.dropFirst()
      guard words.first == "list" else { return DeskApp.main() }
      exit(list(words.dropFirst()).rawValue)
    }

    /// `desk list [--json] [--store PATH]` prints the loans.
    @MainActor static func list(_ words: ArraySlice<String>) -> ShellStatus {
      var (rest, isJSON, path) = (words, false, String?.none)
      while let word = rest.popFirst() {
        switch word {
        case "--json": isJSON = true
        case "--store" where !rest.isEmpty: path = rest.removeFirst()
        default:
          complain("Usage: desk list [--json] [--store PATH]")
          return .usage
        }
      }
      let stores = DeskApp.stores(at: path)
      @Persisted(key: "loans", store: stores.state) var loans = [String]()
      let json = isJSON ? (try? JSONEncoder().encode(loans)) : nil
      let text = json.map { String(decoding: $0, as: UTF8.self) } ?? loans.joined(separator: "\n")
      return ResultOutput.print(text, program: "desk")
    }
  }

  private static func complain(_ sentence: String) {
    ResultOutput.complain(sentence, program: "desk")
  }
}

extension LaunchVerb {
  @MainActor static let print = LaunchVerb("print", summary: "Print the first screen.") {
    program, words in
    ResultOutput.print(program.scene().lines.joined(separator: "\n"), program: program.name)
  }
}
