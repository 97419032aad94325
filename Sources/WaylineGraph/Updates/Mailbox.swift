import Dispatch
import Synchronization

// Proof: everything is guarded, atomic or isolated.
/// The changes that wait for the next update of one graph.
///
/// A write from another thread, or from a task between two awaits, must not touch nodes where it
/// happens: it is posted here, and the first one of a batch schedules a turn of the main queue. An
/// update empties the mailbox of its graph before it runs a body, so no change waits longer than
/// the next command. The writes of a scope that must not be one update wait in ``groups``.
final class Mailbox: @unchecked Sendable {
  private enum Change: Sendable {
    case source(Source)
    case observed(ObservedChange)
  }

  private struct Posted {
    var changes: [(change: Change, isOfRow: Bool)] = []
    /// The sources in `changes`: once is enough for each.
    var sources: Set<ObjectIdentifier> = []
  }

  // Its methods run no code of the program, so accesses do not overlap.
  /// The writes of scopes that wait for an update of their own.
  @MainActor @exclusivity(unchecked) var groups: WriteGroups
  /// The uses of values so far that tell whether an action has an effect.
  @MainActor @exclusivity(unchecked) var tally = WriteTally()

  // NB: not weak: an object with weak references is slower to retain, which is done in every turn.
  /// The graph, which removes itself here in its `deinit` on the main actor.
  @MainActor private unowned(unsafe) var graph: Graph?
  private let hasGraph = Atomic<Bool>(false)
  private let posted = Mutex(Posted())
  /// True if something may be posted, so that an update without posts takes no lock.
  private let isFilled = Atomic<Bool>(false)

  /// Creates an empty mailbox, which delivers to no graph yet.
  @MainActor init() {
    groups = WriteGroups()
  }

  /// Delivers to a graph from now on, or to none, which has been released.
  @MainActor
  func deliver(to graph: Graph?) {
    self.graph = graph
    hasGraph.store(graph != nil, ordering: .releasing)
    if graph == nil { discard() }
  }

  /// Releases what no update will take: a posted source holds this mailbox.
  @MainActor
  private func discard() {
    // Released after the lock and the access: the values are the program's, and may run its code.
    var (changes, waiting) = ([(change: Change, isOfRow: Bool)](), WriteGroups())
    posted.withLock { posted in
      isFilled.store(false, ordering: .relaxed)
      swap(&changes, &posted.changes)
      posted.sources = []
    }
    swap(&waiting, &groups)
  }

  /// True if the graph has been released, so that nothing can be delivered.
  var isAbandoned: Bool { !hasGraph.load(ordering: .acquiring) }

  /// True if something is posted that no update has taken.
  var isWaiting: Bool { isFilled.load(ordering: .acquiring) }

  /// Posts a change of the observed objects of a node.
  func post(_ change: ObservedChange) {
    put(.observed(change)) { _ in true }
  }

  /// Posts a source, after a write to it that no other write comes between.
  ///
  /// - Parameter write: changes the value. It runs under the mailbox's lock, so that a batch holds all
  ///   writes up to one point in time and none after it; no code of the program may run here.
  func post(_ source: Source, after write: () -> Void = {}) {
    put(.source(source)) { sources in
      write()
      return sources.insert(ObjectIdentifier(source)).inserted
    }
  }

  private func put(_ change: Change, if isNew: (inout Set<ObjectIdentifier>) -> Bool) {
    let isOfRow = StartedTasks.isOfRow
    let isFirst = posted.withLock { posted in
      guard isNew(&posted.sources) else { return false }
      guard !isAbandoned else {
        posted.sources = []
        return false
      }
      posted.changes.append((change, isOfRow))
      isFilled.store(true, ordering: .releasing)
      return posted.changes.count == 1
    }
    guard isFirst else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.graph?.runScheduled() } }
  }

  /// Lets bodies see all that was posted, and marks those that read it.
  ///
  /// Later writes wait for the next update, so no body sees a later write without the earlier ones.
  @MainActor
  func open() {
    guard isWaiting else { return }
    let changes = takePosted()
    Evaluation.scope(self) {
      for (apply, isOfRow) in changes {
        if let graph, isOfRow { graph.attributing(toRow: true) { apply() } } else { apply() }
      }
    }
  }

  @MainActor
  private func takePosted() -> [(apply: @MainActor () -> Void, isOfRow: Bool)] {
    posted.withLock { posted in
      isFilled.store(false, ordering: .relaxed)
      posted.sources.removeAll(keepingCapacity: true)
      defer { posted.changes.removeAll(keepingCapacity: true) }
      return posted.changes.map { change, isOfRow in
        switch change {
        case .source(let source):
          let commit = source.commitOfPost()
          let apply: @MainActor () -> Void = {
            commit()
            source.mark(in: self)
          }
          return (apply, isOfRow)
        case .observed(let change): return ({ change.apply() }, isOfRow)
        }
      }
    }
  }

  /// Applies a change that was made in a scope, or puts it into its group.
  @MainActor
  func submit(_ source: Source) {
    if groups.isEmpty, Transaction.isPlain {
      source.commit()
      source.mark(in: self)
    } else {
      let commit = source.commitOfNow()
      add {
        commit()
        source.mark(in: self)
      }
    }
  }

  /// Runs an action when the bodies that concern the writes so far have run.
  @MainActor
  func add(_ action: @escaping @MainActor () -> Void) {
    // No body follows the write any more.
    guard !isAbandoned else { return action() }
    groups.add(action, isOfRow: graph?.isCausedByRow ?? false)
    graph?.scheduleIfIdle()
  }
}

/// The writes of one graph that wait because they were made under another transaction.
///
/// The writes of a scope are one group, which bodies see at once. A write under a transaction of
/// its own (`withTransaction`) begins another group, and so does the first plain write after it.
/// Each group is applied when the bodies of the one before have run. Adjacent writes under equal
/// transactions share a group. Source: SwiftUI's transaction queue.
@MainActor
struct WriteGroups {
  /// Writes under one transaction.
  struct Group {
    let transaction: Transaction
    /// True if nothing but the appearance of a row has caused the writes.
    fileprivate(set) var isOfRow: Bool
    fileprivate var writes: [@MainActor () -> Void] = []

    /// Lets bodies see the values, and marks those that read them.
    @MainActor
    func apply() {
      for write in writes { write() }
    }
  }

  private var waiting: [Group] = []

  /// True if no group waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds a write to the group of the current transaction.
  mutating func add(_ write: @escaping @MainActor () -> Void, isOfRow: Bool) {
    let transaction = Transaction.current
    if waiting.last?.transaction.isSame(as: transaction) != true {
      waiting.append(Group(transaction: transaction, isOfRow: isOfRow))
    }
    if !isOfRow { waiting[waiting.count - 1].isOfRow = false }
    waiting[waiting.count - 1].writes.append(write)
  }

  /// Removes the next group, in the order of the writes.
  mutating func next() -> Group? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }
}
