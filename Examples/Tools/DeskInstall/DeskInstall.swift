import Endings
import WaylineQuestions

/// Installs a version of a desk: all of its files, or none.
@main
struct DeskInstall {
  static func main() {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.showsHelp { return print(Options.help) }
      try Question.withoutInput(if: options.noInput) { try install(options) }
    } catch {
      end("desk-install", with: error, cancelled: "Cancelled; nothing was changed.")
    }
  }

  private static func install(_ options: Options) throws {
    let place = Installation(folder: options.folder)
    let version = try Version(source: options.source)
    try place.removeLeftovers()
    guard place.current != version.name else {
      return print("Version \(version.name) is already installed in \(options.folder).")
    }
    let question = place.current.map { "Replace version \($0) with \(version.name)?" }
    guard
      try Question.confirm(
        question ?? "Install version \(version.name) in \(options.folder)?", default: true,
        answer: .flag("--yes", options.yes))
    else { throw Problem("Nothing was changed.", status: 1) }
    try withProgress(
      "Installing", total: version.files.count, asJSON: options.json, cancelsAtInterrupt: true
    ) { progress in
      try place.stage(version) {
        try progress.checkCancellation()
        progress.advance()
      }
      progress.ends(with: "Installed \(version.files.count) files")
    }
    try place.makeCurrent(version)
    print("Version \(version.name) is installed in \(options.folder).")
  }
}

/// The words of the command line.
struct Options {
  var source = ""
  var folder = ""
  var yes = false
  var noInput = false
  var json = false
  var showsHelp = false

  static let help = """
    Usage: desk-install VERSION FOLDER [options]

    Install the files of the folder VERSION, and make them the current version of FOLDER.

      --yes       Install without asking.
      --no-input  Ask nothing; use the defaults.
      --json      Print the progress as JSON objects.
      --help      Show this help.
    """

  init(_ words: ArraySlice<String>) throws {
    var places: [String] = []
    for word in words {
      switch word {
      case "--yes": yes = true
      case "--no-input": noInput = true
      case "--json": json = true
      case "--help", "-h": showsHelp = true
      case _ where !word.hasPrefix("-"): places.append(word)
      default: throw Problem("Unexpected '\(word)'. See desk-install --help.", status: 2)
      }
    }
    if showsHelp { return }
    guard places.count == 2 else {
      throw Problem("Usage: desk-install VERSION FOLDER [options]", status: 2)
    }
    (source, folder) = (places[0], places[1])
  }
}
