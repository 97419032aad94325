/// Whether a node is still in the tree, known to those who do not keep it.
// Proof: written on the main actor; read there, and where nodes are registered or marked, which is
// there too.
final class NodeLife: @unchecked Sendable {
  var isOver = false
}

/// Names a node without keeping it.
///
/// It does what a weak reference does, and does not slow down whoever keeps the node: an object that
/// was referred to weakly counts its references elsewhere.
// Proof: the node is asked for on the main actor only, where it also ends.
struct NodeReference: @unchecked Sendable {
  private let life: NodeLife
  private unowned(unsafe) let node: Node  // read only while its life is not over

  init(_ node: Node) {
    life = node.life
    self.node = node
  }

  /// The node; nil once it has left the tree.
  var target: Node? { life.isOver ? nil : node }

  /// Whether it names this node.
  func isReference(to node: Node) -> Bool { life === node.life }
}

/// A change of something observable that a node has read.
struct ObservedChange: Sendable {
  let node: NodeReference
  let observed: Node.Observed

  @MainActor
  func apply() { node.target?.observedChange(observed) }
}
