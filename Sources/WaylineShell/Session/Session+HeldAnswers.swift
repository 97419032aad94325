import Dispatch
import WaylineGraph

// An answer waits for what its line has begun: a navigation whose guard takes time, up to its outcome,
// and tasks that take next to no time, so that their outcome is on the screen that is printed.

extension Session {
  /// An answer that is not printed before work has ended; an object, since most lines only ask whether
  /// there is one.
  final class HeldAnswer {
    /// The work that its line has begun.
    let work: [PendingWork.Token]
    /// The longest time; nil where the answer only waits for what takes next to no time.
    let timeLimit: Duration?
    let timer: Task<Void, Never>
    /// The end of that time, for a loop that looks at it itself.
    let deadline: ContinuousClock.Instant
    /// Completes the answer before it is printed.
    let completion: () -> Void

    fileprivate init(
      work: [PendingWork.Token], timeLimit: Duration?, timer: Task<Void, Never>,
      deadline: ContinuousClock.Instant, completion: @escaping () -> Void
    ) {
      (self.work, self.timeLimit, self.timer) = (work, timeLimit, timer)
      (self.deadline, self.completion) = (deadline, completion)
    }
  }

  /// The longest time for which an answer waits for tasks, which nobody notices.
  package nonisolated static let patience = Duration.milliseconds(10)
  /// The time after which a person at a terminal reads that a guard has not decided.
  static let noticeDelay = Duration.milliseconds(200)

  /// Runs an action that answers a line, and prints the answer when what it has begun has ended.
  ///
  /// - Parameters:
  ///   - mark: the point after which the work begins that the answer may wait for.
  ///   - completion: completes the answer.
  func answeringLine(
    after mark: PendingWork.Mark, _ action: () -> Void,
    finally completion: @escaping () -> Void = {}
  ) {
    answering {
      action()
      if scopes > 1 || !holdAnswer(after: mark, completion) { completion() }
    }
  }

  /// Holds the answer if its line has begun something that is worth waiting for. Returns whether it does.
  private func holdAnswer(
    after mark: PendingWork.Mark, _ completion: @escaping () -> Void
  ) -> Bool {
    let pending = host.graph.pending
    guard pending.mark != mark, heldAnswer == nil, machine.wantsInput, machine.question == nil
    else {
      return false
    }
    let navigations = pending.work(after: mark, of: .navigation)
    let timeLimit = navigations.isEmpty ? nil : options.navigationLimit
    let work = timeLimit == nil ? pending.work(after: mark) : navigations
    if timeLimit == nil, !navigations.isEmpty { announceGuard(of: navigations) }
    guard let limit = timeLimit ?? options.patience, !work.isEmpty else { return false }
    take(.started)
    let timer = Task { @MainActor [weak self, sleep = options.sleep] in
      try? await sleep(limit)
      if !Task.isCancelled { self?.releaseAnswer(isOver: true) }
    }
    heldAnswer = HeldAnswer(
      work: work, timeLimit: timeLimit, timer: timer, deadline: .now + limit,
      completion: completion)
    return true
  }

  /// Prints the held answer in the next turn of the main queue if its work has ended.
  ///
  /// A navigation ends within its update, in which no other line may run.
  func releaseIfDone() {
    guard isHeldWorkDone else { return }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        if let self, self.isHeldWorkDone { self.releaseAnswer() }
      }
    }
  }

  private var isHeldWorkDone: Bool {
    guard let heldAnswer else { return false }
    return !heldAnswer.work.contains(where: host.graph.pending.isPending)
  }

  /// The time until the held answer is printed at the latest; nil without one.
  var heldTime: Duration? {
    heldAnswer.map { max(.zero, ContinuousClock.now.duration(to: $0.deadline)) }
  }

  /// Prints an answer whose tasks have taken longer than nobody notices.
  func releaseIfOver() {
    if heldTime == .zero { endPatience() }
  }

  /// Prints an answer that waits for what takes next to no time: its caller wants it now.
  package func endPatience() {
    if let heldAnswer, heldAnswer.timeLimit == nil { releaseAnswer() }
  }

  /// Records that the present task, such as that of a guard, awaits an answer of the user.
  package func awaitAnswer() -> AwaitedAnswer? { StartedTasks.awaitAnswer(in: host.graph) }

  /// Prints the held answer as far as it has come.
  ///
  /// - Parameters:
  ///   - isOver: whether the time is over.
  ///   - isStopped: whether the user does not wait any longer.
  func releaseAnswer(isOver: Bool = false, isStopped: Bool = false) {
    guard let heldAnswer else { return }
    let isLong = heldAnswer.timeLimit != nil
    answering {
      completeHeldAnswer(isOver: isOver)
      guard isStopped, isLong, ending == nil, !pendingNames.isEmpty else { return }
      say(.stoppedWaiting(for: nil, running: pendingNames, again: "wait"))
    }
    onProgress()
  }

  /// Completes the held answer, if there is one, as a part of the present frame.
  func completeHeldAnswer(isOver: Bool = false) {
    guard let heldAnswer else { return }
    self.heldAnswer = nil
    heldAnswer.timer.cancel()
    // What the work has written last is part of the answer.
    host.graph.flush()
    take(.finished)
    if isOver, let limit = heldAnswer.timeLimit {
      refuse(.stillRunning(seconds: limit.inSeconds, tasks: pendingNames))
    }
    heldAnswer.completion()
  }

  /// Prints that a guard has not decided, if it has not after some time; a person can type meanwhile.
  private func announceGuard(of navigations: [PendingWork.Token]) {
    guard options.patience != nil else { return }
    Task { @MainActor [weak self, sleep = options.sleep] in
      try? await sleep(Self.noticeDelay)
      guard let self, ending == nil,
        navigations.contains(where: host.graph.pending.isPending)
      else { return }
      report(.note(.guardIsUndecided))
    }
  }
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
