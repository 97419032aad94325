import Synchronization

// Proof: readers are accessed on the main actor only. `mailbox` and `others` are changed there,
// under the lock, and read on other threads under the lock.
/// A value whose change runs the bodies that read it again.
///
/// A getter calls ``didRead(_:)`` before it reads the value; code that changes the value calls
/// ``didChange()`` when the new value can be read. Readers are kept until the next change: a body
/// that still reads the source registers again when it runs. Readers of different graphs are kept
/// apart, and each graph applies the change in an update of its own.
package class Source: EngineObject, @unchecked Sendable {
  /// The work that a change requires of a reader.
  package enum Demand: Sendable {
    /// The body must run.
    case body
    /// The properties are connected again, and they decide.
    case check
  }

  // Marking runs no body, and adding runs no code of the program, so accesses do not overlap: they
  // need no check at run time.
  /// The readers in the graph of `mailbox`: the owner's, or else the one that read it first.
  @exclusivity(unchecked) private final var readers = SourceReaders()
  private final var mailbox: Mailbox?
  /// The readers in other graphs.
  @exclusivity(unchecked) private final var others: [ObjectIdentifier: OtherReaders] = [:]
  /// True if one graph decides when bodies see a change: the graph of a view's state.
  private let isOwned: Bool
  /// Guards what other threads read.
  final let lock = Mutex<Void>(())

  /// Creates a source of a value that any graph may read.
  package init() {
    isOwned = false
  }

  /// Creates a source of a value that belongs to the graph of a mailbox.
  init(ownedBy mailbox: Mailbox) {
    self.mailbox = mailbox
    isOwned = true
  }

  /// Registers the body that is being evaluated on this thread, if there is one.
  ///
  /// - Complexity: O(1) amortised.
  package final func didRead(_ demand: Demand = .body) {
    guard let (node, phase) = Evaluation.reader else { return }
    let reader = SourceReader(
      node: node, generation: node.generation(of: phase), phase: phase, demand: demand)
    if node.mailbox !== mailbox, let other = otherReaders(in: node.mailbox) {
      other.readers.add(reader)
    } else {
      readers.add(reader)
    }
  }

  /// Marks the readers; outside a graph's scope, in a turn of the main queue.
  ///
  /// - Complexity: O(readers).
  package final func didChange() {
    if Evaluation.canMark { return Evaluation.mark(self) { $0.submit() } }
    for mailbox in deciding { mailbox.post(self) }
  }

  /// Posts the source after a write, to the graph that owns it; see ``Mailbox/post(_:after:)``.
  final func post(after write: () -> Void) {
    lock.withLock { _ in mailbox }?.post(self, after: write)
  }

  /// Makes a value that was written last the one that bodies see.
  @MainActor
  func commit() {}

  /// Captures the present value, to make it the one that bodies see later.
  @MainActor
  func commitOfNow() -> @MainActor () -> Void { {} }

  /// Captures what was posted. Called under the mailbox's lock: no code of the program may run
  /// here.
  @MainActor
  func commitOfPost() -> @MainActor () -> Void { commit }

  @MainActor
  private func submit() {
    guard let mailbox else { return }
    mailbox.submit(self)
    guard !isOwned, !others.isEmpty else { return }
    for other in others.values { other.mailbox.submit(self) }
  }

  /// Makes the readers of a graph due; for a value that the graph owns, all readers.
  @MainActor
  final func mark(in graph: Mailbox) {
    if graph === mailbox {
      isOwned ? mark() : readers.mark(self)
    } else {
      others[ObjectIdentifier(graph)]?.readers.mark(self)
    }
  }

  /// Makes all readers due.
  @MainActor
  final func mark() {
    readers.mark(self)
    guard !others.isEmpty else { return }
    for other in others.values { other.readers.mark(self) }
  }
}

extension Source {
  /// The graphs that decide when bodies see a change.
  private var deciding: [Mailbox] {
    lock.withLock { _ in
      guard let mailbox else { return [] }
      return isOwned || others.isEmpty ? [mailbox] : [mailbox] + others.values.map(\.mailbox)
    }
  }

  /// The readers of a graph other than the first; nil where the graph becomes the first.
  private func otherReaders(in new: Mailbox) -> OtherReaders? {
    if let known = others[ObjectIdentifier(new)] { return known }
    if !isOwned, mailbox?.isAbandoned ?? true {
      readers = SourceReaders()
      lock.withLock { _ in mailbox = new }
      return nil
    }
    let made = OtherReaders(new)
    lock.withLock { _ in
      if others.count == others.capacity {
        others = others.filter { !$0.value.mailbox.isAbandoned }
      }
      others[ObjectIdentifier(new)] = made
    }
    return made
  }

  /// The number of bodies that a change would run, for tests.
  @MainActor
  var readerCount: Int { allReaders.count { !$0.node.isEnded } }

  /// The number of readers in memory, ended ones included, for tests.
  @MainActor
  var rememberedCount: Int { allReaders.count }

  /// The number of graphs whose readers are in memory, for tests.
  @MainActor
  var graphCount: Int { others.count + (mailbox == nil ? 0 : 1) }

  private var allReaders: [SourceReader] {
    readers.all + others.values.flatMap(\.readers.all)
  }
}

/// A body, or the properties of one, that must run when a source changes.
private struct SourceReader {
  // It may stay here after it has ended, when it retains nothing any more, until the next change or
  // until there are many of those.
  let node: Node
  let generation: UInt32
  let phase: Evaluation.Phase
  let demand: Source.Demand

  /// True if the node still shows what it made when it registered.
  var isCurrent: Bool { !node.isEnded && generation == node.generation(of: phase) }

  /// True if the other is equal, or of an earlier turn of the same node.
  func replaces(_ other: Self) -> Bool {
    node === other.node && phase == other.phase
      && (generation != other.generation || demand == other.demand)
  }

  @MainActor
  func wake(by source: Source) {
    guard isCurrent else { return }
    node.invalidate(demand, because: .source(ObjectIdentifier(source)))
  }
}

/// The readers of a source in one graph.
private struct SourceReaders {
  /// The first reader, which is the only one of most sources, and those after it.
  private var first: SourceReader?
  private var others: [SourceReader] = []

  var all: [SourceReader] { (first.map { [$0] } ?? []) + others }

  mutating func add(_ reader: SourceReader) {
    guard let first, !reader.replaces(first) else {
      self.first = reader
      return
    }
    if let last = others.last, reader.replaces(last) {
      others[others.count - 1] = reader
      return
    }
    if others.count == others.capacity { makeRoom() }
    if self.first == nil { self.first = reader } else { others.append(reader) }
  }

  /// Makes the readers due, and removes them.
  @MainActor
  mutating func mark(_ source: Source) {
    guard let first else { return }
    self.first = nil
    // Marking runs no body, so no reader is added meanwhile.
    first.wake(by: source)
    guard !others.isEmpty else { return }
    var marked: [SourceReader] = []
    swap(&marked, &others)
    for reader in marked { reader.wake(by: source) }
    guard marked.count <= 16 else { return }
    // The capacity for a few readers is retained: most will register again.
    marked.removeAll(keepingCapacity: true)
    swap(&marked, &others)
  }

  /// Removes the readers that are not current any more; doubles the room where that helps little.
  private mutating func makeRoom() {
    if let first, !first.isCurrent { self.first = others.popLast() }
    others.makeRoom(removing: { !$0.isCurrent })
  }
}

/// The readers of a source in a graph that is not the first.
private final class OtherReaders {
  let mailbox: Mailbox
  var readers = SourceReaders()

  init(_ mailbox: Mailbox) {
    self.mailbox = mailbox
  }
}

extension Array {
  /// Makes room in a full array of things that come and are over: those that are over go, and where
  /// that helps little the room doubles, so that adding stays O(1) on average.
  mutating func makeRoom(removing isOver: (Element) -> Bool) {
    let room = capacity
    removeAll(where: isOver)
    if count > room / 2 { reserveCapacity(Swift.max(2, 2 * room)) }
  }
}
