/// Something whose change re-runs the bodies that read it.
///
/// A getter calls ``didRead(_:)``; whoever changes the value calls ``didChange()`` once the new
/// value can be read. Readers are kept only until the next change: a body that still reads the
/// source registers again when it re-runs.
// Proof: `readers` is touched only while a body runs or in a scope, both on the main actor, and
// `isPosted` under the mailbox's lock.
package class Source: @unchecked Sendable {
  /// What a change asks of a reader.
  package enum Demand: Sendable {
    /// The body must run.
    case body
    /// The properties are connected again, and they decide.
    case check
  }

  private struct Reader {
    // It may stay here after it has ended, when it keeps nothing any more, until the next change or
    // until there are many of those.
    let node: Node
    let generation: UInt32
    let phase: Evaluation.Phase
    let demand: Demand

    /// Whether the node still shows what it made when it registered.
    var isCurrent: Bool { !node.isEnded && generation == node.generation(of: phase) }

    /// Whether the other says the same, or the same of an earlier turn, which is over.
    func replaces(_ other: Self) -> Bool {
      node === other.node && phase == other.phase
        && (generation != other.generation || demand == other.demand)
    }
  }

  /// The first reader, which is the only one of most sources, and those after it.
  private var first: Reader?
  /// Whether it lies in the mailbox, where once is enough; the mailbox's lock guards it.
  final var isPosted = false
  private var others: [Reader] = []

  /// Makes one with nothing said.
  package init() {}

  /// Registers the body that is being evaluated on this thread, if there is one.
  ///
  /// - Complexity: O(1) amortised.
  package final func didRead(_ demand: Demand = .body) {
    guard let (node, phase) = Evaluation.reader else { return }
    let reader = Reader(
      node: node, generation: node.generation(of: phase), phase: phase, demand: demand)
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

  /// Marks the readers; from outside a graph's scope it does so in a turn of the main queue.
  ///
  /// - Complexity: O(readers).
  package final func didChange() {
    if Evaluation.canMark { return Evaluation.mark(self) { WriteGroups.submit($0) } }
    Mailbox.post(self)
  }

  /// Makes a value that was written elsewhere the one that bodies see.
  @MainActor
  func commit() {}

  /// Remembers the present value, to make it the one that bodies see later.
  @MainActor
  func commitOfNow() -> @MainActor () -> Void { {} }

  /// Remembers what was posted, to make it what bodies see when the mailbox is open. Called under
  /// the mailbox's lock: no code of the program may run here.
  @MainActor
  func commitOfMail() -> @MainActor () -> Void { commit }

  @MainActor
  final func apply() {
    commit()
    mark()
  }

  /// Makes the readers due.
  @MainActor
  final func mark() {
    guard let first else { return }
    self.first = nil
    // Marking runs no body, so nobody registers meanwhile.
    wake(first)
    guard !others.isEmpty else { return }
    var marked: [Reader] = []
    swap(&marked, &others)
    for reader in marked { wake(reader) }
    guard marked.count <= 16 else { return }
    // The room for a few readers is kept: most will register again.
    marked.removeAll(keepingCapacity: true)
    swap(&marked, &others)
  }

  @MainActor
  private func wake(_ reader: Reader) {
    guard reader.isCurrent else { return }
    reader.node.invalidate(reader.demand, because: .source(ObjectIdentifier(self)))
  }

  /// Forgets the readers that are not current any more; doubles the room where that helps little.
  private func makeRoom() {
    if let first, !first.isCurrent { self.first = others.popLast() }
    others.makeRoom(removing: { !$0.isCurrent })
  }
}

extension Source {
  /// How many bodies would re-run, for tests.
  @MainActor
  var readerCount: Int { remembered.count { !$0.node.isEnded } }

  /// How many readers it remembers, alive or not, for tests.
  @MainActor
  var rememberedCount: Int { remembered.count }

  private var remembered: [Reader] { (first.map { [$0] } ?? []) + others }
}
