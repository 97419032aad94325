import WaylineShell

extension Launch {
  /// What is printed instead of starting the program; nil when it is to start.
  static func answer(
    to arguments: LaunchArguments, _ options: [AppOption]
  ) -> [String]? {
    if arguments.asksForVersion { return ["\(Program.name) \(Program.version)"] }
    if arguments.asksForHelp {
      return UsageText.lines(
        program: Program.name, options: options, commands: Program.commands, general: general,
        places: places)
    }
    if let language = arguments.routes { return [graph(in: language)] }
    guard arguments.asksForCompletion else { return nil }
    let usages =
      BuiltInCommand.all.map(\.usage) + (general + Program.commands).map(\.usage)
    return CompletionScript(
      program: Program.name, options: options, usages: usages, places: places + innerPlaces
    ).lines
  }

  /// The graph of the program's routes, drawn in a scene that keeps nothing.
  private static func graph(in language: GraphLanguage) -> String {
    let routes = routes
    return language == .dot ? routes.dot : routes.mermaid
  }

  /// The places below others, such as `desk book`.
  private static var innerPlaces: [String] {
    routes.places.map(\.name).filter { $0.contains(" ") }
  }

  private static var routes: RouteGraph {
    let stores = SceneStores.inMemory()
    stores.defaults.install()
    let host = SceneHost(program: Program.name, stores: stores) {
      SubjectView(Program()) { $0.body.root }
    }
    defer { host.end() }
    return host.routes
  }

  /// The commands that every program has for its stores and scenes.
  private static var general: [ShellCommand] {
    FacadeCommands(stores: .inMemory(), isAttended: false).all
  }

  /// The places that the first screen can open, by their words.
  private static var places: [String] {
    let host = SceneHost(program: Program.name) { SubjectView(Program()) { $0.body.root } }
    defer { host.end() }
    return host.router.linkWords
  }
}
