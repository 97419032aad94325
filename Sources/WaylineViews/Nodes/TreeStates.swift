import WaylineGraph

/// The states of a tree of views by structural identity: the way from the root to each node.
///
/// A scene takes them for a snapshot, and writes them back into nodes that stand in the same places,
/// whether or not those are the same nodes.
@MainActor
package struct TreeStates {
  private var states: [UInt64: [CapturedState]] = [:]

  /// The states of a scene at present.
  ///
  /// - Complexity: O(nodes).
  package init(of host: ViewHost) {
    host.forEachEvaluation { way, node in
      let captured = node.capturedStates
      if !captured.isEmpty { states[way] = captured }
    }
  }

  /// Writes the states back, in as many rounds as new views appear by that.
  package func restore(in host: ViewHost) {
    var written: Set<UInt64> = []
    for _ in 0..<Self.roundLimit {
      var isNew = false
      host.graph.perform {
        host.forEachEvaluation { way, node in
          guard let states = states[way], written.insert(way).inserted else { return }
          isNew = true
          node.restore(states)
        }
      }
      if !isNew { return }
    }
  }

  /// A state may show a view whose state shows another; deeper than this is not restored.
  private static let roundLimit = 16
}

extension ViewHost {
  /// Feeds the states of all views to a hasher, each with its way from the root.
  ///
  /// - Complexity: O(nodes).
  package func hashStates(into hasher: inout ContentHasher) {
    var found = hasher
    forEachEvaluation { way, node in
      found.combine(plain: way)
      node.hashStates(into: &found)
    }
    hasher = found
  }

  /// Runs every body again, as if all inputs had changed; a pure tree shows the same.
  ///
  /// - Complexity: O(nodes).
  package func runBodiesAgain() {
    graph.perform { forEachEvaluation { _, node in node.invalidate() } }
  }

  func forEachEvaluation(_ body: (UInt64, Node) -> Void) {
    guard let root else { return }
    Self.visit(root, way: 0xCBF2_9CE4_8422_2325, body)
  }

  private static func visit(_ node: ViewNode, way: UInt64, _ body: (UInt64, Node) -> Void) {
    if let evaluating = node as? any EvaluatingNode { body(way, evaluating.graphNode) }
    let identities = node.childIdentities
    for (index, child) in node.childNodes.enumerated() {
      var next = (way ^ UInt64(index &+ 1)) &* 0x100_0000_01B3
      if index < identities.count {
        next = way
        for byte in identities[index].utf8 { next = (next ^ UInt64(byte)) &* 0x100_0000_01B3 }
      }
      visit(child, way: next, body)
    }
  }
}
