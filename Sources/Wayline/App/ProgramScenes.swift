import WaylineFlows
import WaylineGraph
import WaylineShell
import WaylineStorage
import WaylineViews

// The scenes of a program, beside the one that its command line runs.

extension SceneHost {
  /// Creates a scene of a program, with its name and commands, and starts it.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - values: the values of its options.
  ///   - stores: the stores of the scene; in memory by default.
  ///   - sleep: lets time pass, for `wait`; the time of the clock by default.
  ///   - onBody: called with the name of each view whose body ran, in order.
  ///   - onEvent: called for each appear, disappear, change and task, in order.
  ///   - onNotice: called with the text of each notice, in order.
  ///   - environment: changes the environment values of the program.
  public convenience init<Program: App>(
    of program: Program.Type, options values: OptionValues = OptionValues(),
    stores: SceneStores = .inMemory(), sleep: (@Sendable (Duration) async throws -> Void)? = nil,
    onBody: ((String) -> Void)? = nil, onEvent: ((String) -> Void)? = nil,
    onNotice: ((String) -> Void)? = nil,
    environment: @escaping (inout EnvironmentValues) -> Void = { _ in }
  ) {
    var options = SceneConfiguration(program: Program.name)
    options.commands = Program.commands
    options.programOptions = Program.options.elements
    options.isReservedOption = LaunchOption.isNamed
    if let sleep { options.sleep = sleep }
    self.init(
      options: options, stores: stores, values: values, continues: true, onBody: onBody,
      onEvent: onEvent
    ) {
      Program.makeView().transformEnvironment(\.self, transform: environment)
    }
    if let onNotice { session.onNotice = onNotice }
    startQuietly()
  }
}

extension SceneSession {
  /// Creates the scene of a program that can also run by itself, with its name and commands.
  public convenience init<Program: App>(
    of program: Program.Type, _ options: SceneOptions = SceneOptions(),
    stores: SceneStores = .inMemory()
  ) {
    var options = options
    options.program = options.program ?? Program.name
    options.commands += Program.commands
    options.programOptions = Program.options.elements
    options.isReservedOption = LaunchOption.isNamed
    self.init(options, stores: stores) { SubjectView(Program()) { $0.body.root } }
  }
}
