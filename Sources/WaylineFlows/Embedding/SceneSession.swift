import WaylineGraph
import WaylineNavigation
import WaylineShell
import WaylineStorage
import WaylineViews

/// One scene inside another program: bytes or lines go in, frames come out.
///
/// ```swift
/// let session = SceneSession(of: CounterApp.self)
/// session.start()
/// session.receive(line: "Lend")
/// print(session.takeText(), terminator: "")
/// ```
///
/// It touches nothing of the process: no descriptor, no signal, no environment variable, unless it runs
/// at a terminal. Any number of them run side by side; they share nothing but the stores that they were given. Input and
/// output are bounded by ``SceneOptions/limits``. Where the program has descriptors or asynchronous
/// sequences, ``run(input:output:)`` and ``run(reading:writing:)`` do all of it.
@MainActor
public final class SceneSession {
  /// Called after an update that no input caused: a task has ended, a store has changed.
  ///
  /// There may be output, or the scene may need lines again.
  public var onProgress: () -> Void = {}

  let host: SceneHost
  let driver: StreamDriver
  /// Called like ``onProgress``, for the port that runs the scene.
  var wake: () -> Void = {}
  /// The form of its input and output, until it starts.
  @Boxed var formAtStart: SceneOptions?
  private var hasEnded = false
  private let reference = BackReference<SceneSession>()

  /// Creates a scene that shows `content`.
  ///
  /// - Parameters:
  ///   - options: how the scene reads and prints.
  ///   - stores: the stores of the scene; if they name it, it continues where it was left.
  ///   - content: the first screen.
  public init<Content: View>(
    _ options: SceneOptions = SceneOptions(), stores: SceneStores = .inMemory(),
    @ViewBuilder content: () -> Content
  ) {
    let view = stores.defaults.use(content)
    let host = SceneHost(
      options: options.configuration(), stores: stores, values: options.values,
      continues: options.arguments.isEmpty,
      isAttended: options.isInteractive && options.offersStoreCommands,
      offersStoreCommands: options.offersStoreCommands
    ) { view }
    (self.host, driver) = (host, StreamDriver(session: host.session))
    formAtStart = options
    if !options.arguments.isEmpty { host.visit() } else { host.inside(host.restore) }
    reference.object = self
    driver.onProgress = { [reference] in reference.object?.progress() }
  }

  /// Isolated, so that no closure of the driver reads the reference meanwhile.
  isolated deinit {
    reference.object = nil
  }

  /// Creates a scene whose first screen is made by a coordinator.
  public convenience init(
    coordinator: any Coordinator, _ options: SceneOptions = SceneOptions(),
    stores: SceneStores = .inMemory()
  ) {
    self.init(options, stores: stores) { CoordinatorView(coordinator: coordinator) }
  }
}

// MARK: - Life

extension SceneSession {
  /// Prints the first screen, or the place or command of the options.
  public func start() {
    formAtStart = nil
    inside { driver.begin(program: host.session.options.program) }
  }

  /// Takes bytes of input, and runs their lines as far as the output has room.
  public func receive(_ bytes: some Sequence<UInt8>) {
    inside {
      driver.receive(bytes)
      while driver.step() {}
    }
  }

  /// Takes a line without its end, as ``receive(_:)`` does.
  public func receive(line: String) {
    receive(line.utf8 + [0x0A])
  }

  /// Ends the input: the scene ends in order, as a program does at the end of a pipe.
  public func endInput() {
    inside {
      driver.endInput()
      while driver.step() {}
    }
  }

  /// Ends the scene because the program around it ends: its place is saved, its flows end.
  ///
  /// Its last output can be taken afterwards. Its status is that of a terminated program (143).
  /// - Parameter sentence: a message to print before the end.
  public func terminate(_ sentence: String? = nil) {
    guard isRunning else { return }
    inside { driver.end(.killed(.terminate), after: sentence.map { .problem($0, .terminated) }) }
    wake()
  }

  /// Ends the scene because its output is closed; its status becomes 141.
  public func abandon() {
    lose()
    wake()
  }
}

// MARK: - State

extension SceneSession {
  /// The router of the scene.
  public var router: Router { host.router }

  /// True if bytes should be read now; others wait, up to the limits.
  public var wantsInput: Bool { driver.wantsInput }

  /// True if the scene has not ended.
  public var isRunning: Bool { host.session.ending == nil }

  /// The exit status that the scene would end with now.
  public var status: ShellStatus { host.session.status }

  /// The number of bytes to take; while they exceed the limit, no line runs.
  public var outputCount: Int { driver.waitingBytes }

  /// Takes the output, and runs the lines that waited for room.
  public func takeOutput() -> [UInt8] {
    let bytes = driver.takeOutput()
    inside { while driver.step() {} }
    return bytes
  }

  /// Takes the output as text.
  public func takeText() -> String {
    String(decoding: takeOutput(), as: UTF8.self)
  }
}

// MARK: - The side of the ports

extension SceneSession {
  /// True if the first screen was printed, or the scene was ended before it.
  var hasStarted: Bool { driver.hasBegun || !isRunning }

  /// True if a line waits that can run.
  var canStep: Bool { driver.canStep }

  /// Runs one line, if one waits and the output has room.
  func step() {
    inside { driver.step() }
  }

  /// Takes bytes of input without running their lines.
  func accept(_ bytes: some Sequence<UInt8>) {
    driver.receive(bytes)
  }

  /// Ends the input; the lines that wait still run.
  func acceptEnd() {
    inside { driver.endInput() }
  }

  /// Ends the scene because its output is closed.
  func lose() {
    guard isRunning else { return }
    inside { driver.end(.outputClosed) }
  }

  /// The watches for changes of other processes, while the scene runs.
  var storeWatches: [StoreWatch] {
    [host.stores.state, host.stores.secrets].compactMap(StoreWatch.of)
  }

  /// Passes the output to a closure that returns how much of it was written.
  func drain(_ write: (UnsafeRawBufferPointer) -> Int) {
    inside { driver.drain(write) }
  }

  /// Runs an action with the stores of the scene, and ends the screens when the scene has ended.
  func inside(_ action: () -> Void) {
    host.inside(action)
    endIfFinished()
  }

  private func progress() {
    endIfFinished()
    wake()
    onProgress()
  }

  private func endIfFinished() {
    guard !isRunning, !hasEnded else { return }
    hasEnded = true
    host.end()
  }
}

extension SceneSession: EngineObject {}
