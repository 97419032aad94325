import Synchronization

/// A change, to come, of something observable that a node has read.
///
/// Observation keeps it until the change happens, or until it is taken back.
// Proof: the node is asked for on the main actor only, where it also ends; the rest is constant or
// atomic.
final class ObservedChange: @unchecked Sendable {
  let phase: Evaluation.Phase
  let generation: UInt32
  let part: Int?
  private unowned(unsafe) let node: Node  // it retires its changes before it goes
  private let mailbox: Mailbox
  private let isRetired = Atomic<Bool>(false)

  init(of node: Node, phase: Evaluation.Phase, generation: UInt32, part: Int?) {
    (self.node, self.phase, self.generation, self.part) = (node, phase, generation, part)
    mailbox = node.mailbox
  }

  /// Whether it can still make the node due.
  var isLive: Bool { !isRetired.load(ordering: .relaxed) }

  /// It makes nothing due any more.
  func retire() { isRetired.store(true, ordering: .relaxed) }

  /// Called by Observation, on whichever thread the change happens.
  func fire() {
    guard isLive else { return }
    if Evaluation.canMark {
      Evaluation.mark(self) { $0.apply() }
    } else {
      mailbox.post(self)
    }
  }

  @MainActor
  func apply() {
    guard isLive else { return }
    retire()
    node.observedChange(self)
  }
}
