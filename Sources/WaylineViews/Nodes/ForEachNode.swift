import WaylineGraph

/// The node of a `ForEach`: children by the identity of their elements.
///
/// Its content closures run in a turn of its own, so what they read re-runs them and not the body
/// that holds the `ForEach`.
package final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>:
  ViewNode, NodeOwner
{
  private var view: ForEach<Data, ID, Content>
  private var items: [Item] = []
  // Set in `init`, after `self` can be passed on.
  private var node: Node!

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
    super.init(in: context)
    node = Node(
      graph: context.host.graph, depth: context.depth, environment: context.environment,
      owner: self)
    node.invalidate()
  }

  package var nodeName: String { "ForEach" }
  override var name: String { nodeName }
  override var childNodes: [ViewNode] { items.map(\.node) }

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
    node.invalidate()
  }

  package func takeTurn() {
    let plan = PropertyPlan.none
    let made = node.evaluate(view, plan: plan) { view in
      view.data.map { (id: view.id($0), content: view.content($0)) }
    }
    guard let made else { return }
    if hasSameOrder(made) {
      for (item, new) in zip(items, made) { Content.updateNode(item.node, to: new.content) }
    } else {
      rearrange(made)
    }
  }

  override func end() {
    super.end()
    node.end()
  }
}

extension ForEachNode {
  private typealias Made = (id: ID, content: Content)

  private func hasSameOrder(_ made: [Made]) -> Bool {
    items.count == made.count
      && zip(items, made).allSatisfy { $0.key.repetition == 0 && $0.key.id == $1.id }
  }

  /// - Complexity: O(old + new elements).
  private func rearrange(_ made: [Made]) {
    let keys = keys(of: made)
    var kept: [Key: ViewNode] = [:]
    for item in items { kept[item.key] = item.node }
    // What leaves ends before what enters is made.
    let staying = Set(keys)
    for item in items where !staying.contains(item.key) { item.node.end() }
    let below = context.below(self)
    items = zip(keys, made).map { key, new in
      guard let node = kept[key] else {
        return Item(key: key, node: Content.makeNode(new.content, in: below))
      }
      Content.updateNode(node, to: new.content)
      return Item(key: key, node: node)
    }
    linesChanged()
  }

  private func keys(of made: [Made]) -> [Key] {
    var seen: [ID: Int] = [:]
    seen.reserveCapacity(made.count)
    var repeated: ID?
    let keys = made.map { element in
      let repetition = seen[element.id, default: 0]
      seen[element.id] = repetition + 1
      if repetition > 0 { repeated = element.id }
      return Key(id: element.id, repetition: repetition)
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
