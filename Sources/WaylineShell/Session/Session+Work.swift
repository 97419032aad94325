import Dispatch
import WaylineGraph

// MARK: - Commands of the facade and the program

extension Session {
  /// Runs a registered command, at once or as a task.
  func run(_ name: String, words: [String], text: String) {
    guard let command = commands.first(where: { $0.name == name }) else { return }
    let call = call(words, text)
    switch command.work {
    case .immediate(let body): follow(runAtOnce { try body(call) }, of: name)
    case .task(let body): start(name) { try await body(call) }
    }
  }

  /// Runs work that no line caused, and that may ask; false if something else runs.
  @discardableResult
  package func run(
    _ work: @escaping @MainActor @Sendable (ShellCall) async throws -> ShellReply
  ) -> Bool {
    guard machine.wantsInput, machine.question == nil, running == nil else { return false }
    let call = call([], "")
    answering { start("") { try await work(call) } }
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
      printLine: { [weak self] in self?.print(line: $0) },
      inherited: { [weak self] in self?.host.environment ?? EnvironmentValues() })
  }

  /// Takes no lines until the work has ended.
  private func start(
    _ name: String, _ work: @escaping @MainActor @Sendable () async throws -> ShellReply
  ) {
    take(.started)
    StartedTasks.asAction(in: host.graph.pending) {
      running = Task { @MainActor [weak self] in
        let result: Result<ShellReply, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        self?.finish(result, of: name)
      }
    }
  }

  private func finish(_ result: Result<ShellReply, any Error>, of name: String) {
    if !streamed.isEmpty { printStreamed() }
    running = nil
    askNext()
    answering {
      // What the user has cancelled at the prompt is read there, as every refusal.
      let account = machine.isCancelled && !options.isScript ? machine.account : nil
      take(.finished)
      let count = frame.messages.count
      if ending == nil { follow(result, of: name) }
      if let account { machine.restore(account) }
      settleHeldLine(messagesFrom: count)
    }
    onProgress()
  }

  private func follow(_ result: Result<ShellReply, any Error>, of name: String) {
    // What the command wrote belongs to the frame that is printed now.
    host.graph.flush()
    switch result {
    case .success(let reply):
      if let value = reply.value { return say(value, reply, of: name) }
      say(reply.lines)
      end(reply)
    case .failure(let error as ShellFailure):
      // Only the words of the command line are a use of the program; a line is not accepted, as any other.
      let isMisusedLine = error.status == .usage && lineNumber > 0
      refuse(error.description, status: isMisusedLine ? .notAccepted : error.status)
    case .failure(is CancellationError): refuse(.cancelled)
    case .failure(let error): refuse(String(describing: error))
    }
  }

  /// Adds a value for programs, and its lines for people.
  private func say(_ value: ShellReply.Value, _ reply: ShellReply, of name: String) {
    switch value {
    case .encoded(let json):
      frame.value = CommandValue(command: name, json: json)
      frame.messages += reply.lines.map { line in
        var message = Message.note(line)
        message.isForPeople = true
        return message
      }
    case .failed(let reason): refuse(.unwritableValue(command: name, reason: reason))
    }
    end(reply)
  }

  private func end(_ reply: ShellReply) {
    if reply.status != .success { count(reply.status) }
    if reply.isLast { take(.left) }
  }

  /// Asks for a running command; of several questions at once, one after the other.
  private func answer(to question: Question) async throws -> String {
    while asked != nil, running != nil, ending == nil {
      await withCheckedContinuation { nextQuestions.append($0) }
      try Task.checkCancellation()
    }
    guard running != nil, ending == nil else {
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

  /// Lets the question be asked that waits for the open one.
  func askNext() {
    let next = nextQuestions
    nextQuestions = []
    for continuation in next { continuation.resume() }
  }

  /// Cancels what is running.
  func cancel() {
    if waiting != nil { endWaiting(.cancelled) }
    releaseAnswer()
    guard let running else { return }
    running.cancel()
    if !options.isScript { announceCancellation(of: running) }
  }

  /// The time after which a person reads that a cancelled command has not ended.
  private static let cancellationDelay = Duration.milliseconds(300)

  /// Prints that the command has not ended, if it has not after some time, and how to end the program.
  private func announceCancellation(of cancelled: Task<Void, Never>) {
    Task { @MainActor [weak self, sleep = options.sleep] in
      try? await sleep(Self.cancellationDelay)
      guard let self, running == cancelled, ending == nil, machine.question == nil else { return }
      report(.note("\(ShellMessage.cancelling)"))
    }
  }
}

// MARK: - wait

extension Session {
  /// A `wait` that has not ended.
  struct Waiting {
    let request: WaitRequest
    let limit: Duration
    /// The name of the task that ends it; nil for all work.
    let task: String?
    let timer: Task<Void, Never>
  }

  /// The cause of the end of a `wait`.
  enum WaitEnd {
    case reached, timeOver, cancelled
  }

  /// Waits for the goal of a request; the screen is printed when it is reached.
  func wait(_ request: WaitRequest) {
    switch request.goal {
    case .rest: beginWaiting(request)
    case .text(let text):
      guard isShown(text) else { return beginWaiting(request) }
      isScreenWanted = true
    case .task(let typed):
      let pending = host.graph.pending
      guard let task = pending.name(typed: typed) else {
        return refuse(.unknownTask(typed, running: pendingNames))
      }
      if pending.isBackground(task) { return refuse(.backgroundTask(task)) }
      if !pending.isPending(task), pending.isAwaitingUser(task) {
        return refuse(.awaitsAnswer(title: titles.last ?? ""))
      }
      beginWaiting(request, for: task)
    }
  }

  private func beginWaiting(_ request: WaitRequest, for task: String? = nil) {
    take(.started)
    let limit = request.limit ?? options.waitLimit
    let timer = Task { @MainActor [weak self, sleep = options.sleep] in
      try? await sleep(limit)
      if !Task.isCancelled { self?.endWaiting(.timeOver) }
    }
    waiting = Waiting(request: request, limit: limit, task: task, timer: timer)
    if isAwaitedWorkDone { probe() }
  }

  /// Called when a piece of work has ended, or awaits the user.
  ///
  /// - Complexity: O(1) as long as other awaited work is pending.
  func workDidEnd() {
    hasEndedWork = true
    releaseIfDone()
    if isAwaitedWorkDone { probe() }
  }

  /// True if none of the work that is waited for is pending.
  private var isAwaitedWorkDone: Bool {
    guard let waiting else { return false }
    switch waiting.request.goal {
    case .rest: return host.graph.pending.isEmpty
    case .task: return waiting.task.map { !host.graph.pending.isPending($0) } ?? true
    case .text: return false
    }
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
    if isQuiet, quiet + 1 >= Self.quietTurns { return endWaiting(.reached) }
    probe(quiet: isQuiet ? quiet + 1 : 0)
  }

  /// Ends `wait until` if the screen has the text now.
  func lookForText() {
    guard case .text(let text)? = waiting?.request.goal, isShown(text) else { return }
    // Its frame is printed at the end of this turn: the program may be between two of its changes.
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.waiting?.request.goal == .text(text), self.isShown(text) else {
          return
        }
        self.endWaiting(.reached)
      }
    }
  }

  /// True if a line of the present screen contains a text, in any case and with single blanks for several.
  package func isShown(_ text: String) -> Bool {
    let screen = currentScreen()
    let wanted = Self.plain(text)
    return (Place.lines(of: screen) + PlainRenderer.lines(of: screen)).contains {
      Self.plain($0).contains(wanted)
    }
  }

  private static func plain(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func endWaiting(_ end: WaitEnd) {
    guard let waiting else { return }
    self.waiting = nil
    waiting.timer.cancel()
    answering {
      take(.finished)
      isScreenWanted = true
      if end == .timeOver, ending == nil { refuse(waiting) }
    }
    onProgress()
  }

  private func refuse(_ waiting: Waiting) {
    let seconds = waiting.limit.inSeconds
    if case .text(let text) = waiting.request.goal {
      refuse(.textNotShown(text, seconds: seconds))
    } else {
      refuse(.stillRunning(seconds: seconds, tasks: pendingNames))
    }
  }

  /// The names of pending work, each once.
  var pendingNames: [String] {
    var known: Set<String> = []
    return host.graph.pending.descriptions.filter { known.insert($0).inserted }
  }

  /// Prints the names of the work that is running, and which of it nothing waits for.
  func sayWork() {
    let (running, background) = (pendingNames, host.graph.pending.backgroundNames)
    if !running.isEmpty { say(["Running: \(running.joined(separator: ", "))."]) }
    if !background.isEmpty { say(["In the background: \(background.joined(separator: ", "))."]) }
  }
}
