import Dispatch
import WaylineGraph
import WaylineSystem
import WaylineViews

// MARK: - wait

extension Session {
  /// A `wait` that has not ended; an object, since most of the time there is none.
  final class Waiting {
    let request: WaitRequest
    let limit: Duration
    /// The name of the task that ends it; nil for all work.
    let task: String?
    let timer: Task<Void, Never>

    init(request: WaitRequest, limit: Duration, task: String?, timer: Task<Void, Never>) {
      (self.request, self.limit, self.task, self.timer) = (request, limit, task, timer)
    }
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
      guard takeReached(text) else { return beginWaiting(request) }
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
    endedWork += 1
    if options.printsOnlyChanges { awaitOutcome() }
    releaseIfDone()
    if isAwaitedWorkDone { probe() }
  }

  /// Takes no later change for the outcome of work that has ended without one.
  private func awaitOutcome(turns: Int = Session.quietTurns) {
    let ended = endedWork
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.endedWork == ended else { return }
        if turns > 1 { return self.awaitOutcome(turns: turns - 1) }
        self.host.graph.flush()
        if self.host.revision == self.shownRevision { self.endedWork = 0 }
      }
    }
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

  /// Ends `wait until` if the screen or a notice has the text now.
  func lookForText() {
    guard case .text(let text)? = waiting?.request.goal, isReached(text) else { return }
    // Its frame is printed at the end of this turn: the program may be between two of its changes.
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.waiting?.request.goal == .text(text), self.takeReached(text) else {
          return
        }
        self.endWaiting(.reached)
      }
    }
  }

  private func isReached(_ text: String) -> Bool { isShown(text) || awaitedNotice(text) != nil }

  /// True if a text is on the screen or in a notice, which is not awaited again.
  package func takeReached(_ text: String) -> Bool {
    if isShown(text) { return true }
    guard let index = awaitedNotice(text) else { return false }
    awaitedNotices.remove(at: index)
    return true
  }

  private func awaitedNotice(_ text: String) -> Int? {
    let wanted = Self.plain(text)
    return awaitedNotices.index(since: lineNumber) {
      Self.plain(SafeText.line(of: $0)).contains(wanted)
    }
  }

  /// True if a line of the present screen contains a text, in any case and with single blanks for several.
  func isShown(_ text: String) -> Bool {
    let screen = currentScreen()
    let wanted = Self.plain(text)
    return (Place.lines(of: screen) + PlainRenderer.lines(of: screen)).contains {
      Self.plain($0).contains(wanted)
    }
  }

  private static func plain(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  func endWaiting(_ end: WaitEnd) {
    guard let waiting else { return }
    self.waiting = nil
    waiting.timer.cancel()
    answering {
      take(.finished)
      isScreenWanted = true
      if end == .timeOver, ending == nil { refuse(waiting) }
      if end == .cancelled { say(stopped(waiting.request)) }
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

  /// The message about a `wait` that was ended: what it waits for goes on.
  private func stopped(_ request: WaitRequest) -> ShellMessage {
    // A text that was typed beside a secret field is not repeated.
    let text = hasSecretField ? nil : request.text
    let isForTask = if case .task = request.goal { true } else { false }
    let again = text.map { "wait \(isForTask ? "for" : "until") \($0)" } ?? "wait"
    return .stoppedWaiting(for: text, running: pendingNames, again: again)
  }

  /// Reports what ^C has stopped of a script, where the problems of its lines are reported. It is no part of the
  /// output, which may take no more.
  func reportStoppedScript() {
    guard let report = options.reportProblem, options.isScript, !options.readsJSON,
      lineNumber > 0, ending == nil
    else { return }
    let wait = waiting == nil ? nil : "wait"
    let work = heldAnswer == nil ? nil : pendingNames.first
    let name = running.map(\.name) ?? wait ?? work
    _ = report("\(StoppedScript(running: name, line: lineNumber))", lineNumber)
  }

  /// The names of pending work, each once.
  var pendingNames: [String] {
    var known: Set<String> = []
    return host.graph.pending.descriptions.filter { known.insert($0).inserted }
  }

  /// Prints the names of the work that is running, and which of it nothing waits for.
  func sayWork() {
    let (running, background) = (pendingNames, host.graph.pending.backgroundNames)
    if !running.isEmpty { say(["Running: \(running.joined(separator: ", "))."], .runningWork) }
    if !background.isEmpty {
      say(["In the background: \(background.joined(separator: ", "))."], .backgroundWork)
    }
  }
}
