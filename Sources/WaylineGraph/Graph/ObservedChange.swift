/// A change of something observable that a node has read.
struct ObservedChange: Sendable {
  let node: Node
  let observed: Node.Observed

  @MainActor
  func apply() {
    if !node.isEnded { node.observedChange(observed) }
  }
}
