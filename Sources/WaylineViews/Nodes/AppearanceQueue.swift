import WaylineGraph

/// The nodes for which an update decides whether they appear or disappear.
///
/// What leaves comes first, then what enters, inner views before those around them: a screen that
/// appears finds what its parts did on appearing.
@MainActor
final class AppearanceQueue {
  private var waiting: [AppearanceNode] = []
  private var askedRound = -1

  /// Has the node decided after the bodies of this update.
  func add(_ node: AppearanceNode, in graph: Graph) {
    waiting.append(node)
    guard askedRound != graph.round else { return }
    askedRound = graph.round
    graph.enqueueEffect { self.decide() }
  }

  private func decide() {
    let batch = waiting
    waiting = []
    // A node that has ended must not look at the nodes that were around it; it ended before them.
    for node in batch where node.hasEnded { node.decide() }
    for node in Self.insideOut(batch.filter { !$0.hasEnded }) { node.decide() }
  }

  /// - Complexity: O(nodes × depth).
  private static func insideOut(_ nodes: [AppearanceNode]) -> [AppearanceNode] {
    guard nodes.count > 1 else { return nodes }
    let known = Set(nodes.map(ObjectIdentifier.init))
    var inner: [ObjectIdentifier: [AppearanceNode]] = [:]
    var outermost: [AppearanceNode] = []
    for node in nodes {
      if let outer = node.nearestAround(in: known) {
        inner[ObjectIdentifier(outer), default: []].append(node)
      } else {
        outermost.append(node)
      }
    }
    var sorted: [AppearanceNode] = []
    func add(_ node: AppearanceNode) {
      inner[ObjectIdentifier(node)]?.forEach(add)
      sorted.append(node)
    }
    outermost.forEach(add)
    return sorted
  }
}

extension AppearanceNode {
  /// The nearest node around it that is one of `nodes`.
  fileprivate func nearestAround(in nodes: Set<ObjectIdentifier>) -> ViewNode? {
    var node = context.parent
    while let candidate = node, !nodes.contains(ObjectIdentifier(candidate)) {
      node = candidate.context.parent
    }
    return node
  }
}
