import WaylineGraph

/// The node of a `ForEach`: children by the identity of their elements.
///
/// Its content closures run in a turn of its own, so what they read re-runs them and not the body
/// that holds the `ForEach`.
package final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>:
  ViewNode, EvaluatingNode
{
  private var view: ForEach<Data, ID, Content>
  private var items: [Item] = []
  let evaluation: Node

  private struct Item {
    let key: Key
    let node: ViewNode
  }

  /// An identity, and which of several elements with that identity it is.
  private struct Key: Hashable {
    let id: ID
    let repetition: Int
  }

  init(_ view: ForEach<Data, ID, Content>, in context: NodeContext) {
    self.view = view
    evaluation = Node(
      graph: context.host.graph, depth: context.depth, environment: context.environment)
    super.init(in: context)
    evaluation.begin(for: self)
  }

  package var nodeName: String { "ForEach" }
  var plan: PropertyPlan { .none }
  override var name: String { nodeName }
  override var childNodes: [ViewNode] { items.map(\.node) }
  override var childIdentities: [String] { items.map { "\($0.key.id)" } }
  override var isVacant: Bool { items.allSatisfy(\.node.isVacant) }

  override func makeFragment() -> Fragment { Fragment(parts: items.map(\.node.fragment)) }

  override func makeRows(in rows: inout RowList) {
    for item in items {
      let first = rows.fragments.count
      item.node.appendRows(to: &rows)
      rows.tag(from: first, with: item.key.id)
    }
  }

  func update(to view: ForEach<Data, ID, Content>) {
    let isConstant = view.isConstant && self.view.isConstant
    if isConstant, view.data.count != self.view.data.count { reportChangedRange() }
    self.view = ForEach(
      data: isConstant ? self.view.data : view.data, id: view.id, isConstant: view.isConstant,
      content: view.content)
    evaluation.invalidate()
  }

  package func takeTurn() {
    let view = view
    let made = evaluation.evaluateAll(
      frame: {
        let elements = Array(view.data)
        return (elements: elements, ids: elements.map(view.id))
      },
      parts: { $0.ids.count }, part: { view.content($0.elements[$1]) })
    guard let ((_, ids), contents) = made else { return updateDueRows() }
    if hasSameOrder(ids) {
      for (item, content) in zip(items, contents) { Content.updateNode(item.node, to: content) }
    } else {
      rearrange(ids, contents)
    }
  }

  /// Makes the rows anew whose own observable objects changed, and no others.
  private func updateDueRows() {
    let view = view
    let made = evaluation.evaluateDueParts { index in
      view.content(view.data[view.data.index(view.data.startIndex, offsetBy: index)])
    }
    for (index, content) in made { Content.updateNode(items[index].node, to: content) }
  }

  override func end() {
    super.end()
    evaluation.end()
  }
}

extension ForEachNode {
  private func hasSameOrder(_ ids: [ID]) -> Bool {
    items.count == ids.count
      && zip(items, ids).allSatisfy { $0.key.repetition == 0 && $0.key.id == $1 }
  }

  /// - Complexity: O(old + new elements).
  private func rearrange(_ ids: [ID], _ contents: [Content]) {
    let keys = keys(of: ids)
    let kept = endLeaving(keys)
    let below = context.below(self)
    items = zip(keys, contents).map { key, content in
      guard let node = kept[key] else {
        return Item(key: key, node: Content.makeNode(content, in: below))
      }
      Content.updateNode(node, to: content)
      return Item(key: key, node: node)
    }
    linesChanged()
    contentsChanged()
  }

  /// Ends what leaves, which is before what enters is made; returns what stays.
  private func endLeaving(_ keys: [Key]) -> [Key: ViewNode] {
    guard !items.isEmpty else { return [:] }
    let staying = Set(keys)
    var kept: [Key: ViewNode] = [:]
    kept.reserveCapacity(items.count)
    for item in items {
      if staying.contains(item.key) { kept[item.key] = item.node } else { item.node.end() }
    }
    return kept
  }

  private func keys(of ids: [ID]) -> [Key] {
    var seen: [ID: Int] = [:]
    seen.reserveCapacity(ids.count)
    var repeated: ID?
    let keys = ids.map { id in
      let repetition = seen.updateValue(0, forKey: id).map { $0 + 1 } ?? 0
      if repetition > 0 { (seen[id], repeated) = (repetition, id) }
      return Key(id: id, repetition: repetition)
    }
    if let repeated { reportRepeated(repeated) }
    return keys
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
