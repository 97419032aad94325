/// Nodes that are due, parents before children, first come first served at one depth.
@MainActor
final class DepthQueue {
  /// The one that is due, as long as it is the only one: the usual case after a command.
  private var only: Node?
  /// The nodes of each depth, from `base` on.
  private var buckets: [[Node]] = []
  /// The depth of the first bucket: what is due together mostly stands close together.
  private var base = 0
  private(set) var count = 0

  /// - Complexity: O(1) amortised, as long as nodes come in the order of their depth.
  func insert(_ node: Node) {
    count += 1
    if count == 1 {
      only = node
      return
    }
    if let first = only {
      only = nil
      put(first)
    }
    put(node)
  }

  private func put(_ node: Node) {
    if buckets.isEmpty { base = node.depth }
    if node.depth < base {
      buckets.insert(contentsOf: repeatElement([], count: base - node.depth), at: 0)
      base = node.depth
    }
    while buckets.count <= node.depth - base { buckets.append([]) }
    buckets[node.depth - base].append(node)
  }

  /// The names of the views that are due, each once.
  var names: [String] {
    var names: [String] = []
    for node in (only.map { [$0] } ?? []) + buckets.joined() where !node.isEnded {
      if let name = node.owner?.nodeName, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Takes all nodes of the lowest depth that has any, and gives them to a closure.
  func takeLowest(_ use: (Node) -> Void) {
    if let node = only {
      (only, count) = (nil, 0)
      return use(node)
    }
    for node in takeLowestBucket() { use(node) }
  }

  private func takeLowestBucket() -> [Node] {
    guard let lowest = buckets.firstIndex(where: { !$0.isEmpty }) else { return [] }
    var batch: [Node] = []
    swap(&batch, &buckets[lowest])
    count -= batch.count
    if count == 0 {
      buckets.removeAll(keepingCapacity: buckets.count <= 4)
    } else {
      buckets.removeFirst(lowest)
      base += lowest
    }
    return batch
  }
}
