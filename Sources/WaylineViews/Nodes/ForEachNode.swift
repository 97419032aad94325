import WaylineGraph

/// The node of a `ForEach`: children by the identity of their elements.
///
/// Its content closures run in a turn of its own, so what they read re-runs them and not the body
/// that holds the `ForEach`.
package final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>:
  ViewNode, NodeOwner
{
  private var view: ForEach<Data, ID, Content>
  private var ids: [ID] = []
  private var nodes: [ViewNode] = []
  // Set in `init`, after `self` can be passed on.
  private var node: Node!

  /// An identity, and which of several elements with that identity it is.
  private struct Key: Hashable {
    let id: ID
    let repetition: Int
  }

  init(_ view: ForEach<Data, ID, Content>, in context: NodeContext) {
    self.view = view
    super.init(in: context)
    node = Node(
      graph: context.host.graph, depth: context.depth, environment: context.environment,
      owner: self)
    node.invalidate()
  }

  package var nodeName: String { "ForEach" }
  override var name: String { nodeName }
  override var childNodes: [ViewNode] { nodes }

  override func makeFragment() -> Fragment { Fragment(parts: nodes.map(\.fragment)) }

  override func makeRows(in rows: inout RowList) {
    for index in nodes.indices {
      let first = rows.fragments.count
      nodes[index].appendRows(to: &rows)
      rows.tag(from: first, with: ids[index])
    }
  }

  func update(to view: ForEach<Data, ID, Content>) {
    let isConstant = view.isConstant && self.view.isConstant
    if isConstant, view.data.count != self.view.data.count { reportChangedRange() }
    self.view = ForEach(
      data: isConstant ? self.view.data : view.data, isConstant: view.isConstant,
      firstRepeated: view.firstRepeated, make: view.make)
    node.invalidate()
  }

  package func takeTurn() {
    node.evaluate(view, plan: .none, body: { $0.make($0.data) }, then: show)
  }

  override func end() {
    super.end()
    node.end()
  }
}

extension ForEachNode {
  private func show(_ made: ForEach<Data, ID, Content>.Made) {
    guard made.ids == ids else { return rearrange(made) }
    let nodes = nodes
    made.contents.withUnsafeBufferPointer { contents in
      for index in nodes.indices { Content.updateNode(nodes[index], to: contents[index]) }
    }
  }

  /// - Complexity: O(old + new elements).
  private func rearrange(_ made: ForEach<Data, ID, Content>.Made) {
    if let repeated = view.firstRepeated(made.ids) { reportRepeated(repeated) }
    let keys = nodes.isEmpty ? [] : keys(of: made.ids)
    var kept = endNodes(except: keys)
    let below = context.below(self)
    nodes.removeAll(keepingCapacity: true)
    // NB: not `map`: a closure that is isolated to the main actor looks up its thread at each call.
    for index in made.ids.indices {
      if !kept.isEmpty, let node = kept.removeValue(forKey: keys[index]) {
        Content.updateNode(node, to: made.contents[index])
        nodes.append(node)
      } else {
        nodes.append(Content.makeNode(made.contents[index], in: below))
      }
    }
    ids = made.ids
    linesChanged()
  }

  /// Ends what leaves, before what enters is made; returns what stays.
  private func endNodes(except staying: [Key]) -> [Key: ViewNode] {
    guard !nodes.isEmpty else { return [:] }
    let staying = Set(staying)
    var kept: [Key: ViewNode] = [:]
    for (key, node) in zip(keys(of: ids), nodes) {
      if staying.contains(key) { kept[key] = node } else { node.end() }
    }
    return kept
  }

  private func keys(of ids: [ID]) -> [Key] {
    var seen: [ID: Int] = [:]
    seen.reserveCapacity(ids.count)
    return ids.map { id in
      let repetition = seen[id, default: 0]
      seen[id] = repetition + 1
      return Key(id: id, repetition: repetition)
    }
  }

  private func reportRepeated(_ id: ID) {
    Misuse.report(
      "The id '\(id)' occurs more than once in a ForEach of \(Data.Element.self); the rows after "
        + "the first keep their state by position. Give each element an id of its own.")
  }

  private func reportChangedRange() {
    Misuse.report(
      "A ForEach over a constant range was given another range; it keeps the first one. Use "
        + "ForEach(_:id:content:) for a range that changes.")
  }
}
