import Glibc
import WaylineShell
import WaylineStorage
import WaylineViews

/// Where a flow of this process reads and prints.
@MainActor
struct FlowSeat {
  private let options: SceneOptions
  private let dialogue: Int32
  private let isTerminal: Bool

  init(_ options: SceneOptions, dialogue: Int32) {
    isTerminal = isatty(STDIN_FILENO) == 1
    var options = options
    options.isInteractive = options.isInteractive || isTerminal
    options.showsPrompt = options.showsPrompt || isTerminal
    options.printsChanges = options.printsChanges || isTerminal
    (self.options, self.dialogue) = (options, dialogue)
  }

  /// The name in messages.
  private var program: String { options.program ?? "program" }

  func host<Content: View>(
    _ stores: SceneStores, @ViewBuilder content: () -> Content
  ) -> SceneHost {
    var session = options.session(program)
    if isTerminal { session.history = MemoryHistory() }
    let host = SceneHost(
      options: session, stores: stores, values: options.values, isAttended: isTerminal,
      offersStoreCommands: options.offersStoreCommands, content: content)
    if options.arguments.isEmpty { host.restore() } else { host.visit() }
    return host
  }

  /// Runs the scene to its end in a loop of its own; the signals of the process are lent to it.
  func drive(_ host: SceneHost) -> ShellStatus {
    defer { SignalSource.release() }
    let driver = ShellDriver(
      session: host.session, input: LineSource(descriptor: STDIN_FILENO),
      output: Output(descriptor: dialogue), settings: settings(host), signals: .ofProcess(),
      loop: MainLoop(queue: .ofProcess()))
    return driver.run(program: program)
  }

  private func settings(_ host: SceneHost) -> ShellDriver.Settings {
    let environment = BaseFolders.environment
    let appearance = options.appearance(
      atTerminal: isatty(dialogue) == 1, environment: environment)
    var settings = ShellDriver.Settings()
    settings.renderer = appearance.renderer
    settings.readsJSON = appearance == .json
    settings.showsPrompt = options.showsPrompt || appearance == .json
    settings.echoes = options.echoes && !isTerminal && appearance != .json
    settings.arguments = options.arguments
    settings.beforeInput = { host.attend() }
    settings.notices = host.notices
    if isTerminal, isatty(dialogue) == 1, appearance != .json, options.form != .plain,
      Appearance.allowsEscapes(environment)
    {
      settings.editor = LineEditor(program: program, output: dialogue)
    }
    return settings
  }
}
