import CSystem
import Dispatch
import Synchronization

/// An executor of the main actor that can hold tasks of a program back, for tests of their order.
///
/// It passes the steps of tasks on to the main dispatch queue, as the executor of the runtime does,
/// except those of tasks that began in ``HeldTasks/note(_:)``. Once in place it stays: running tasks
/// refer to it.
final class MainTaskExecutor: SerialExecutor {
  /// A part of a task between two of its suspensions.
  struct Step {
    let task: UInt64
    let job: UnownedJob
  }

  private struct State {
    /// The holders of the tasks that are held, by the numbers of the tasks.
    var holders: [UInt64: ObjectIdentifier] = [:]
    /// The steps that wait for their holder.
    var steps: [ObjectIdentifier: [Step]] = [:]
    /// The holder of the tasks that begin now on the main thread.
    var noting: HeldTasks?
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
    return wayline_main_executor_replace(parts.0, parts.1) ? executor : nil
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
    // Proof: a job is a pointer.
    let task = wayline_job_task(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
    if Self.isOnMainQueue, let holder = holder(ofNew: task) {
      MainActor.assumeIsolated { holder.begin(task) }
    }
    let isHeld = state.withLock { state in
      guard let holder = state.holders[task] else { return false }
      state.steps[holder, default: []].append(Step(task: task, job: job))
      return true
    }
    if !isHeld { DispatchQueue.main.async { self.run(job) } }
  }

  /// Runs a step now; only on the main queue, and not in another step.
  func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedSerialExecutor()) }

  /// The holder that notes the tasks that begin, if the task is new to it.
  private func holder(ofNew task: UInt64) -> HeldTasks? {
    state.withLock { state in
      guard let noting = state.noting, state.holders[task] == nil else { return nil }
      state.holders[task] = ObjectIdentifier(noting)
      return noting
    }
  }
}

// MARK: - Holding

extension MainTaskExecutor {
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

  /// The tasks of a holder that have a step that waits, in the order of the steps.
  func waitingTasks(of holder: ObjectIdentifier) -> [UInt64] {
    state.withLock { $0.steps[holder, default: []].map(\.task) }
  }

  /// Removes and returns the first step that waits of some tasks.
  func takeStep(of tasks: (UInt64) -> Bool, for holder: ObjectIdentifier) -> Step? {
    state.withLock { state in
      guard let index = state.steps[holder]?.firstIndex(where: { tasks($0.task) }) else {
        return nil
      }
      return state.steps[holder]?.remove(at: index)
    }
  }

  /// Holds the tasks of a holder no longer, and runs the steps that wait.
  func release(_ holder: ObjectIdentifier) {
    let steps = state.withLock { state in
      state.holders = state.holders.filter { $0.value != holder }
      return state.steps.removeValue(forKey: holder) ?? []
    }
    for step in steps { DispatchQueue.main.async { self.run(step.job) } }
  }
}
