import Dispatch
import Synchronization
import WaylineGraph
import WaylineNavigation
import WaylineShell
import WaylineStorage
import WaylineSystem
import WaylineViews

/// One flow of a program with a command line of its own: a coordinator, and the value it returns.
///
/// ```swift
/// let flow = Flow(ChooseMemberCoordinator(), returning: String.self)
/// let outcome = flow.run(dialogue: STDERR_FILENO)
/// if let member = outcome.ending.value { print(member) }
/// exit(outcome.status.rawValue)
/// ```
///
/// Its screens call `finish(_:)` from their environment. Typing `quit`, or leaving the first screen,
/// cancels it; the end of the input is an ending of its own, never an answer. A flow that has returned
/// a value or was cancelled is finished: the next run with its stores begins at the first screen. One that
/// was interrupted continues where it was.
@MainActor
public struct Flow<Value: Sendable> {
  fileprivate let coordinator: any Coordinator
  fileprivate private(set) var options: SceneOptions
  fileprivate let stores: SceneStores

  /// Creates a flow that has not begun.
  ///
  /// - Parameters:
  ///   - coordinator: makes the first screen.
  ///   - type: the type of the result. A value of another type counts as cancelled.
  ///   - options: how the flow reads and prints.
  ///   - stores: the stores of its screens.
  public init(
    _ coordinator: any Coordinator, returning type: Value.Type,
    options: SceneOptions = SceneOptions(), stores: SceneStores = .inMemory()
  ) {
    (self.coordinator, self.options, self.stores) = (coordinator, options, stores)
    self.options.isFlow = true
  }

  /// The end of a flow, and the exit status for its program.
  public struct Outcome: Sendable {
    /// The ending of the flow.
    public let ending: FlowEnding<Value>
    /// 0 for a value, 3 for none; 1 when a line of a script failed; signals as usual.
    public let status: ShellStatus
  }
}

extension Flow {
  /// Runs the flow at a terminal, a pipe, a file or given lines, and returns its outcome.
  ///
  /// While it runs, ^C, ^Z, SIGTERM and SIGHUP belong to the flow; afterwards they do what they did before.
  /// A terminal gets prompts, colour, and line editing, where it and the environment allow them, and
  /// hides what is typed for a secret. Where the lines come from a terminal and the screens do not go to
  /// one, nobody would see what is asked: then no line is read.
  ///
  /// Lines that the flow does not take are for whoever reads the input next: another flow, or `readLine()`.
  ///
  /// For the main thread of a program whose `main` is synchronous. In a task, the same call is awaited;
  /// a function that is neither runs it by ``run(from:dialogue:_:)``.
  ///
  /// - Parameters:
  ///   - input: the source of its lines.
  ///   - dialogue: the descriptor for its screens; with standard error, standard output has the result
  ///     alone.
  @available(*, noasync, message: "In a task, await run(from:dialogue:).")
  public func run(from input: FlowInput = .standardInput, dialogue: Int32 = 1) -> Outcome {
    guard MainQueueHandle.isOnMainThread else { return refused }
    return stores.defaults.use {
      guard let run = FlowRun(self, from: input, dialogue: dialogue) else { return unreadable }
      return finish(run, run.drive())
    }
  }

  /// Runs the flow as the synchronous form does, while the main actor is free for other work.
  public func run(from input: FlowInput = .standardInput, dialogue: Int32 = 1) async -> Outcome {
    await stores.defaults.use {
      guard let run = FlowRun(self, from: input, dialogue: dialogue) else { return unreadable }
      return finish(run, await run.awaitEnd())
    }
  }

  /// Runs a flow from a synchronous function on any thread, and returns its outcome.
  ///
  /// For functions that a program calls without saying on which thread, such as `ParsableCommand.run()` of
  /// ArgumentParser, also below an asynchronous root command:
  ///
  /// ```swift
  /// let outcome = Flow.run { Flow(LoanCoordinator(book: book), returning: Loan.self) }
  /// ```
  ///
  /// On the main thread it is `run(from:dialogue:)`. Another thread waits while the flow runs on the main
  /// actor, which must be free: a synchronous function of the main actor in an asynchronous program cannot
  /// wait for it, and is refused.
  ///
  /// - Parameters:
  ///   - input: the source of the lines.
  ///   - dialogue: the descriptor for the screens.
  ///   - flow: makes the flow.
  @available(*, noasync, message: "In a task, await run(from:dialogue:).")
  nonisolated public static func run(
    from input: FlowInput = .standardInput, dialogue: Int32 = 1,
    _ flow: @escaping @MainActor @Sendable () -> Flow
  ) -> Outcome {
    if MainQueueHandle.isOnMainThread || MainQueueHandle.isOnMainQueue {
      return MainActor.assumeIsolated { flow().run(from: input, dialogue: dialogue) }
    }
    let outcome = AwaitedValue<Outcome>()
    Task { @MainActor in outcome.set(await flow().run(from: input, dialogue: dialogue)) }
    return outcome.wait()
  }

  /// Runs the flow over two descriptors inside an asynchronous program, and returns its outcome.
  ///
  /// At a terminal it is `run(from:dialogue:)`. See ``SceneSession/run(input:output:)`` for other
  /// descriptors.
  public func run(input: Int32, output: Int32) async -> Outcome {
    if FileDescriptor(borrowing: input).isTerminal {
      return await run(from: .descriptor(input), dialogue: output)
    }
    let session = SceneSession(coordinator: coordinator, options, stores: stores)
    let watch = FlowWatch<Value>(session.host)
    let status = await session.run(input: input, output: output, sharesInput: true)
    return outcome(watch.ending, status)
  }

  /// Runs the flow with lines, then the end of the input, inside an asynchronous program such as a test.
  ///
  /// - Parameters:
  ///   - lines: the commands and answers.
  ///   - write: receives what is printed.
  public func run(lines: [String], write: (String) -> Void = { _ in }) async -> Outcome {
    let session = SceneSession(coordinator: coordinator, options, stores: stores)
    let watch = FlowWatch<Value>(session.host)
    let (input, continuation) = AsyncStream<[UInt8]>.makeStream()
    for line in lines { continuation.yield(Array("\(line)\n".utf8)) }
    continuation.finish()
    let status = await session.run(reading: input) { write(String(decoding: $0, as: UTF8.self)) }
    return outcome(watch.ending, status)
  }

  private func finish(_ run: FlowRun<Value>, _ status: ShellStatus) -> Outcome {
    run.host.end()
    return outcome(run.watch.ending, status)
  }

  /// The outcome of an input that cannot be opened.
  private var unreadable: Outcome { Outcome(ending: .endOfInput, status: .unreadableData) }

  /// The outcome of a run that would hold the main actor, on which all of it runs.
  private var refused: Outcome {
    Misuse.report(
      "A flow cannot run in a synchronous function of the main actor in an asynchronous program: "
        + "make the function asynchronous, and await run(from:dialogue:).")
    return Outcome(ending: .interrupted, status: .noResult)
  }

  /// The outcome of a run; the saved scene of a finished flow is erased.
  private func outcome(_ ending: FlowEnding<Value>, _ status: ShellStatus) -> Outcome {
    switch ending {
    case .endOfInput, .interrupted: break
    default: try? stores.eraseScene()
    }
    return Outcome(ending: ending, status: status)
  }
}

/// The source of the lines of a flow.
public enum FlowInput: Hashable, Sendable {
  /// The standard input of the process: a terminal, a pipe or a file.
  case standardInput
  /// An open descriptor, such as a terminal while standard input has data.
  case descriptor(Int32)
  /// A file with one answer or command per line. A problem is printed to standard error with its line.
  case file(String)
  /// These lines, then the end of the input.
  case lines([String])

  /// Opens the input.
  @MainActor
  fileprivate func port(output: Int32) throws(SystemError) -> ProcessPort {
    switch self {
    case .standardInput: ProcessPort(sharing: .standardInput, output: output)
    case .descriptor(let number):
      ProcessPort(sharing: FileDescriptor(borrowing: number), output: output)
    case .file(let path): ProcessPort(sharing: try PlainFile(path).open(), output: output)
    case .lines(let lines): ProcessPort(lines: lines, output: output)
    }
  }
}

/// One run of a flow: its scene at a port of this process, and what watches for the ending.
@MainActor
private struct FlowRun<Value: Sendable> {
  let host: SceneHost
  let watch: FlowWatch<Value>
  private let port: ProcessPort
  private let options: SceneOptions

  /// Opens the input and makes the scene; nil after a complaint about an input that cannot be opened.
  init?(_ flow: Flow<Value>, from input: FlowInput, dialogue: Int32) {
    options = flow.options
    do throws(SystemError) { port = try input.port(output: dialogue) } catch {
      ResultOutput.complain("\(error)", program: flow.options.program)
      return nil
    }
    var scene = options.configuration(at: port)
    if port.isTerminal { scene.history = MemoryHistory() }
    if case .file(let script) = input, options.form != .json, !options.echoes {
      scene.reportProblem = { problem, line in
        guard line > 0 else { return false }
        FileDescriptor.standardError.complain(problem, in: script, line: line)
        return true
      }
    }
    host = SceneHost(
      options: scene, stores: flow.stores, values: options.values,
      continues: options.arguments.isEmpty, isAttended: port.isTerminal,
      offersStoreCommands: options.offersStoreCommands
    ) { CoordinatorView(coordinator: flow.coordinator) }
    if options.arguments.isEmpty { host.restore() } else { host.visit() }
    watch = FlowWatch(host)
  }

  /// Runs the scene to its end in a loop of its own, which takes the signals of the process.
  func drive() -> ShellStatus {
    defer { SignalSource.release() }
    return port.driver(of: host, options, loop: MainLoop(queue: .ofProcess()))
      .run(program: options.programName)
  }

  /// Runs the scene to its end while the main actor is free, and takes the signals of the process.
  func awaitEnd() async -> ShellStatus {
    defer { SignalSource.release() }
    return await port.driver(of: host, options, loop: MainLoop())
      .awaitEnd(program: options.programName)
  }
}

/// A value that another thread waits for.
private final class AwaitedValue<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ new: Value) {
    value.withLock { $0 = new }
    isSet.signal()
  }

  func wait() -> Value {
    while true {
      isSet.wait()
      if let value = value.withLock({ $0 }) { return value }
    }
  }
}

/// An observer of the flow of a scene: it records the ending, and ends the scene with it.
///
/// A flow may have ended before the scene starts, which then ends without a screen.
@MainActor
private final class FlowWatch<Value: Sendable> {
  private(set) var ending = FlowEnding<Value>.interrupted

  init(_ host: SceneHost) {
    let (session, router) = (host.session, host.router)
    session.onStart = { [weak session, weak router] in
      router?.awaitScene(returning: Value.self) { ending in
        self.ending = ending
        if let session { Self.end(session, with: ending) }
      }
    }
  }

  private static func end(_ session: Session, with ending: FlowEnding<Value>) {
    if ending.value == nil { session.add(.noResult) }
    guard session.ending == nil else { return }
    session.receive(.left)
    // NB: an action may be running; the driver of the scene continues after it.
    Task { session.onProgress() }
  }
}
