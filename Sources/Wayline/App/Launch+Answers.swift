import WaylineShell

extension Launch {
  /// What is printed instead of starting the program; nil when it is to start.
  static func answer(to arguments: LaunchArguments) -> [String]? {
    if arguments.asksForVersion { return ["\(Program.name) \(Program.version)"] }
    if arguments.asksForHelp {
      return UsageText.lines(
        program: Program.name, commands: Program.commands, places: places)
    }
    guard arguments.asksForCompletion else { return nil }
    let commands = BuiltInCommand.all.map(\.word) + Program.commands.map(\.name)
    return CompletionScript.bash(program: Program.name, commands: commands, places: places)
  }

  /// The places that the first screen can open, by their words.
  private static var places: [String] {
    let host = SceneHost(program: Program.name) { SubjectView(Program()) { $0.body.root } }
    defer { host.end() }
    return host.router.linkWords
  }
}
