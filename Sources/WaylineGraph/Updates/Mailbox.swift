import Dispatch
import Synchronization

/// Changes that happened outside a graph's scope, on their way to the main actor.
///
/// A background write, a task on the main actor between two awaits, a publish in the middle of an
/// update: none may touch nodes where it stands. Each posts here; the first one asks the main queue
/// for a turn. A graph that starts an update empties the mailbox first, so nothing waits longer
/// than the next command.
package enum Mailbox {
  /// A change that could not be marked where it happened.
  enum Change: Sendable {
    case source(Source)
    case observed(ObservedChange)
  }

  /// Times that the mailbox is emptied again because something was posted meanwhile.
  private static let roundLimit = 100

  private static let changes = Mutex<[Change]>([])
  /// Whether there may be something in it, so that an update need not look.
  private static let isFilled = Atomic<Bool>(false)

  static func post(_ change: Change) {
    let isFirst = changes.withLock { changes in
      changes.append(change)
      isFilled.store(true, ordering: .releasing)
      return changes.count == 1
    }
    if isFirst { DispatchQueue.main.async { MainActor.assumeIsolated { deliver() } } }
  }

  @MainActor private static var isOpening = false
  /// The graphs with something due, which the mailbox's turn of the main queue brings up to date.
  @MainActor private static var waiting: [Graph] = []

  /// Whether a graph is updated in the mailbox's turn, so that it need not ask for one of its own.
  @MainActor
  static func takesTurn(of graph: Graph) -> Bool {
    if isOpening { waiting.append(graph) }
    return isOpening
  }

  /// Marks all that was posted, and updates the graphs that it concerns in the same turn.
  @MainActor
  private static func deliver() {
    open()
    let graphs = waiting
    waiting = []
    for graph in graphs { graph.runScheduled() }
  }

  /// Marks all that was posted.
  ///
  /// A value that is committed here may have been written after others that are still on their way.
  /// It looks again until nothing is left, so that no body sees the later write without the earlier
  /// one; a thread that never stops writing is left behind after some rounds.
  @MainActor
  static func open() {
    for _ in 0..<roundLimit {
      guard isFilled.load(ordering: .acquiring) else { return }
      isOpening = true
      defer { isOpening = false }
      let posted = take()
      Evaluation.scope { posted.forEach(apply) }
    }
  }

  private static func take() -> [Change] {
    changes.withLock { changes in
      isFilled.store(false, ordering: .relaxed)
      defer { changes.removeAll(keepingCapacity: true) }
      return changes
    }
  }

  @MainActor
  private static func apply(_ change: Change) {
    switch change {
    case .source(let source): source.applyPosted()
    case .observed(let change): change.apply()
    }
  }
}
