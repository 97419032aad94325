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
    // A source may live long after the views that read it, so it does not keep them.
    let node: NodeReference
    let generation: UInt32
    let phase: Evaluation.Phase
    let demand: Demand
  }

  private var readers: [Reader] = []
  private var compactAt = 16
  /// Whether it lies in the mailbox, where once is enough; the mailbox's lock guards it.
  final var isPosted = false

  /// Makes one with nothing said.
  package init() {}

  /// Registers the body that is being evaluated on this thread, if there is one.
  ///
  /// - Complexity: O(1) amortised.
  package final func didRead(_ demand: Demand = .body) {
    guard let (node, phase) = Evaluation.reader else { return }
    let generation = node.generation(of: phase)
    if let last = readers.last, last.generation == generation, last.phase == phase,
      last.demand == demand, last.node.isReference(to: node)
    {
      return
    }
    if readers.count >= compactAt { compact() }
    readers.append(
      Reader(node: NodeReference(node), generation: generation, phase: phase, demand: demand))
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
    // Marking runs no body, so nobody registers meanwhile.
    var marked: [Reader] = []
    swap(&marked, &readers)
    for reader in marked {
      guard let node = reader.node.target, reader.generation == node.generation(of: reader.phase)
      else { continue }
      node.invalidate(reader.demand, because: .source(ObjectIdentifier(self)))
    }
    guard marked.count <= 16 else { return }
    // The room for a few readers is kept: most will register again.
    marked.removeAll(keepingCapacity: true)
    swap(&marked, &readers)
  }

  private func compact() {
    readers.removeAll { reader in
      guard let node = reader.node.target else { return true }
      return reader.generation != node.generation(of: reader.phase)
    }
    compactAt = max(16, readers.count * 2)
  }
}

extension Source {
  /// How many bodies would re-run, for tests.
  @MainActor
  var readerCount: Int {
    readers.count { $0.node.target != nil }
  }

  /// How many readers it remembers, alive or not, for tests.
  @MainActor
  var rememberedCount: Int { readers.count }
}
