import WaylineGraph

/// The node of a `ForEach`: children by the identity of their elements.
///
/// Its content closures run in a turn of its own, so a change that they read runs them and not the
/// body that holds the `ForEach`.
package final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>:
  ViewNode, EvaluatingNode, LateRows
{
  private var view: ForEach<Data, ID, Content>
  private var ids: [ID] = []
  private var nodes: [ViewNode] = []
  /// True if an identity occurs more than once.
  private var hasRepeats = false
  private var tree: FragmentTree?
  /// The children whose lines changed since the tree was made, each once: the next
  /// change is reported after they have been read again.
  private var changedPlaces: [Int] = []
  /// True while it waits for its screen to be shown, and has no rows.
  private(set) var isWaiting = false
  private var hasBegun = false
  /// The number of rows that are made; those after them wait until a page needs them.
  private var limit: Int
  private(set) var waitingRows = 0
  let order: Int
  let graphNode: Node
  override var evaluating: (any EvaluatingNode)? { self }

  init(_ view: ForEach<Data, ID, Content>, in context: NodeContext) {
    self.view = view
    graphNode = context.makeGraphNode()
    order = context.host.nextOrder()
    limit = context.delaysRows && !context.offersChoices ? context.host.rowLimit : .max
    super.init(in: context)
    graphNode.begin(for: self)
    if context.delaysRows { context.host.lateRows[ObjectIdentifier(self)] = self }
  }

  /// The name in messages and dumps.
  package var nodeName: String { "ForEach" }
  var plan: PropertyPlan { .none }
  override var name: String { nodeName }
  override var childNodes: [ViewNode] { nodes }
  override var childIdentities: [String] { ids.map { "\($0)" } }
  override func placeIdentity(of child: ViewNode) -> String? { "\(ids[child.place])" }
  override var isVacant: Bool { nodes.allSatisfy(\.isVacant) }

  override func makeFragment() -> Fragment {
    let tree = currentTree
    changedPlaces = []
    self.tree = tree
    return waitingRows == 0
      ? tree.root : Fragment(parts: [tree.root, Fragment(waitingRows: waitingRows)])
  }

  /// The children's fragments: where few have changed, those are exchanged.
  private var currentTree: FragmentTree {
    guard let tree, changedPlaces.count <= nodes.count / 8 else {
      return FragmentTree(fragments)
    }
    for place in changedPlaces { tree.exchange(place, for: fragment(at: place)) }
    return tree
  }

  private var fragments: [Fragment] {
    // NB: not `map`: a closure that is isolated to the main actor looks up its thread at each call.
    var fragments: [Fragment] = []
    fragments.reserveCapacity(nodes.count)
    for index in nodes.indices { fragments.append(fragment(at: index)) }
    return fragments
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

  override var showsParts: Bool { true }

  override func childLinesChanged(_ child: ViewNode, isInPlace: Bool) -> Bool {
    if !isInPlace { changedPlaces.append(child.place) }
    return true
  }

  func update(to view: ForEach<Data, ID, Content>) {
    let isConstant = view.isConstant && self.view.isConstant
    if isConstant, view.data.count != self.view.data.count { reportChangedRange() }
    self.view = ForEach(
      data: isConstant ? self.view.data : view.data, isConstant: view.isConstant,
      rows: view.rows)
    graphNode.invalidate()
  }

  /// Evaluates, and brings the part of the tree below up to date.
  package func takeTurn() {
    if !hasBegun, context.delaysRows, !context.layer.isVisible { return waitForScreen() }
    hasBegun = true
    let view = view
    let isWhole = graphNode.evaluateAll(
      frame: { view.rows.frame(view.data, limit) },
      parts: { frame, observer in
        guard let observer else { return view.rows.contents(frame, nil) }
        return view.rows.contents(frame, ForEach.Observer(observer))
      },
      then: { show($0.ids, $1, rest: $0.rest) })
    if !isWhole { updateDueRows() }
  }

  /// Updates only the rows that read a changed observable object.
  private func updateDueRows() {
    let view = view
    let made = graphNode.evaluateDueParts { index in
      view.content(view.data[view.data.index(view.data.startIndex, offsetBy: index)], index)
    }
    for (index, content) in made { Content._updateNode(nodes[index], to: content) }
  }

  private func waitForScreen() {
    guard !isWaiting else { return }
    isWaiting = true
    context.layer.add(late: self)
  }

  func makeContent() {
    (isWaiting, hasBegun) = (false, true)
    context.layer.remove(late: self)
    graphNode.invalidate()
  }

  func makeRows(_ request: RowRequest) {
    guard waitingRows > 0 else { return }
    limit = request == .all ? .max : limit * 2
    graphNode.invalidate()
  }

  var hasLinkRows: Bool { Content.self is any LinkedView.Type }

  func visitWaitingRows(
    where isWanted: (any Sendable) -> Bool, _ visit: ([Element]) -> Bool
  ) -> Bool {
    guard waitingRows > 0, let type = Content.self as? any LinkedView.Type else { return true }
    let value = Self.reader(of: type)
    let elements = elements
    for place in elements.indices.suffix(waitingRows) {
      let content = view.content(elements[place], place)
      guard let value = value(content), isWanted(value) else { continue }
      guard withRow(content, visit) else { return false }
    }
    return true
  }

  /// The elements of the data. A range whose type is not known here would copy them one by one, which costs
  /// more than their rows.
  private var elements: [Data.Element] {
    let numbers =
      (view.data as? ClosedRange<Int>).map { Array($0) }
      ?? (view.data as? Range<Int>).map { Array($0) }
    return numbers as? [Data.Element] ?? Array(view.data)
  }

  /// Reads the value of a link. The type is looked up once and not at each row.
  private static func reader<Link: LinkedView>(
    of type: Link.Type
  ) -> (Content) -> (any Sendable)? {
    { ($0 as? Link)?.linkedValue }
  }

  /// Calls a closure with the elements of a row that is made for this call only.
  private func withRow(_ content: Content, _ visit: ([Element]) -> Bool) -> Bool {
    let graph = context.host.graph
    var row: ViewNode?
    graph.perform { row = Content._makeNode(content, in: context.below(self)) }
    defer { graph.perform { row?.end() } }
    var elements: [Element] = []
    row?.fragment.appendElements(to: &elements)
    return visit(elements)
  }

  func discardContent() {
    guard hasBegun, !context.layer.isVisible else { return }
    hasBegun = false
    for node in nodes { node.end() }
    (ids, nodes, hasRepeats, tree, changedPlaces) = ([], [], false, nil, [])
    waitingRows = 0
    linesChanged()
    contentsChanged()
    waitForScreen()
  }

  override func end() {
    super.end()
    graphNode.end()
    if isWaiting { context.layer.remove(late: self) }
    if context.delaysRows { context.host.lateRows[ObjectIdentifier(self)] = nil }
  }
}

extension ForEachNode {
  private func show(_ ids: [ID], _ contents: [Content], rest: Int) {
    if rest != waitingRows {
      waitingRows = rest
      linesChanged()
    }
    guard view.rows.isSame(ids, self.ids) else { return rearrange(ids, contents) }
    let nodes = nodes
    contents.withUnsafeBufferPointer { contents in
      for index in nodes.indices { Content._updateNode(nodes[index], to: contents[index]) }
    }
  }

  /// - Complexity: O(old + new elements) comparisons; see ``RowChanges``.
  private func rearrange(_ ids: [ID], _ contents: [Content]) {
    let changes = view.rows.changes(self.ids, ids, hasRepeats)
    if let repeated = changes.repeated { reportRepeated(ids[repeated]) }
    hasRepeats = changes.repeated != nil
    let leaving = changes.prefix..<nodes.count - changes.suffix
    endRows(in: leaving, except: changes.sources)
    self.ids = ids
    let between = changes.sources.count
    update(0..<changes.prefix, to: contents, from: 0)
    let entering = rows(changes.sources, contents, from: changes.prefix)
    update(leaving.upperBound..<nodes.count, to: contents, from: changes.prefix + between)
    nodes.replaceSubrange(leaving, with: entering)
    let moved = leaving.count == between ? changes.prefix + between : nodes.count
    for place in changes.prefix..<moved { nodes[place].place = place }
    tree = nil
    linesChanged()
    contentsChanged()
  }

  private func update(_ rows: Range<Int>, to contents: [Content], from first: Int) {
    // NB: not `zip`, for the reason in `fragments`.
    for row in rows {
      Content._updateNode(nodes[row], to: contents[first + row - rows.lowerBound])
    }
  }

  /// The nodes between the common ends: those that stay, with their new contents, and new ones.
  private func rows(_ sources: [Int], _ contents: [Content], from first: Int) -> [ViewNode] {
    let below = context.below(self)
    var made: [ViewNode] = []
    made.reserveCapacity(sources.count)
    for (index, source) in sources.enumerated() {
      let content = contents[first + index]
      if source < 0 {
        made.append(Content._makeNode(content, in: below))
      } else {
        Content._updateNode(nodes[source], to: content)
        made.append(nodes[source])
      }
    }
    return made
  }

  /// Ends the rows that leave, which is before the rows that enter are made.
  private func endRows(in leaving: Range<Int>, except sources: [Int]) {
    guard !leaving.isEmpty else { return }
    var stays = [Bool](repeating: false, count: leaving.count)
    for source in sources where source >= 0 { stays[source - leaving.lowerBound] = true }
    for row in leaving where !stays[row - leaving.lowerBound] { nodes[row].end() }
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
