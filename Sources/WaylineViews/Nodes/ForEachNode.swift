import WaylineGraph

/// The node of a `ForEach`: children by the identity of their elements.
///
/// Its content closures run in a turn of its own, so what they read re-runs them and not the body
/// that holds the `ForEach`.
package final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>:
  ViewNode, EvaluatingNode
{
  private var view: ForEach<Data, ID, Content>
  private var ids: [ID] = []
  private var nodes: [ViewNode] = []
  private var tree: FragmentTree?
  /// The children whose lines changed since the tree was made, each once: they tell no more until
  /// they are asked again.
  private var changedPlaces: [Int] = []
  let evaluation: Node

  /// An identity, and which of several elements with that identity it is.
  private struct Key: Hashable {
    let id: ID
    let repetition: Int
  }

  init(_ view: ForEach<Data, ID, Content>, in context: NodeContext) {
    self.view = view
    evaluation = context.makeEvaluation()
    super.init(in: context)
    evaluation.begin(for: self)
  }

  /// The name in messages and dumps.
  package var nodeName: String { "ForEach" }
  var plan: PropertyPlan { .none }
  override var name: String { nodeName }
  override var childNodes: [ViewNode] { nodes }
  override var childIdentities: [String] { ids.map { "\($0)" } }
  override var isVacant: Bool { nodes.allSatisfy(\.isVacant) }

  override func makeFragment() -> Fragment {
    let tree = currentTree
    changedPlaces = []
    self.tree = tree
    return tree.root
  }

  /// The children's fragments: where few have changed, those are exchanged.
  private var currentTree: FragmentTree {
    guard let tree, changedPlaces.count <= nodes.count / 8 else {
      return FragmentTree(nodes.indices.map(fragment))
    }
    for place in changedPlaces { tree.exchange(place, for: fragment(at: place)) }
    return tree
  }

  private func fragment(at index: Int) -> Fragment {
    let fragment = nodes[index].fragment
    return context.offersChoices
      ? Fragment(parts: [fragment], tag: AnyHashable(ids[index])) : fragment
  }

  override func forgetLines() {
    tree = nil
    super.forgetLines()
  }

  override func childLinesChanged(_ child: ViewNode) -> Bool {
    changedPlaces.append(child.place)
    return true
  }

  func update(to view: ForEach<Data, ID, Content>) {
    let isConstant = view.isConstant && self.view.isConstant
    if isConstant, view.data.count != self.view.data.count { reportChangedRange() }
    self.view = ForEach(
      data: isConstant ? self.view.data : view.data, isConstant: view.isConstant,
      rows: view.rows)
    evaluation.invalidate()
  }

  /// Evaluates, and brings the part of the tree below up to date.
  package func takeTurn() {
    let view = view
    let isWhole = evaluation.evaluateAll(
      frame: { view.rows.frame(view.data) },
      parts: { view.rows.contents($0, ForEach.Observer($1)) },
      then: { show($0.ids, $1) })
    if !isWhole { updateDueRows() }
  }

  /// Makes the rows anew whose own observable objects changed, and no others.
  private func updateDueRows() {
    let view = view
    let made = evaluation.evaluateDueParts { index in
      view.content(view.data[view.data.index(view.data.startIndex, offsetBy: index)])
    }
    for (index, content) in made { Content.updateNode(nodes[index], to: content) }
  }

  override func end() {
    super.end()
    evaluation.end()
  }
}

extension ForEachNode {
  private func show(_ ids: [ID], _ contents: [Content]) {
    guard ids == self.ids else { return rearrange(ids, contents) }
    let nodes = nodes
    contents.withUnsafeBufferPointer { contents in
      for index in nodes.indices { Content.updateNode(nodes[index], to: contents[index]) }
    }
  }

  /// - Complexity: O(old + new elements).
  private func rearrange(_ ids: [ID], _ contents: [Content]) {
    if let repeated = view.rows.firstRepeated(ids) { reportRepeated(repeated) }
    let keys = nodes.isEmpty ? [] : keys(of: ids)
    let kept = endLeaving(keys)
    let below = context.below(self)
    nodes.removeAll(keepingCapacity: true)
    // NB: not `map`: a closure that is isolated to the main actor looks up its thread at each call.
    for index in ids.indices {
      if !kept.isEmpty, let node = kept[keys[index]] {
        Content.updateNode(node, to: contents[index])
        nodes.append(node)
      } else {
        nodes.append(Content.makeNode(contents[index], in: below))
      }
    }
    for (place, node) in nodes.enumerated() { node.place = place }
    self.ids = ids
    tree = nil
    linesChanged()
    contentsChanged()
  }

  /// Ends what leaves, which is before what enters is made; returns what stays.
  private func endLeaving(_ keys: [Key]) -> [Key: ViewNode] {
    guard !nodes.isEmpty else { return [:] }
    let staying = Set(keys)
    var kept: [Key: ViewNode] = [:]
    kept.reserveCapacity(nodes.count)
    for (key, node) in zip(self.keys(of: ids), nodes) {
      if staying.contains(key) { kept[key] = node } else { node.end() }
    }
    return kept
  }

  private func keys(of ids: [ID]) -> [Key] {
    var seen: [ID: Int] = [:]
    seen.reserveCapacity(ids.count)
    return ids.map { id in
      let repetition = seen.updateValue(0, forKey: id).map { $0 + 1 } ?? 0
      if repetition > 0 { seen[id] = repetition }
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
