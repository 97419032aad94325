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

  private static let changes = Mutex<[Change]>([])
  /// Whether there may be something in it, so that an update need not look.
  private static let isFilled = Atomic<Bool>(false)

  /// Posts a change of the observed objects of a node.
  static func post(_ change: ObservedChange) {
    let isFirst = changes.withLock { put(.observed(change), into: &$0) }
    if isFirst { callMainQueue() }
  }

  /// Posts a source, after a write to it that no other write comes between.
  ///
  /// - Parameter write: changes the value and says whether it did. It runs under the mailbox's
  ///   lock, so that the mailbox has all writes up to some moment and none after it; no code of the
  ///   program may run here.
  static func post(_ source: Source, after write: () -> Bool = { true }) {
    let isFirst = changes.withLock { changes in
      guard write(), !source.isPosted else { return false }
      source.isPosted = true
      return put(.source(source), into: &changes)
    }
    if isFirst { callMainQueue() }
  }

  /// Puts a change in and says whether it is the first.
  private static func put(_ change: Change, into changes: inout [Change]) -> Bool {
    changes.append(change)
    isFilled.store(true, ordering: .releasing)
    return changes.count == 1
  }

  private static func callMainQueue() {
    DispatchQueue.main.async { MainActor.assumeIsolated { deliver() } }
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

  /// Lets bodies see all that was posted, and marks those that read it.
  ///
  /// What is written from here on is for the next update, so no body sees a later write without the
  /// earlier ones.
  @MainActor
  static func open() {
    guard isFilled.load(ordering: .acquiring) else { return }
    isOpening = true
    defer { isOpening = false }
    let posted = take()
    Evaluation.scope { for apply in posted { apply() } }
  }

  @MainActor
  private static func take() -> [@MainActor () -> Void] {
    changes.withLock { changes in
      isFilled.store(false, ordering: .relaxed)
      defer { changes.removeAll(keepingCapacity: true) }
      return changes.map { change in
        switch change {
        case .source(let source):
          source.isPosted = false
          let commit = source.commitOfMail()
          return {
            commit()
            source.mark()
          }
        case .observed(let change): return { change.apply() }
        }
      }
    }
  }
}
