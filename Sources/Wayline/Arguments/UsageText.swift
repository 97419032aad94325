import WaylineShell

/// What `--help` prints.
enum UsageText {
  static func lines(
    program: String, commands: [ShellCommand], general: [ShellCommand] = []
  ) -> [String] {
    ["Usage: \(program) [options] [place or command …]", "", "Options"]
      + LaunchOption.allCases.map { entry($0.form, $0.summary, width: 28) }
      + section("Commands of \(program)", commands)
      + section("Commands of every program", general)
      + [
        "",
        "Without a place, \(program) continues where it was left when it is started from a terminal,",
        "and begins at its first screen otherwise. Type help at its prompt for the commands there.",
      ]
  }

  private static func section(_ heading: String, _ commands: [ShellCommand]) -> [String] {
    let lines = commands.map { entry($0.usage, $0.summary, width: 28) }
    return lines.isEmpty ? [] : ["", heading] + lines
  }

  private static func entry(_ form: String, _ summary: String, width: Int) -> String {
    let gap = String(repeating: " ", count: max(2, width - form.count))
    return "  \(form)\(gap)\(summary)"
  }
}
