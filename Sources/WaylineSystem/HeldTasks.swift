import Dispatch

/// Tasks of the main actor that continue only when a test lets them.
///
/// A test of the order in which work ends notes the tasks that an action starts, and then lets one
/// after the other continue. What a task starts belongs to it. Work that leaves the main actor is not
/// held meanwhile, but its next step there is. Detached tasks are not held.
@MainActor
package final class HeldTasks {
  /// A task, and the tasks that it has started.
  private struct Group {
    let name: String
    var tasks: Set<UInt64>
  }

  private var groups: [Group] = []
  /// The group whose step runs now.
  private var running: Int?
  private let name: () -> String
  private let executor = MainTaskExecutor.installed

  /// Creates a holder without tasks; `name` returns the name of a task that begins.
  package init(name: @escaping () -> String) {
    self.name = name
  }

  deinit { executor?.release(ObjectIdentifier(self)) }

  /// Runs an action, and holds the tasks that it starts before their first step.
  package func note<Result>(_ action: () -> Result) -> Result {
    guard let executor else { return action() }
    return executor.note(for: self, action)
  }

  /// The names of the tasks that can continue, in the order of their beginning.
  ///
  /// A name that occurs again is followed by a number.
  package var names: [String] { ready.map(\.name) }

  /// Lets the named task take its next step, or the one that has waited longest, and then runs an
  /// action.
  /// - Returns: Whether there was a step.
  @discardableResult
  package func step(_ name: String? = nil, then action: @escaping () -> Void) async -> Bool {
    let chosen = name.map { name in ready.first { $0.name == name }.map { groups[$0.group].tasks } }
    guard let executor,
      let step = executor.takeStep(
        of: { task in chosen.map { $0?.contains(task) ?? false } ?? true },
        for: ObjectIdentifier(self))
    else { return false }
    await turn { [self] in
      running = groups.firstIndex { $0.tasks.contains(step.task) }
      note {
        executor.run(step.job)
        running = nil
        action()
      }
    }
    // The step may have left work on the queue.
    await turn {}
    return true
  }

  /// Runs an action in a turn of the main queue, after all that waits there.
  package func turn(_ action: @escaping @MainActor () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        MainActor.assumeIsolated(action)
        continuation.resume()
      }
    }
  }

  /// Holds the tasks no longer.
  package func release() {
    executor?.release(ObjectIdentifier(self))
    groups = []
  }

  /// Notes a task that begins.
  func begin(_ task: UInt64) {
    if let running {
      groups[running].tasks.insert(task)
    } else {
      groups.append(Group(name: name(), tasks: [task]))
    }
  }

  /// The groups with a step that waits, by the names that distinguish them.
  private var ready: [(group: Int, name: String)] {
    let tasks = executor?.waitingTasks(of: ObjectIdentifier(self)) ?? []
    guard !tasks.isEmpty else { return [] }
    var counts: [String: Int] = [:]
    return groups.indices.filter { !groups[$0].tasks.isDisjoint(with: tasks) }.map { group in
      let name = groups[group].name
      counts[name, default: 0] += 1
      let count = counts[name] ?? 1
      return (group, count == 1 ? name : "\(name) \(count)")
    }
  }
}
