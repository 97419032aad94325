/// Nodes that are due, parents before children, first come first served at one depth.
@MainActor
final class DepthQueue {
  private var buckets: [[Node]] = []
  private var lowest = Int.max
  private(set) var count = 0

  /// - Complexity: O(1) amortised.
  func insert(_ node: Node) {
    while buckets.count <= node.depth { buckets.append([]) }
    buckets[node.depth].append(node)
    lowest = min(lowest, node.depth)
    count += 1
  }

  /// The names of the views that are due, each once.
  var names: [String] {
    var names: [String] = []
    for node in buckets.joined() {
      if !node.isEnded, let name = node.owner?.nodeName, !names.contains(name) {
        names.append(name)
      }
    }
    return names
  }

  /// All nodes of the lowest depth that has any; empty when nothing is due.
  func takeLowest() -> [Node] {
    guard count > 0 else { return [] }
    var batch: [Node] = []
    while batch.isEmpty {
      swap(&batch, &buckets[lowest])
      if batch.isEmpty { lowest += 1 }
    }
    count -= batch.count
    if count == 0 { lowest = .max }
    return batch
  }
}
