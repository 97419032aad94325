import WaylineNavigation
import WaylineShell
import WaylineStorage
import WaylineViews

/// One scene inside a program of your own: bytes or lines go in, frames come out.
///
/// ```swift
/// let session = SceneSession(of: CounterApp.self)
/// session.start()
/// session.receive(line: "Lend")
/// print(session.takeText(), terminator: "")
/// ```
///
/// It touches nothing of the process: no descriptor, no signal, no environment variable. Any number
/// of them live side by side; they share nothing but the stores that they were given. Input and
/// output are bounded by ``SceneOptions/limits``. Where the program has descriptors or asynchronous
/// sequences, ``run(input:output:)`` and ``run(reading:writing:)`` do all of it.
@MainActor
public final class SceneSession {
  /// Called after something happened that no call asked for: a task has ended, a store has changed.
  /// There may be output, or lines may be wanted again.
  public var onProgress: () -> Void = {}

  let host: SceneHost
  let driver: StreamDriver
  /// Called as ``onProgress`` is, for whoever runs the scene.
  var wake: () -> Void = {}
  /// How long the last words may take to be read.
  let farewell: Duration
  private let program: String
  private var hasEnded = false

  /// A scene that shows `content`.
  ///
  /// - Parameters:
  ///   - options: how it reads and prints.
  ///   - stores: where it keeps what it keeps; if they name its scene, it goes on where it was left.
  ///   - content: the first screen.
  public init<Content: View>(
    _ options: SceneOptions = SceneOptions(), stores: SceneStores = .inMemory(),
    @ViewBuilder content: () -> Content
  ) {
    (program, farewell) = (options.program ?? "program", options.limits.farewell)
    let view = content()
    let host = SceneHost(
      options: options.session(program), stores: stores, values: options.values,
      isAttended: options.isInteractive && options.offersStoreCommands,
      offersStoreCommands: options.offersStoreCommands
    ) { view }
    var settings = options.stream
    settings.beforeInput = { [weak host] in host?.attend() }
    (self.host, driver) = (host, StreamDriver(session: host.session, settings: settings))
    host.views.graph.surroundings = { [weak host] update in
      if let host { host.stores.defaults.use(update) } else { update() }
    }
    if !options.arguments.isEmpty { host.visit() } else { host.restore() }
    driver.onProgress = { [weak self] in self?.progress() }
  }

  /// A scene of a program that could also be started by itself, with its name and its commands.
  public convenience init<Program: App>(
    of program: Program.Type, _ options: SceneOptions = SceneOptions(),
    stores: SceneStores = .inMemory()
  ) {
    var options = options
    options.program = options.program ?? Program.name
    options.commands += Program.commands
    self.init(options, stores: stores) {
      stores.defaults.use { SubjectView(Program()) { $0.body.root } }
    }
  }

  /// A scene whose first screen a coordinator makes.
  public convenience init(
    coordinator: any Coordinator, _ options: SceneOptions = SceneOptions(),
    stores: SceneStores = .inMemory()
  ) {
    self.init(options, stores: stores) { CoordinatorView(coordinator: coordinator) }
  }
}

// MARK: - Course

extension SceneSession {
  /// Prints the first screen, or what the words in the options ask for.
  public func start() {
    inside { driver.begin(program: program) }
  }

  /// Takes bytes that were read, and carries out their lines as far as the output has room.
  public func receive(_ bytes: some Sequence<UInt8>) {
    inside {
      driver.receive(bytes)
      while driver.step() {}
    }
  }

  /// Takes a line, without its end, as ``receive(_:)`` does.
  public func receive(line: String) {
    receive(line.utf8 + [0x0A])
  }

  /// There is no more input: the scene ends in order, as a program does at the end of a pipe.
  public func endInput() {
    inside {
      driver.endInput()
      while driver.step() {}
    }
  }

  /// Ends the scene because the program around it ends: its place is saved, its flows are told.
  ///
  /// What it prints last can be taken afterwards. Its status is that of a program that was asked to
  /// end (143).
  /// - Parameter sentence: what is printed before the end.
  public func terminate(_ sentence: String? = nil) {
    guard isRunning else { return }
    inside { driver.end(.killed(.terminate), after: sentence.map(Message.problem)) }
    wake()
  }

  /// Ends the scene because nobody reads what it prints; its status becomes 141.
  public func abandon() {
    lose()
    wake()
  }
}

// MARK: - State

extension SceneSession {
  /// Moves the scene from place to place.
  public var router: Router { host.router }

  /// Whether bytes should be read now. Those that come all the same wait, up to the limits.
  public var wantsInput: Bool { driver.wantsInput }

  /// Whether the scene goes on.
  public var isRunning: Bool { host.session.ending == nil }

  /// What the scene would tell a parent process.
  public var status: ShellStatus { host.session.status }

  /// How many bytes wait to be taken. While they are more than the limit, no line is carried out.
  public var outputCount: Int { driver.waitingBytes }

  /// Takes what was printed, and goes on with lines that have waited for room.
  public func takeOutput() -> [UInt8] {
    let bytes = driver.takeOutput()
    inside { while driver.step() {} }
    return bytes
  }

  /// Takes what was printed as text.
  public func takeText() -> String {
    String(decoding: takeOutput(), as: UTF8.self)
  }
}

// MARK: - What runs it

extension SceneSession {
  /// Whether a line waits that can be carried out.
  var canStep: Bool { driver.canStep }

  /// Carries out one line, if one waits and there is room for what it prints.
  func step() {
    inside { driver.step() }
  }

  /// Takes bytes that were read, and carries out nothing.
  func accept(_ bytes: some Sequence<UInt8>) {
    driver.receive(bytes)
  }

  /// There is no more input; the lines that wait are still carried out.
  func acceptEnd() {
    inside { driver.endInput() }
  }

  /// Nobody reads any more.
  func lose() {
    guard isRunning else { return }
    inside { driver.end(.outputClosed) }
  }

  /// Hands what was printed to a closure that returns how much of it was written.
  func drain(_ write: (UnsafeRawBufferPointer) -> Int) {
    inside { driver.drain(write) }
  }

  /// Runs something of the scene with its own stores, and lets the screens go when it has ended.
  func inside(_ action: () -> Void) {
    host.stores.defaults.use(action)
    endIfOver()
  }

  private func progress() {
    endIfOver()
    wake()
    onProgress()
  }

  private func endIfOver() {
    guard !isRunning, !hasEnded else { return }
    hasEnded = true
    host.end()
  }
}
