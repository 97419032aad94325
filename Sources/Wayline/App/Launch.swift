import Glibc
import WaylineSecrets
import WaylineShell
import WaylineStorage
import WaylineViews

/// One start of a program: from the words on its command line to the status it ends with.
@MainActor
struct Launch<Program: App> {
  let arguments: LaunchArguments
  let environment: [String: String]
  let stores: ProgramStores
  let isTerminal: Bool
  private let log: LaunchLog

  init(_ arguments: LaunchArguments, environment: [String: String]) throws {
    self.arguments = arguments
    self.environment = environment
    stores = ProgramStores(
      at: StorePlace(
        app: Program.name, option: arguments.store ?? (arguments.replay == nil ? nil : ":memory:"),
        environment: environment),
      keyFile: arguments.keyFile.map(StorePlace.absolute))
    let readsPerson =
      arguments.script == nil && arguments.replay == nil && !arguments.readsNothing
    isTerminal = readsPerson && isatty(STDIN_FILENO) == 1
    log = try LaunchLog(
      arguments, program: Program.name,
      commands: FacadeCommands(stores: .inMemory(), isAttended: false).all + Program.commands)
  }

  /// Runs the program with the words of its command line, and returns what it tells its parent.
  static func run(_ words: [String]) -> ShellStatus {
    Output.openStandardDescriptors()
    // Before a library that shares libcrypto, such as the one of URLSession, can set it up otherwise.
    _ = Libcrypto.isReady
    do {
      let options = AppOption.valid(Program.options)
      let arguments = try LaunchArguments(words, options: options)
      if let lines = answer(to: arguments, options) {
        print(lines.joined(separator: "\n"))
        return .success
      }
      return try Launch(arguments, environment: BaseFolders.environment).run()
    } catch let problem as LaunchProblem {
      complain("\(problem)")
      return problem.status
    } catch {
      complain("\(error) See \(Program.name) --help.")
      return .usage
    }
  }

  private static func complain(_ sentence: String) {
    let line = Array("\(Program.name): \(SafeText.line(of: sentence))\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}

extension Launch {
  private func run() throws -> ShellStatus {
    try supplyPassphrase()
    if isCommand { return runCommand(try input()) }
    let input = try input()
    let seat = try SceneSeat(arguments, stores: stores, isTerminal: isTerminal)
    seat.stores.defaults.install()
    let host = makeHost(seat)
    return drive(host, input, settings(host))
  }

  func drive(
    _ host: SceneHost, _ input: LineSource, _ settings: ShellDriver.Settings
  ) -> ShellStatus {
    let driver = ShellDriver(
      session: host.session, input: input, output: Output(redirecting: arguments.isJSON),
      settings: settings, signals: .ofProcess(), loop: MainLoop(queue: .ofProcess()))
    let status = driver.run(program: Program.name)
    host.end()
    return log.replayer.map(report) ?? status
  }

  private func report(of replayer: Replayer) -> ShellStatus {
    print(replayer.report().flatMap(SafeText.lines).joined(separator: "\n"))
    return replayer.replay.differing == 0 && !replayer.lacksAnswer ? .success : .notAccepted
  }

  private func makeHost(_ seat: SceneSeat) -> SceneHost {
    let view = SubjectView(Program()) { $0.body.root }
    var options = SessionOptions(program: Program.name)
    options.isScript = !isTerminal
    options.isStrict = arguments.isStrict
    options.tellsUnasked = isTerminal || arguments.isJSON
    options.tellsLinks = arguments.isJSON || log.follower != nil
    options.tellsTransitions = arguments.isJSON
    options.commands = Program.commands
    let history = isTerminal ? stores.folder.map { HistoryFile($0.file("history")) } : nil
    options.history = history ?? MemoryHistory()
    let host = SceneHost(
      options: options, stores: seat.stores, values: arguments.options, isAttended: isTerminal
    ) { view }
    history?.onProblem = { [weak host] in host?.tellOnce(.problem("\($0)")) }
    for notice in seat.notices { host.announce(.note(notice)) }
    if !log.words.isEmpty { host.visit() }
    if seat.continues, log.words.isEmpty { host.restore() }
    return host
  }

  func settings(_ host: SceneHost) -> ShellDriver.Settings {
    var settings = ShellDriver.Settings()
    (settings.follower, settings.replayer) = (log.follower, log.replayer)
    settings.arguments = log.words
    settings.beforeInput = { host.attend() }
    if log.replayer != nil { return settings }
    let appearance = Appearance.of(
      isJSON: arguments.isJSON, isPlain: arguments.isPlain, color: arguments.color,
      isTerminal: isatty(STDOUT_FILENO) == 1, environment: environment)
    settings.renderer = appearance.renderer
    settings.readsJSON = arguments.isJSON
    settings.showsPrompt = isTerminal || arguments.isJSON
    settings.echoes = arguments.isEchoing && !isTerminal
    settings.notices = host.notices
    if isTerminal, appearance != .json, !arguments.isPlain, isatty(STDOUT_FILENO) == 1,
      Appearance.allowsEscapes(environment)
    {
      settings.editor = LineEditor(program: Program.name)
    }
    return settings
  }

  private func input() throws -> LineSource {
    if log.replayer != nil { return LineSource(text: "") }
    guard let script = arguments.script else {
      return arguments.readsNothing ? LineSource(text: "") : LineSource(descriptor: STDIN_FILENO)
    }
    let descriptor = open(script, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LaunchProblem.unreadableScript(script, errno) }
    return LineSource(descriptor: descriptor)
  }
}

extension App {
  /// Starts the program with the words of its command line; ends the process.
  ///
  /// It ends by `exit`: handlers of `atexit` run, and what was printed is flushed. Tasks of the screens
  /// are cancelled; no task is waited for.
  public static func main() {
    exit(Launch<Self>.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
