import CWaylineExecutor
import Dispatch
import Synchronization

/// An executor of the main actor that can hold tasks of a program back, for tests of their order.
///
/// It passes the steps of tasks on to the main dispatch queue, as the executor of the runtime does,
/// except those of tasks that began in ``HeldTasks/note(_:)``. Once in place it stays: running tasks
/// refer to it. What a held task does outside the main actor is taken as well: see ``OutsideWork``.
final class MainTaskExecutor: SerialExecutor {
  /// The holder of a task, and its group there.
  struct Membership {
    let holder: HeldTasks.Number
    let group: Int
  }

  /// A part of a task between two of its suspensions.
  private struct Step {
    let group: Int
    let job: UnownedJob
  }

  private struct State {
    /// The memberships of the tasks that are held, by the numbers of the tasks.
    var members: [UInt64: Membership] = [:]
    /// The steps that wait for their holder.
    var steps: [HeldTasks.Number: [Step]] = [:]
    /// The work of the holders outside the main actor.
    var outside: [HeldTasks.Number: OutsideWork] = [:]
    /// The groups with a task that something else than a task continued.
    var foreign: [HeldTasks.Number: Set<Int>] = [:]
    /// The holder of the tasks that begin now on the main queue.
    var noting: HeldTasks?
    /// True while a task is resumed in a turn of the main queue, and its next step.
    var isResuming = false
    var resumed: UnownedJob?
  }

  private let state = Mutex(State())

  /// The executor in its place; nil where the runtime offers none.
  static let installed: MainTaskExecutor? = {
    let executor = MainTaskExecutor()
    // Proof: a serial executor is a reference and its table of functions, as the hook returns them.
    let parts = unsafeBitCast(
      executor.asUnownedSerialExecutor(), to: (UnsafeMutableRawPointer, UnsafeRawPointer).self)
    // Tasks refer to it without retaining it.
    _ = Unmanaged.passRetained(executor)
    let isInPlace = wayline_executors_replace(parts.0, parts.1) { job in
      // Proof: a job is a pointer.
      MainTaskExecutor.installed?.takes(unsafeBitCast(job, to: UnownedJob.self)) ?? false
    }
    return isInPlace ? executor : nil
  }()

  // NB: not the main thread: that of an asynchronous program has ended, and its queue runs on other threads.
  private static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueue) != nil }
  private static let mainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }

  func enqueue(_ job: UnownedJob) {
    guard let member = membership(of: job) else {
      return DispatchQueue.main.async { self.run(job) }
    }
    state.withLock { state in
      // A task whose holder has ended is left as it is.
      guard state.outside[member.holder] != nil else { return }
      state.steps[member.holder, default: []].append(Step(group: member.group, job: job))
    }
  }

  /// Runs a step now; only on the main queue.
  func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedSerialExecutor()) }

  /// Takes a job of the threads that all tasks share if it is that of a held task.
  func takes(_ job: UnownedJob) -> Bool {
    guard let member = membership(of: job) else { return takesResumed(job) }
    return state.withLock { $0.outside[member.holder] }?.takes(job, of: member) ?? false
  }

  /// Resumes a task of the main actor that is not held, in this turn of the main queue.
  ///
  /// The runtime would resume it on the threads that all tasks share, from which it comes back to the main actor.
  @MainActor
  static func resume(_ continuation: CheckedContinuation<Void, Never>) {
    guard let executor = installed else { return continuation.resume() }
    executor.state.withLock { $0.isResuming = true }
    continuation.resume()
    let job = executor.state.withLock { state in
      defer { (state.isResuming, state.resumed) = (false, nil) }
      return state.resumed
    }
    if let job { executor.run(job) }
  }

  /// Takes the step of a task that is resumed in this turn of the main queue.
  private func takesResumed(_ job: UnownedJob) -> Bool {
    guard Self.isOnMainQueue else { return false }
    return state.withLock { state in
      guard state.isResuming, state.resumed == nil else { return false }
      state.resumed = job
      return true
    }
  }

  /// The membership of the task of a job; a task that begins now is noted.
  ///
  /// A job of no task, such as that of an actor, belongs to the task that it was made by.
  private func membership(of job: UnownedJob) -> Membership? {
    // Proof: a job is a pointer.
    let task = wayline_job_task(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
    let (running, isOnMainQueue) = (OutsideWork.running, Self.isOnMainQueue)
    let (known, noting) = state.withLock { state in
      let known = state.members[task]
      if let known, running == nil, !isOnMainQueue, state.outside[known.holder] != nil {
        state.foreign[known.holder, default: []].insert(known.group)
      }
      return (known, state.noting)
    }
    if let known { return known }
    let member: Membership
    if let running {
      member = running
    } else if let noting, isOnMainQueue {
      member = MainActor.assumeIsolated { noting.begin() }
    } else {
      return nil
    }
    if task != 0 { state.withLock { $0.members[task] = member } }
    return member
  }
}

// MARK: - Holding

extension MainTaskExecutor {
  /// Begins to hold tasks; `work` runs what they do outside the main actor.
  func add(_ holder: HeldTasks.Number, _ work: OutsideWork) {
    state.withLock { $0.outside[holder] = work }
  }

  /// Notes the tasks that begin during an action for a holder.
  @MainActor
  func note<Result>(for holder: HeldTasks, _ action: () -> Result) -> Result {
    let outer = state.withLock { state in
      defer { state.noting = holder }
      return state.noting
    }
    defer { state.withLock { $0.noting = outer } }
    return action()
  }

  /// The groups of a holder that have a step that waits.
  func waitingGroups(of holder: HeldTasks.Number) -> Set<Int> {
    state.withLock { Set($0.steps[holder, default: []].map(\.group)) }
  }

  /// The number of steps of a holder that wait.
  func waitingSteps(of holder: HeldTasks.Number) -> Int {
    state.withLock { $0.steps[holder]?.count ?? 0 }
  }

  /// The groups of a holder that have a step of a cancelled task that waits.
  func cancelledGroups(of holder: HeldTasks.Number) -> Set<Int> {
    let steps = state.withLock { $0.steps[holder, default: []] }
    // Proof: a job is a pointer.
    let cancelled = steps.filter {
      wayline_job_is_cancelled(unsafeBitCast($0.job, to: UnsafeMutableRawPointer.self))
    }
    return Set(cancelled.map(\.group))
  }

  /// The groups of a holder with a task that something else than a task continued, such as a thread.
  func foreignGroups(of holder: HeldTasks.Number) -> Set<Int> {
    state.withLock { $0.foreign[holder, default: []] }
  }

  /// Removes and returns the first step that waits, or the first one of a group.
  func takeStep(of group: Int?, for holder: HeldTasks.Number) -> (job: UnownedJob, group: Int)? {
    state.withLock { state in
      guard
        let index = state.steps[holder]?.firstIndex(where: { group == nil || $0.group == group })
      else { return nil }
      let step = state.steps[holder]?.remove(at: index)
      return step.map { ($0.job, $0.group) }
    }
  }

  /// Ends a holder: its tasks take no step on the main actor any more, as at the end of a process.
  ///
  /// A step would be one of a scene that was left: what it does there, such as a crash, is no part of what
  /// runs now. Work outside the main actor continues, because an actor of the program may serve other tasks.
  func end(_ holder: HeldTasks.Number) {
    let outside = state.withLock { state in
      (state.foreign[holder], state.steps[holder]) = (nil, nil)
      return state.outside.removeValue(forKey: holder)
    }
    outside?.release()
  }
}
