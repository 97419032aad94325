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
  private let coordinator: any Coordinator
  private var options: SceneOptions
  private let stores: SceneStores

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
  /// For the main thread of a program whose `main` is synchronous. While it runs, ^C, ^Z, SIGTERM and
  /// SIGHUP belong to the flow; afterwards they do what they did before. A terminal gets prompts,
  /// colour, and line editing, where it and the environment allow them.
  ///
  /// - Parameters:
  ///   - input: the source of its lines.
  ///   - dialogue: the descriptor for its screens; with standard error, standard output has the result
  ///     alone.
  @available(*, noasync, message: "In a task, await run(input:output:) instead.")
  public func run(from input: FlowInput = .standardInput, dialogue: Int32 = 1) -> Outcome {
    stores.defaults.use {
      let file: FileDescriptor?
      do throws(SystemError) { file = try input.open() } catch {
        let name = options.program.map { "\($0): " } ?? ""
        FileDescriptor.standardError.complain("\(name)\(error)")
        return Outcome(ending: .endOfInput, status: .unreadableData)
      }
      let runner = FlowRunner(options, stores, from: input, file, dialogue: dialogue)
      let host = runner.host { CoordinatorView(coordinator: coordinator) }
      let watch = FlowWatch<Value>(host)
      let status = runner.drive(host)
      host.end()
      return outcome(watch.ending, status)
    }
  }

  /// Runs the flow over two descriptors inside an asynchronous program, and returns its outcome.
  ///
  /// See ``SceneSession/run(input:output:)`` for the descriptors.
  public func run(input: Int32, output: Int32) async -> Outcome {
    let session = SceneSession(coordinator: coordinator, options, stores: stores)
    let watch = FlowWatch<Value>(session.host)
    let status = await session.run(input: input, output: output)
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

  /// Opens the input; nil for lines.
  func open() throws(SystemError) -> FileDescriptor? {
    switch self {
    case .standardInput: .standardInput
    case .descriptor(let number): FileDescriptor(borrowing: number)
    case .file(let path): try PlainFile(path).open()
    case .lines: nil
    }
  }
}

/// The scene of a flow over an input and an output of this process.
@MainActor
private struct FlowRunner {
  private let options: SceneOptions
  private let stores: SceneStores
  private let input: LineSource
  /// The path of the file that the lines come from.
  private let script: String?
  /// Keeps the input open.
  private let file: FileDescriptor?
  private let dialogue: Int32
  private let isTerminal: Bool
  private let program: String

  init(
    _ options: SceneOptions, _ stores: SceneStores, from input: FlowInput, _ file: FileDescriptor?,
    dialogue: Int32
  ) {
    isTerminal = file?.isTerminal ?? false
    self.file = file
    script = if case .file(let path) = input { path } else { nil }
    if case .lines(let lines) = input {
      self.input = LineSource(text: lines.map { "\($0)\n" }.joined())
    } else {
      self.input = LineSource(descriptor: file?.number ?? -1)
    }
    (self.stores, self.dialogue) = (stores, dialogue)
    self.options = options.interactive(if: isTerminal)
    program = options.program ?? "program"
  }

  func host<Content: View>(@ViewBuilder content: () -> Content) -> SceneHost {
    var session = options.session(
      program, output: FileDescriptor(borrowing: dialogue), isTerminal: isTerminal,
      environment: BaseFolders.environment)
    if isTerminal { session.history = MemoryHistory() }
    if let script, options.form != .json, !options.echoes {
      session.reportProblem = { problem, line in
        guard line > 0 else { return false }
        FileDescriptor.standardError.complain(problem, in: script, line: line)
        return true
      }
    }
    let host = SceneHost(
      options: session, stores: stores, values: options.values, isAttended: isTerminal,
      offersStoreCommands: options.offersStoreCommands, content: content)
    if options.arguments.isEmpty { host.restore() } else { host.visit() }
    return host
  }

  /// Runs the scene to its end in a loop of its own, which takes the signals of the process.
  func drive(_ host: SceneHost) -> ShellStatus {
    defer { SignalSource.release() }
    let settings = options.shell(
      host, output: FileDescriptor(borrowing: dialogue), isTerminal: isTerminal,
      environment: BaseFolders.environment)
    let driver = ShellDriver(
      session: host.session, input: input,
      output: Output(descriptor: dialogue), settings: settings, signals: .ofProcess(),
      loop: MainLoop(queue: .ofProcess()))
    return driver.run(program: program)
  }
}

/// An observer of the flow of a scene: it records the ending, and ends the scene with it.
@MainActor
private final class FlowWatch<Value: Sendable> {
  private(set) var ending = FlowEnding<Value>.interrupted

  init(_ host: SceneHost) {
    let session = host.session
    host.router.awaitScene(returning: Value.self) { [weak session] ending in
      self.ending = ending
      guard let session else { return }
      if ending.value == nil { session.add(.noResult) }
      guard session.ending == nil else { return }
      session.receive(.left)
      // NB: an action may be running; the driver of the scene continues after it.
      Task { session.onProgress() }
    }
  }
}
