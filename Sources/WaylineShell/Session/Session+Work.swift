import Dispatch
import WaylineGraph

// MARK: - Commands of the facade and the program

extension Session {
  /// Runs a registered command, at once or as a task.
  func run(_ name: String, words: [String], text: String) {
    guard let command = commands.first(where: { $0.name == name }) else { return }
    let call = call(words, text)
    switch command.work {
    case .immediate(let body): follow(Result { try body(call) })
    case .task(let body): start { try await body(call) }
    }
  }

  /// Runs work that no line caused, and that may ask; false if something else runs.
  @discardableResult
  package func run(
    _ work: @escaping @MainActor @Sendable (ShellCall) async throws -> ShellReply
  ) -> Bool {
    guard machine.wantsInput, machine.question == nil, running == nil else { return false }
    let call = call([], "")
    answering { start { try await work(call) } }
    return true
  }

  /// True while a command runs, before whose end nothing else can ask.
  package var isRunning: Bool { running != nil }

  private func call(_ words: [String], _ text: String) -> ShellCall {
    reported = nil
    return ShellCall(
      words: words, text: text,
      ask: { [weak self] question in
        guard let self else { throw CancellationError() }
        return try await self.answer(to: question)
      },
      report: { [weak self] in self?.report($0, value: $1, total: $2) },
      inherited: { [weak self] in self?.host.environment ?? EnvironmentValues() })
  }

  /// Takes no lines until the work has ended.
  private func start(_ work: @escaping @MainActor @Sendable () async throws -> ShellReply) {
    take(.started)
    running = Task { @MainActor [weak self] in
      let result: Result<ShellReply, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      self?.finish(result)
    }
  }

  private func finish(_ result: Result<ShellReply, any Error>) {
    running = nil
    answering {
      take(.finished)
      let count = frame.messages.count
      if ending == nil { follow(result) }
      settleHeldLine(messagesFrom: count)
    }
    onProgress()
  }

  private func follow(_ result: Result<ShellReply, any Error>) {
    // What the command wrote belongs to the frame that is printed now.
    host.graph.flush()
    switch result {
    case .success(let reply):
      say(reply.lines)
      if reply.status != .success { count(reply.status) }
      if reply.isLast { take(.left) }
    case .failure(let error as ShellFailure):
      // Only the words of the command line are a use of the program; a line is not accepted, as any other.
      let isMisusedLine = error.status == .usage && lineNumber > 0
      refuse(error.description, status: isMisusedLine ? .notAccepted : error.status)
    case .failure(is CancellationError): refuse(.cancelled)
    case .failure(let error): refuse(String(describing: error))
    }
  }

  /// Asks for a running command.
  private func answer(to question: Question) async throws -> String {
    guard running != nil, asked == nil, ending == nil else {
      throw ShellFailure(ShellMessage.cannotAsk.description)
    }
    return try await withCheckedThrowingContinuation { continuation in
      answering {
        showHeldLine()
        ask(question, for: .call(continuation))
      }
      onProgress()
    }
  }

  /// Cancels the running command.
  func cancel() {
    running?.cancel()
    if waiting != nil { endWaiting(.cancelled) }
  }
}

// MARK: - wait

extension Session {
  /// A `wait` that has not ended.
  struct Waiting {
    let seconds: Double
    /// The name of the task that ends it; nil for all work.
    let task: String?
    let timer: Task<Void, Never>
    /// The observer that was set before.
    let former: (() -> Void)?
  }

  /// The cause of the end of a `wait`.
  enum WaitEnd {
    case settled, timeOver, cancelled
  }

  /// Waits until nothing is pending, or no task of a name is, and everything that was due has run.
  func wait(_ seconds: Double, for task: String? = nil) {
    if let task, !host.graph.pending.known.contains(task) {
      return refuse(.unknownTask(task, running: pendingNames))
    }
    take(.started)
    let timer = Task { @MainActor [weak self, sleep = options.sleep] in
      try? await sleep(.seconds(seconds))
      if !Task.isCancelled { self?.endWaiting(.timeOver) }
    }
    let former = host.graph.pending.onEnd
    waiting = Waiting(seconds: seconds, task: task, timer: timer, former: former)
    host.graph.pending.onEnd = { [weak self] in
      former?()
      if self?.isAwaitedWorkDone == true { self?.probe() }
    }
    if isAwaitedWorkDone { probe() }
  }

  /// True if none of the work that is waited for is pending.
  private var isAwaitedWorkDone: Bool {
    let pending = host.graph.pending
    return waiting?.task.map { !pending.descriptions.contains($0) } ?? pending.isEmpty
  }

  /// The number of turns of the main queue in a row that must bring nothing new: one may cause
  /// another.
  private static let quietTurns = 2

  /// Looks again when the main queue has run everything that it holds now.
  private func probe(quiet: Int = 0) {
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.look(quiet) }
    }
  }

  private func look(_ quiet: Int) {
    guard waiting != nil else { return }
    let updates = host.graph.updates
    host.graph.flush()
    guard isAwaitedWorkDone else { return }
    let isQuiet = host.graph.updates == updates
    if isQuiet, quiet + 1 >= Self.quietTurns { return endWaiting(.settled) }
    probe(quiet: isQuiet ? quiet + 1 : 0)
  }

  private func endWaiting(_ end: WaitEnd) {
    guard let waiting else { return }
    self.waiting = nil
    waiting.timer.cancel()
    host.graph.pending.onEnd = waiting.former
    answering {
      take(.finished)
      isScreenWanted = true
      if end == .timeOver, ending == nil {
        refuse(.stillRunning(seconds: waiting.seconds, tasks: pendingNames))
      }
    }
    onProgress()
  }

  /// The names of pending work, each once.
  private var pendingNames: [String] {
    host.graph.pending.descriptions.reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }
}
