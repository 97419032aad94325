import WaylineShell

/// What `--help` prints.
enum UsageText {
  static func lines(
    program: String, options: [AppOption], commands: [ShellCommand], general: [ShellCommand] = []
  ) -> [String] {
    ["Usage: \(program) [options] [place or command …]", "", "Options"]
      + LaunchOption.allCases.map { entry($0.form, $0.summary) }
      + section("Options of \(program)", options.map { entry($0.form, $0.summary) })
      + section("Commands of \(program)", commands.map { entry($0.usage, $0.summary) })
      + section("Commands of every program", general.map { entry($0.usage, $0.summary) })
      + [
        "",
        "Without a place, \(program) continues where it was left when it is started from a terminal,",
        "and begins at its first screen otherwise. Type help at its prompt for the commands there.",
      ]
  }

  private static func section(_ heading: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", heading] + lines
  }

  /// A form and what it is for, in two columns.
  private static func entry(_ form: String, _ summary: String) -> String {
    let gap = String(repeating: " ", count: max(2, 28 - form.count))
    return "  \(form)\(gap)\(summary)"
  }
}
