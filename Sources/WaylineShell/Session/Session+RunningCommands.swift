import Dispatch
import WaylineGraph
import WaylineNavigation
import WaylineViews

// The commands of the facade and the program: those that end when they return, and those that run as tasks.

/// A command that runs as a task.
@MainActor
final class RunningCommand {
  /// The name; empty for work that no line caused.
  let name: String
  /// The line that runs it again, without what must not be repeated.
  let again: String
  /// The number of the line that has begun it.
  let line: Int
  /// The point after which the work begins that its answer may wait for.
  let mark: PendingWork.Mark
  /// The number of its action, which its tasks have, too.
  fileprivate(set) var action: Int?
  /// The last navigation that it has requested.
  fileprivate(set) var requested: NavigationHandle?
  /// True while it awaits the result of a flow.
  fileprivate var isAwaiting = false
  fileprivate var task: Task<Void, Never>?

  fileprivate init(_ name: String, again: String, line: Int, mark: PendingWork.Mark) {
    (self.name, self.again, self.line, self.mark) = (name, again, line, mark)
  }

  /// Cancels the task.
  func cancel() { task?.cancel() }
}

extension Session {
  /// Runs a registered command, at once or as a task.
  func run(_ name: String, words: [String], text: String) {
    guard let (command, environment) = command(named: name) else { return }
    let (words, text) = withPaths(words, text, of: command)
    let read: OptionReader.CommandWords
    do throws(UsageError) { read = try self.read(words, of: command) } catch {
      let message = ShellMessage.misusedOption(command: name, "\(error)")
      return refuse(message, status: lineNumber > 0 ? .notAccepted : .usage)
    }
    let call = call(
      read.words, read.hasOptions ? read.words.joined(separator: " ") : text, read.values,
      environment)
    switch command.work {
    case .immediate(let body):
      let result = runAtOnce(call, of: name, body)
      follow(result, of: name, requesting: requested)
      requested = nil
    case .task(let body):
      let isPrivate = command.isSensitive || hasSecretField
      let line = ([name] + (isPrivate ? [] : words)).map(ShellWord.quote).joined(separator: " ")
      start(name, again: ShellMessage.shortened(line), call, body)
    }
  }

  /// The words of a line with the paths of the files that they name. Those of the command line are paths: a shell
  /// has read them.
  private func withPaths(
    _ words: [String], _ text: String, of command: ShellCommand
  ) -> (words: [String], text: String) {
    guard let files = options.files, lineNumber > 0, text.utf8.contains(UInt8(ascii: "~")) else {
      return (words, text)
    }
    let paths = FileArguments(of: command).words(words, files)
    return (paths, paths == words ? text : paths.joined(separator: " "))
  }

  /// Reads the options among the words after a command.
  private func read(
    _ words: [String], of command: ShellCommand
  ) throws(UsageError) -> OptionReader.CommandWords {
    guard !command.validOptions.isEmpty else {
      return OptionReader.CommandWords(words: words, values: OptionValues(), hasOptions: false)
    }
    return try OptionReader.read(words, command.validOptions) { options.variables[$0] }
  }

  /// Runs work that no line caused, and that may ask; false if something else runs.
  @discardableResult
  package func run(
    _ work: @escaping @MainActor @Sendable (ShellCall) async throws -> ShellReply
  ) -> Bool {
    guard machine.wantsInput, machine.question == nil, running == nil else { return false }
    let call = call([], "")
    answering { start("", again: "", call, work) }
    return true
  }

  /// True while a command runs, before whose end nothing else can ask.
  package var isRunning: Bool { running != nil }

  /// True while a command runs, or awaits the result of a flow.
  var hasCommands: Bool { running != nil || !awaiting.isEmpty }

  private func call(
    _ words: [String], _ text: String, _ given: OptionValues = OptionValues(),
    _ environment: EnvironmentValues? = nil
  ) -> ShellCall {
    reported = nil
    let ambient = AmbientEnvironment { [weak self] in
      environment ?? self?.makeEnvironment() ?? EnvironmentValues()
    }
    // Where the screens are made, the values are those of the screen at which the command is typed.
    if options.makeScreens == nil { _ = ambient.values }
    return ShellCall(
      words: words, text: text, given: given,
      ask: { [weak self] question in
        guard let self else { throw CancellationError() }
        return try await self.answer(to: question)
      },
      report: { [weak self] in self?.report($0, value: $1, total: $2) },
      printLine: { [weak self] in self?.print(line: $0) },
      sceneEnvironment: { [weak self] in self?.host.environment ?? EnvironmentValues() },
      ambient: ambient,
      showScene: { [weak self] in self?.showScreens() })
  }

  /// The environment of the screen on top, which is made if it is not.
  private func makeEnvironment() -> EnvironmentValues {
    makeScreens()
    return host.environmentOnTop
  }

  /// Makes the screens of a scene that is a single command.
  private func makeScreens() {
    guard let make = options.makeScreens else { return }
    make()
    host.graph.flush()
  }

  /// Makes the screens of a scene that is a single command, and has them appear.
  func showScreens() {
    guard options.makeScreens != nil else { return }
    makeScreens()
    host.show()
  }
}

// MARK: - Commands that end when they return

extension Session {
  /// Runs a command that ends when it returns, as the action of an element; what it prints is printed meanwhile.
  ///
  /// On a screen with a secret field it is part of the answer: the line may turn out to be refused.
  private func runAtOnce(
    _ call: ShellCall, of name: String, _ body: @MainActor (ShellCall) throws -> ShellReply
  ) -> Result<ShellReply, any Error> {
    runsAtOnce = !hasSecretField
    defer { runsAtOnce = false }
    var result = Result<ShellReply, any Error>.success(.done)
    asAction(labeled: name) {
      navigator?.onRequest = { [weak self] in
        self?.requested = $0
        return true
      }
      result = Result { try call.ambient.use { try body(call) } }
      collectRequests()
    }
    frame.messages += streamed.take()
    return result
  }

  /// Runs code as the action of an element. Screens that are made meanwhile are made at once.
  private func asAction(labeled label: String, _ action: () -> Void) {
    guard options.makeScreens == nil else { return host.graph.asInput(labeled: label, action) }
    host.graph.answer(labeled: label, action)
  }
}

// MARK: - Commands that run as tasks

extension Session {
  /// Takes no lines until the work has ended, or awaits what lines give.
  private func start(
    _ name: String, again: String, _ call: ShellCall,
    _ work: @escaping @MainActor @Sendable (ShellCall) async throws -> ShellReply
  ) {
    take(.started)
    let command = RunningCommand(
      name, again: again, line: lineNumber, mark: host.graph.pending.mark)
    running = command
    collectRequests()
    StartedTasks.asAction(in: host.graph.pending) {
      command.action = StartedTasks.action
      command.task = call.ambient.use {
        Task { @MainActor [weak self] in
          let result: Result<ShellReply, any Error>
          do { result = .success(try await work(call)) } catch { result = .failure(error) }
          self?.finish(result, of: command)
        }
      }
    }
  }

  /// Notes the navigations that commands request which run as tasks.
  private func collectRequests() {
    guard hasCommands else {
      navigator?.onRequest = nil
      return
    }
    navigator?.onRequest = { [weak self] handle in
      guard let command = self?.command(of: StartedTasks.action) else { return false }
      command.requested = handle
      return true
    }
  }

  private func command(of action: Int?) -> RunningCommand? {
    if let running, running.action == action { return running }
    return awaiting.first { $0.action == action }
  }

  /// Takes lines while a command awaits the result of a flow, and none when the result has come.
  func commandAwaits(_ action: Int, _ isAwaiting: Bool) {
    guard ending == nil, let command = command(of: action) else { return }
    command.isAwaiting = isAwaiting
    if isAwaiting {
      // The flow is presented next.
      DispatchQueue.main.async { [weak self] in
        MainActor.assumeIsolated { self?.takeLines(during: command) }
      }
    } else if command !== running, machine.wantsInput, machine.question == nil {
      awaiting.removeAll { $0 === command }
      running = command
      take(.started)
    }
  }

  private func takeLines(during command: RunningCommand) {
    guard command.isAwaiting, command === running, ending == nil, !machine.wantsInput else {
      return
    }
    running = nil
    awaiting.append(command)
    answeringLine(after: command.mark) { take(.finished) }
    onProgress()
  }

  private func finish(_ result: Result<ShellReply, any Error>, of command: RunningCommand) {
    guard command === running else { return finishApart(result, of: command) }
    if !streamed.isEmpty { printStreamed() }
    running = nil
    collectRequests()
    askNext()
    answeringLine(after: command.mark) {
      // What the user has cancelled at the prompt is read there, as every refusal.
      let isStopped = machine.isCancelled
      let account = isStopped && !options.isScript ? machine.account : nil
      take(.finished)
      let count = frame.messages.count
      if ending == nil, isStopped, let message = stopped(command, result) {
        // One that ends by itself then has done what it was asked for.
        if case .success = result { say(message) } else { refuse(message) }
      } else if ending == nil {
        follow(result, of: command.name, requesting: command.requested)
      }
      if let account { machine.restore(account) }
      settleHeldLine(messagesFrom: count)
    }
    onProgress()
  }

  /// The message about a command that ^C has stopped; nil where the command says more itself.
  private func stopped(
    _ command: RunningCommand, _ result: Result<ShellReply, any Error>
  ) -> ShellMessage? {
    switch result {
    case .success(let reply) where reply != ShellReply.done: return nil
    case .failure(let error) where !(error is CancellationError): return nil
    default: break
    }
    guard !command.name.isEmpty, command.requested == nil else { return nil }
    return .stoppedCommand(
      command.name, progress: reported?.lines.first, again: command.again)
  }

  /// Prints the reply of a command that has ended while lines were taken.
  private func finishApart(_ result: Result<ShellReply, any Error>, of command: RunningCommand) {
    awaiting.removeAll { $0 === command }
    collectRequests()
    guard ending == nil else { return }
    printUnasked(of: command.line) {
      follow(result, of: command.name, requesting: command.requested)
    }
  }

  /// Prints the outcome of a command: its reply or its failure, and that of the last navigation that it requested.
  private func follow(
    _ result: Result<ShellReply, any Error>, of name: String, requesting handle: NavigationHandle?
  ) {
    // What the command wrote belongs to the frame that is printed now, and so does where it has led.
    host.graph.flush()
    if hasNavigated { showScreens() }
    switch result {
    case .success(let reply):
      defer { if reply.status == .success, !reply.isLast, let handle { follow(handle) } }
      if let value = reply.value { return say(value, reply, of: name) }
      say(reply.lines, .output)
      end(reply)
    case .failure(let error as ShellFailure):
      // Only the words of the command line are a use of the program; a line is not accepted, as any other.
      let isMisusedLine = error.status == .usage && lineNumber > 0
      refuse(error.description, error.code, status: isMisusedLine ? .notAccepted : error.status)
    case .failure(is CancellationError): refuse(.cancelled)
    case .failure(let error): refuse(String(describing: error), .commandFailed)
    }
  }

  /// Prints the outcome of a navigation that a command has requested; a refusal is that of its line.
  private func follow(_ handle: NavigationHandle) {
    guard let navigator else { return }
    follow(navigator.answer(to: handle))
  }

  private func follow(_ answer: NavigationAnswer) {
    switch answer {
    case .accepted(let note): if let note { say([note], .navigationNote) }
    case .refused(let sentence): refuse(sentence, .navigationRefused)
    case .unknown(let problem, _, _): refuse(problem.sentence(typedAfter: "open"), .noSuchPlace)
    case .undecided(let decision): awaitDecision(decision) { [weak self] in self?.follow($0) }
    case .asking(let answer): whenConfirmed { [weak self] in self?.follow(answer()) }
    }
  }

  /// Adds a value for programs, and its lines for people.
  private func say(_ value: ShellReply.Value, _ reply: ShellReply, of name: String) {
    switch value {
    case .encoded(let json):
      frame.value = CommandValue(command: name, json: json)
      frame.messages += reply.lines.map { line in
        var message = Message.note(line, .output)
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
  private func answer(to question: LineQuestion) async throws -> TypedAnswer {
    while asked != nil, running != nil, ending == nil {
      await withCheckedContinuation { nextQuestions.append($0) }
      try Task.checkCancellation()
    }
    guard running != nil, ending == nil else {
      throw ShellFailure(ShellMessage.cannotAsk)
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
    releaseAnswer(isStopped: true)
    guard let running else { return }
    running.cancel()
    if !options.isScript { announceCancellation(of: running) }
  }

  /// The time after which a person reads that a cancelled command has not ended.
  private static let cancellationDelay = Duration.milliseconds(300)

  /// Prints that the command has not ended, if it has not after some time, and how to end the program.
  private func announceCancellation(of cancelled: RunningCommand) {
    Task { @MainActor [weak self, sleep = options.sleep] in
      try? await sleep(Self.cancellationDelay)
      guard let self, running === cancelled, ending == nil, machine.question == nil else { return }
      report(.note(.cancelling))
    }
  }
}
