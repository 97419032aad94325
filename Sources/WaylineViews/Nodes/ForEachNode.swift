import WaylineGraph

/// The node of a `ForEach`: children by the identity of their elements.
///
/// Its content closures run in a turn of its own, so what they read re-runs them and not the body
/// that holds the `ForEach`.
package final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>:
  ViewNode, EvaluatingNode
{
  private var view: ForEach<Data, ID, Content>
  // Two arrays, because one of pairs costs a look-up of its generic type at each access.
  private var ids: [ID] = []
  private var nodes: [ViewNode] = []
  let evaluation: Node

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
  override var childNodes: [ViewNode] { nodes }
  override var childIdentities: [String] { ids.map { "\($0)" } }
  override var isVacant: Bool { nodes.allSatisfy { $0.isVacant } }

  override func makeFragment() -> Fragment { Fragment(parts: nodes.map { $0.fragment }) }

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
      data: isConstant ? self.view.data : view.data, id: view.id, isConstant: view.isConstant,
      content: view.content)
    evaluation.invalidate()
  }

  package func takeTurn() {
    let view = view
    var elements: [Data.Element] = []
    var newIDs: [ID] = []
    var contents: [Content] = []
    let isWhole = evaluation.evaluateParts(
      prepare: {
        elements = Array(view.data)
        newIDs = elements.map(view.id)
        contents.reserveCapacity(elements.count)
        return elements.count
      },
      part: { contents.append(view.content(elements[$0])) })
    guard isWhole else { return updateDueRows() }
    newIDs == ids ? update(to: contents) : rearrange(newIDs, contents)
  }

  private func update(to contents: [Content]) {
    for index in nodes.indices { Content.updateNode(nodes[index], to: contents[index]) }
  }

  /// Makes the rows anew whose own observable objects changed, and no others.
  private func updateDueRows() {
    let view = view
    var made: [(index: Int, content: Content)] = []
    evaluation.evaluateDueParts { index in
      let element = view.data[view.data.index(view.data.startIndex, offsetBy: index)]
      made.append((index, view.content(element)))
    }
    for (index, content) in made { Content.updateNode(nodes[index], to: content) }
  }

  override func end() {
    super.end()
    evaluation.end()
  }
}

extension ForEachNode {
  /// - Complexity: O(old + new elements).
  private func rearrange(_ newIDs: [ID], _ contents: [Content]) {
    var rows = RowSearch(ids, nodes)
    let kept = newIDs.map { rows.take($0) }
    // What leaves ends before what enters is made.
    for node in rows.left { node.end() }
    let below = context.below(self)
    var arranged: [ViewNode] = []
    arranged.reserveCapacity(newIDs.count)
    for index in newIDs.indices {
      if let node = kept[index] {
        Content.updateNode(node, to: contents[index])
        arranged.append(node)
      } else {
        arranged.append(Content.makeNode(contents[index], in: below))
      }
    }
    (ids, nodes) = (newIDs, arranged)
    reportRepeated()
    linesChanged()
    contentsChanged()
  }

  private func reportRepeated() {
    var seen: Set<ID> = []
    seen.reserveCapacity(ids.count)
    guard let id = ids.first(where: { !seen.insert($0).inserted }) else { return }
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

/// Finds the nodes of rows by their identities; of several with one identity, in their order.
@MainActor
private struct RowSearch<ID: Hashable> {
  private let nodes: [ViewNode]
  private var first: [ID: Int] = [:]
  /// For each row the next one with the same identity, or -1.
  private var following: [Int]
  private var isTaken: [Bool]

  init(_ ids: [ID], _ nodes: [ViewNode]) {
    self.nodes = nodes
    following = Array(repeating: -1, count: ids.count)
    isTaken = Array(repeating: false, count: ids.count)
    first.reserveCapacity(ids.count)
    for index in ids.indices.reversed() {
      following[index] = first.updateValue(index, forKey: ids[index]) ?? -1
    }
  }

  /// The next node with an identity.
  mutating func take(_ id: ID) -> ViewNode? {
    guard let index = first[id], index >= 0 else { return nil }
    first[id] = following[index]
    isTaken[index] = true
    return nodes[index]
  }

  /// The nodes that nobody took.
  var left: [ViewNode] { nodes.indices.filter { !isTaken[$0] }.map { nodes[$0] } }
}
