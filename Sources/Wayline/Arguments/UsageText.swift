import WaylineShell
import WaylineStorage

/// What `--help` prints.
enum UsageText {
  static func lines(
    program: String, options: [AppOption], commands: [ShellCommand], general: [ShellCommand] = [],
    places: [String] = []
  ) -> [String] {
    ["Usage: \(program) [options] [place or command …]", "", "Options"]
      + LaunchOption.allCases.map { entry($0.form, $0.summary) }
      + section("Options of \(program)", options.map { entry($0.form, $0.summary) })
      + section("Places", places.map { "  \(program) \($0)" })
      + section("Commands of \(program)", commands.map { entry($0.usage, $0.summary) })
      + section("Commands of every program", builtIn + general.map { entry($0.usage, $0.summary) })
      + section("Exit status", statuses)
      + section("Environment", variables(of: program))
      + [
        "",
        "Without a place, \(program) continues where it was left when it is started from a terminal,",
        "and begins at its first screen otherwise. Type help at its prompt for the commands there.",
      ]
  }

  private static var builtIn: [String] {
    BuiltInCommand.all.map { entry($0.usage, $0.summary) }
  }

  private static let statuses = [
    entry("0", "Everything was accepted.", width: 6),
    entry("1", "A command failed, or a replay differed.", width: 6),
    entry("2", "The command line was not understood.", width: 6),
    entry("3", "The flow ended without a result.", width: 6),
    entry("65", "Data could not be read.", width: 6),
    entry("75", "A file or session is in use; try again.", width: 6),
    entry("77", "Locked, or no permission.", width: 6),
    entry("129, 130, 141, 143", "Hung up, interrupted, output closed, terminated.", width: 20),
  ]

  private static func variables(of program: String) -> [String] {
    [
      entry(StorePlace.variable(of: program), "As --store.", width: 31),
      entry(
        StorePlace.variable(of: program, "PASSPHRASE_FILE"), "As --passphrase-file.", width: 31),
      entry(StorePlace.variable(of: program, "PASSPHRASE"), "Opens the secrets.", width: 31),
      entry(
        "NO_COLOR, ACCESSIBLE", "No colour and no line editing. TERM=dumb does the same.", width: 31
      ),
      entry("XDG_STATE_HOME, XDG_DATA_HOME", "Where state and secrets are kept.", width: 31),
    ]
  }

  private static func section(_ heading: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", heading] + lines
  }

  /// A form and what it is for, in two columns.
  private static func entry(_ form: String, _ summary: String, width: Int = 28) -> String {
    let gap = String(repeating: " ", count: max(2, width - form.count))
    return "  \(form)\(gap)\(summary)"
  }
}
