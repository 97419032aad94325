import Synchronization

/// Something whose change re-runs the bodies that read it.
///
/// A getter calls ``didRead(_:)``; whoever changes the value calls ``didChange()`` once the new
/// value can be read. Readers are kept only until the next change: a body that still reads the
/// source registers again when it re-runs.
// Proof: `readers` is touched only while a body runs or in a scope, both on the main actor.
package class Source: @unchecked Sendable {
  /// What a change asks of a reader.
  package enum Demand: Sendable {
    /// The body must run.
    case body
    /// The properties are connected again, and they decide.
    case check
  }

  private struct Reader {
    let node: Node
    let generation: UInt32
    let phase: Evaluation.Phase
    let demand: Demand
  }

  private var readers: [Reader] = []
  private var compactAt = 16

  package init() {}

  /// Registers the body that is being evaluated on this thread, if there is one.
  ///
  /// - Complexity: O(1) amortised.
  package final func didRead(_ demand: Demand = .body) {
    guard let (node, phase) = Evaluation.reader else { return }
    let generation = node.generation(of: phase)
    if let last = readers.last, last.node === node, last.generation == generation,
      last.phase == phase
    {
      return
    }
    if readers.count >= compactAt { compact() }
    readers.append(Reader(node: node, generation: generation, phase: phase, demand: demand))
  }

  /// Marks the readers; from outside a graph's scope it does so in a turn of the main queue.
  ///
  /// - Complexity: O(readers).
  package final func didChange() {
    if Evaluation.isInScope, !Evaluation.isActive {
      Evaluation.onMainActor { apply() }
    } else {
      Mailbox.post(.source(self))
    }
  }

  /// Makes a value that was written elsewhere the one that bodies see.
  @MainActor
  func commit() {}

  @MainActor
  final func apply() {
    commit()
    // Marking runs no body, so nobody registers meanwhile.
    for reader in readers where reader.generation == reader.node.generation(of: reader.phase) {
      reader.node.invalidate(reader.demand)
    }
    readers.removeAll(keepingCapacity: readers.count <= 16)
  }

  private func compact() {
    readers.removeAll { $0.node.isEnded || $0.generation != $0.node.generation(of: $0.phase) }
    compactAt = max(16, readers.count * 2)
  }
}
