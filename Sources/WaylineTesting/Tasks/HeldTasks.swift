import Dispatch
import Synchronization
import WaylineSystem

/// Tasks of the main actor that continue only when a test lets them.
///
/// A test of the order in which work ends notes the tasks that an action starts, and then lets one
/// after the other continue. What a task starts belongs to it. Work that leaves the main actor is not
/// held meanwhile, but its next step there is. A step ends when its work outside has come back, or
/// waits for something that is no task: so the order does not depend on the machine.
///
/// With the holder its tasks end: one that waits for its next step on the main actor never takes it.
@MainActor
final class HeldTasks {
  /// The number of a holder, by which the executor knows it.
  struct Number: Hashable, Sendable {
    private let number: Int
    private static let last = Atomic<Int>(0)

    init() { number = Self.last.add(1, ordering: .relaxed).newValue }
  }

  /// The time for which the main thread itself waits: most work outside takes less than its own turns would.
  private static let shortTime = DispatchTimeInterval.milliseconds(2)
  /// The time after which work outside the main actor is taken for work that blocks others.
  private static let limit = DispatchTimeInterval.seconds(5)

  /// A task with the tasks that it has started.
  private struct Group {
    let name: String
    /// In memory until the last of the tasks has ended; nil for a detached task.
    weak var life: Life?
    var steps = 0
  }

  /// An object that tasks inherit, so that its end is that of the last one.
  private final class Life: Sendable {}
  @TaskLocal private static var life: Life?

  private var groups: [Group] = []
  /// An object that no task has inherited, for the next action.
  private var spareLife: Life?
  /// The group whose step runs now.
  private var running: Int?
  private let name: () -> String
  private let executor = MainTaskExecutor.installed
  private let outside = OutsideWork()
  nonisolated private let number = Number()

  /// Creates a holder without tasks; `name` returns the name of a task that begins.
  init(name: @escaping () -> String) {
    self.name = name
    executor?.add(number, outside)
  }

  deinit { executor?.end(number) }

  /// Runs an action, and holds the tasks that it starts before their first step.
  func note<Result>(_ action: () -> Result) -> Result {
    guard let executor else { return action() }
    var life = spareLife ?? Life()
    spareLife = nil
    // A detached task inherits nothing: its group would seem to be unfinished as long as the object is kept.
    let count = groups.count
    defer { if groups.count == count, isKnownUniquelyReferenced(&life) { spareLife = life } }
    return outside.pausing {
      Self.$life.withValue(life) { executor.note(for: self, action) }
    }
  }

  /// The names of the tasks that can continue, in the order of their beginning.
  ///
  /// A name that occurs again is followed by a number.
  var names: [String] { ready.map(\.name) }

  /// The number of steps that wait.
  var waitingSteps: Int { groups.isEmpty ? 0 : executor?.waitingSteps(of: number) ?? 0 }

  /// The cancelled task that continues by itself; nil if there is none.
  ///
  /// It is one that has not begun, or the first of several of one name. So a task that is cancelled and started
  /// again, over and over, is one cancelled task at a time.
  var continuingCancelled: String? {
    guard !groups.isEmpty, let cancelled = executor?.cancelledGroups(of: number),
      !cancelled.isEmpty
    else { return nil }
    var first: [String: String] = [:]
    for (group, name) in ready where cancelled.contains(group) {
      if groups[group].steps == 0 { return name }
      if let first = first[groups[group].name] { return first }
      first[groups[group].name] = name
    }
    return nil
  }

  /// The names of the tasks that something else than a task continued, such as a thread.
  var foreignNames: [String] {
    let foreign = groups.isEmpty ? [] : executor?.foreignGroups(of: number) ?? []
    return foreign.isEmpty ? [] : foreign.map { groups[$0].name }
  }

  /// Lets the named task take its next step, or the one that has waited longest, and then runs an
  /// action.
  /// - Returns: Whether there was a step.
  @discardableResult
  func step(_ name: String? = nil, then action: @escaping () -> Void) async -> Bool {
    let group = name.map { name in ready.first { $0.name == name }?.group ?? -1 }
    guard let executor, let step = executor.takeStep(of: group, for: number) else { return false }
    await runQueue()
    running = step.group
    groups[step.group].steps += 1
    note {
      executor.run(step.job)
      running = nil
      action()
    }
    // The step may have left work on the queue.
    await runQueue()
    await comeBack()
    return true
  }

  /// True if work runs outside the main actor that ``comeBack()`` waits for.
  var isOutside: Bool { !outside.isIdle }

  /// True if work outside the main actor takes its own order, because some was not done in time.
  private(set) var isBlocked = false

  /// Waits until no task runs outside the main actor; not for what waits for something that is no task.
  func comeBack() async {
    guard !isBlocked, isOutside, !outside.isIdle(within: Self.shortTime) else { return }
    let waiter = Waiter()
    await withCheckedContinuation { continuation in
      waiter.continuation = continuation
      outside.whenIdle {
        DispatchQueue.main.async { MainActor.assumeIsolated { _ = waiter.end() } }
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + Self.limit) { [weak self] in
        MainActor.assumeIsolated { if waiter.end() { self?.releaseOutsideWork() } }
      }
    }
  }

  /// Lets work outside the main actor take its own order from now on.
  func releaseOutsideWork() {
    isBlocked = true
    outside.release()
  }

  /// Runs what waits on the main queue, if anything may wait there.
  func runQueue() async {
    if MainQueueHandle.takeHasNewWork() { await turn {} }
  }

  /// Runs an action in a turn of the main queue, after all that waits there and, if one is given, a pause.
  func turn(
    after pause: DispatchTimeInterval? = nil, _ action: @escaping @MainActor () -> Void
  ) async {
    await withCheckedContinuation { continuation in
      let turn: @Sendable () -> Void = {
        MainActor.assumeIsolated {
          action()
          MainTaskExecutor.resume(continuation)
        }
      }
      if let pause {
        DispatchQueue.main.asyncAfter(deadline: .now() + pause, execute: turn)
      } else {
        DispatchQueue.main.async(execute: turn)
        // The turn itself is no new work, and what waits before it runs before it.
        _ = MainQueueHandle.takeHasNewWork()
      }
    }
  }

  /// Runs an action in turns of the main queue that follow each other, until it has returned false twice in a row.
  /// Without new work on the queue there is none, and no switch to other work.
  ///
  /// - Parameters:
  ///   - limit: the number of turns after which it stops in any case.
  ///   - action: returns true if it found something to do.
  /// - Returns: Whether there were turns.
  func turns(atMost limit: Int, _ action: @escaping @MainActor () -> Bool) async -> Bool {
    guard MainQueueHandle.takeHasNewWork() else { return false }
    await withCheckedContinuation { continuation in
      nextTurn(of: limit, quiet: 0, action) { MainTaskExecutor.resume(continuation) }
    }
    return true
  }

  private func nextTurn(
    of limit: Int, quiet: Int, _ action: @escaping @MainActor () -> Bool,
    _ end: @escaping @MainActor () -> Void
  ) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        let quiet = action() ? 0 : quiet + 1
        if quiet == 2 || limit == 1 { return end() }
        self.nextTurn(of: limit - 1, quiet: quiet, action, end)
      }
    }
    // The turn itself is no new work.
    _ = MainQueueHandle.takeHasNewWork()
  }

  /// Notes a task that begins.
  func begin() -> MainTaskExecutor.Membership {
    if running == nil {
      groups.append(Group(name: name(), life: Self.life))
    }
    return MainTaskExecutor.Membership(holder: number, group: running ?? groups.count - 1)
  }

  /// The groups with a step that waits, by the names that distinguish them.
  private var ready: [(group: Int, name: String)] {
    // Without a task that has begun no step waits.
    let waiting = groups.isEmpty ? [] : executor?.waitingGroups(of: number) ?? []
    guard !waiting.isEmpty else { return [] }
    var counts: [String: Int] = [:]
    return waiting.sorted().map { group in
      let name = groups[group].name
      counts[name, default: 0] += 1
      let count = counts[name] ?? 1
      return (group, count == 1 ? name : "\(name) \(count)")
    }
  }
}

// MARK: - Progress

extension HeldTasks {
  /// The distance that an unfinished task has come, with the tasks that it has started.
  struct Progress: Hashable {
    /// The steps and sleeps that are counted: a task without an end takes any number.
    static let limit = 12

    /// The name of the task.
    let name: String
    /// The steps on the main actor.
    let steps: Int
    let sleeps: OutsideWork.Sleeps

    /// True if the task has come so far that its steps are not counted any more.
    var isBeyondLimit: Bool { steps == Self.limit || sleeps.count == Self.limit }
  }

  /// The progress of each unfinished task, in the order of their beginning.
  var progress: [Progress] {
    guard !groups.isEmpty else { return [] }
    let waiting = executor?.waitingGroups(of: number) ?? []
    let sleeps = outside.sleeps
    return groups.indices.compactMap { number in
      let (group, slept) = (groups[number], sleeps[number] ?? OutsideWork.Sleeps())
      guard group.life != nil || waiting.contains(number) || slept.isAsleep else { return nil }
      return Progress(
        name: group.name, steps: min(group.steps, Progress.limit), sleeps: slept)
    }
  }

  /// Notes that the present task sleeps from now on, on the clock of a test.
  nonisolated static func beginSleep(of duration: Duration) {
    OutsideWork.noteSleep { $0.begin(duration, limit: Progress.limit) }
  }

  /// Notes that the sleep of the present task has ended.
  nonisolated static func endSleep() {
    OutsideWork.noteSleep { $0.end() }
  }
}

/// The one who waits for work outside the main actor, for a limited time.
@MainActor
private final class Waiter {
  var continuation: CheckedContinuation<Void, Never>?

  /// Ends the waiting; false if it has ended.
  @discardableResult
  func end() -> Bool {
    guard let continuation else { return false }
    self.continuation = nil
    MainTaskExecutor.resume(continuation)
    return true
  }
}
