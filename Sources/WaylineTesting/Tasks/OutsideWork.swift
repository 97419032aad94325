import CWaylineExecutor
import Dispatch
import Synchronization

/// The jobs of held tasks outside the main actor, one after the other in the order of their beginning.
///
/// On the threads that all tasks share, the machine would decide which of two jobs ends first, and so
/// which task comes back first. A job that waits for a later one, which no task may do, would wait for
/// ever: then ``release()`` gives the others back to those threads.
///
/// No job begins while the main actor takes a step. Otherwise a child of a task could end before its parent
/// waits for it, and the parent would continue at once instead of later.
final class OutsideWork: TaskExecutor {
  /// The sleeps of the tasks of a group.
  struct Sleeps: Hashable {
    private(set) var count = 0
    /// The duration of the last one.
    private var last: Duration?
    /// The number of those that have not ended.
    private var asleep = 0
    var isAsleep: Bool { asleep > 0 }

    mutating func begin(_ duration: Duration, limit: Int) {
      (count, last, asleep) = (min(count + 1, limit), duration, asleep + 1)
    }

    mutating func end() { asleep -= 1 }
  }

  private struct State {
    /// The sleeps by group.
    var sleeps: [Int: Sleeps] = [:]
    /// The queue of the jobs; nil before the first.
    var queue: DispatchQueue?
    var jobs: [(job: UnownedJob, member: MainTaskExecutor.Membership)] = []
    var running: MainTaskExecutor.Membership?
    var isReleased = false
    /// The number of steps of the main actor that run, one inside the other.
    var pauses = 0
    /// Distinguishes a step from later ones.
    var pauseNumber = 0
    /// The actions that run when no job is left.
    var whenIdle: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())
  private static let key = DispatchSpecificKey<Owner>()

  /// The owner of a queue, which does not retain it: the owner has the queue.
  private struct Owner {
    // Proof: what runs on the queue retains its owner.
    unowned let work: OutsideWork
  }

  /// The membership of the job that runs on this thread.
  static var running: MainTaskExecutor.Membership? {
    DispatchQueue.getSpecific(key: key)?.work.state.withLock { $0.running }
  }

  /// The sleeps of the tasks, by group.
  var sleeps: [Int: Sleeps] { state.withLock { $0.sleeps } }

  /// Changes the sleeps of the group whose job runs on this thread.
  static func noteSleep(_ change: (inout Sleeps) -> Void) {
    DispatchQueue.getSpecific(key: key)?.work.state.withLock { state in
      guard let group = state.running?.group else { return }
      change(&state.sleeps[group, default: Sleeps()])
    }
  }

  /// Takes what a running job enqueues on its own executor, such as the other half of a yield.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if MainTaskExecutor.installed?.takes(job) != true { Self.returnToSharedThreads(job) }
  }

  // Proof: a job is a pointer.
  private static func returnToSharedThreads(_ job: UnownedJob) {
    wayline_job_return(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
  }

  /// Takes a job, unless the work is released.
  func takes(_ job: UnownedJob, of member: MainTaskExecutor.Membership) -> Bool {
    let (isTaken, pause) = state.withLock { state in
      if state.isReleased { return (false, Int?.none) }
      state.jobs.append((job, member))
      return (true, state.pauses > 0 ? state.pauseNumber : nil)
    }
    guard isTaken else { return false }
    guard let pause else {
      begin()
      return true
    }
    // A step that waits for the job, which no step may do, would wait for ever.
    Watch.of(self, pause)
    return true
  }

  /// Begins with the jobs although a step of the main actor runs, if it is still the one with a number.
  fileprivate func begin(in pause: Int) {
    if state.withLock({ $0.pauses > 0 && $0.pauseNumber == pause }) { begin() }
  }

  /// Runs a step of the main actor, and begins the jobs that it added afterwards.
  func pausing<Result>(_ step: () -> Result) -> Result {
    state.withLock { state in
      if state.pauses == 0 { state.pauseNumber += 1 }
      state.pauses += 1
    }
    defer {
      let hasEnded = state.withLock { state in
        state.pauses -= 1
        return state.pauses == 0
      }
      if hasEnded { begin() }
    }
    return step()
  }

  /// Begins with the jobs that wait, unless that has begun.
  private func begin() {
    let queue = state.withLock { state -> DispatchQueue? in
      guard state.running == nil, let first = state.jobs.first else { return nil }
      state.running = first.member
      let queue = state.queue ?? makeQueue()
      state.queue = queue
      return queue
    }
    queue?.async {
      let executor = self.asUnownedTaskExecutor()
      while let job = self.next() {
        job.runSynchronously(on: executor)
      }
    }
  }

  private func makeQueue() -> DispatchQueue {
    let queue = DispatchQueue(label: "tasks outside the main actor")
    queue.setSpecific(key: Self.key, value: Owner(work: self))
    return queue
  }

  /// The next job; without one, those who wait for that are called.
  private func next() -> UnownedJob? {
    let (job, actions) = state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.running = nil
        defer { state.whenIdle = [] }
        return (UnownedJob?.none, state.whenIdle)
      }
      let (job, member) = state.jobs.removeFirst()
      state.running = member
      return (job, [])
    }
    for action in actions { action() }
    return job
  }

  /// True if no job runs or waits.
  var isIdle: Bool { state.withLock { $0.running == nil && $0.jobs.isEmpty } }

  /// Runs an action when no job runs or waits: now, or on the thread of the last job.
  func whenIdle(_ action: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { state in
      if state.running == nil, state.jobs.isEmpty { return true }
      state.whenIdle.append(action)
      return false
    }
    if isIdle { action() }
  }

  /// Blocks this thread until no job runs or waits, or some time is over.
  /// - Returns: Whether none does.
  func isIdle(within time: DispatchTimeInterval) -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    whenIdle { isDone.signal() }
    return isDone.wait(timeout: .now() + time) == .success
  }

  /// Gives the jobs that wait, and all later ones, back to the threads that all tasks share.
  func release() {
    let jobs = state.withLock { state in
      state.isReleased = true
      defer { state.jobs = [] }
      return state.jobs
    }
    for (job, _) in jobs { Self.returnToSharedThreads(job) }
  }
}

/// Looks from time to time whether a step of the main actor waits for a job outside it.
///
/// The steps of a process follow each other, so the last one with such a job is looked at; one timer is enough.
private enum Watch {
  private struct State {
    typealias Step = (work: OutsideWork, pause: Int, deadline: DispatchTime)

    /// The last step with a job that waits for its end.
    var step: Step?
    /// True if a timer runs.
    var isTimed = false
  }

  private static let state = Mutex(State())
  /// The time after which jobs begin although a step of the main actor runs.
  private static let limit = DispatchTimeInterval.seconds(1)

  /// Watches a step, which has a job that waits for its end.
  static func of(_ work: OutsideWork, _ pause: Int) {
    let begins = state.withLock { state in
      state.step = (work, pause, .now() + limit)
      defer { state.isTimed = true }
      return !state.isTimed
    }
    if begins { look(at: .now() + limit) }
  }

  private static func look(at deadline: DispatchTime) {
    DispatchQueue.global().asyncAfter(deadline: deadline) {
      let (due, next) = state.withLock { state in
        guard let step = state.step else {
          state.isTimed = false
          return (State.Step?.none, DispatchTime?.none)
        }
        if step.deadline > .now() { return (nil, step.deadline) }
        (state.step, state.isTimed) = (nil, false)
        return (step, nil)
      }
      if let due { due.work.begin(in: due.pause) }
      if let next { look(at: next) }
    }
  }
}
