import WaylineGraph

/// The node of a `ForEach`: children by the identity of their elements.
///
/// Its content closures run in a turn of its own, so a change that they read runs them and not the
/// body that holds the `ForEach`.
package final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>:
  ViewNode, EvaluatingNode, LateRows
{
  // NB: not the view, whose type would be looked up at each use.
  private var data: Data
  private var isConstant: Bool
  private var rowMaker: ForEach<Data, ID, Content>.Rows
  private var moveAction: ((RangeSet<Int>, Int) -> Void)?
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
  /// The rows that the appearance of a row has added, which wait until the user asks for more.
  private(set) var heldRows = HeldRows()
  /// The places of the shown rows among the elements while others wait; nil where all are shown.
  private var shownPlaces: [Int]? {
    didSet { rowOfHeldLine = shownPlaces.map { _ in max(0, rowsAboveHeld - 1) } }
  }
  /// The row that has the line of the waiting ones beside it; nil where all are shown.
  private var rowOfHeldLine: Int?
  /// The line that moves the rows.
  private var mover: MoveNode?
  /// The place of a row; it has a scope of its own in a list only.
  private lazy var rowContext =
    context.rowPlace == .list ? context.below(self, rowPlace: .row) : context.below(self)
  let order: Int
  let graphNode: Node
  override var evaluating: (any EvaluatingNode)? { self }

  init(_ view: ForEach<Data, ID, Content>, in context: NodeContext) {
    (data, isConstant) = (view.data, view.isConstant)
    (rowMaker, moveAction) = (view.rows, view.move)
    graphNode = context.makeGraphNode()
    order = context.host.nextOrder()
    limit = context.delaysRows && !context.offersChoices ? context.host.rowLimit : .max
    super.init(in: context)
    graphNode.begin(for: self)
    if context.rowPlace != .outside { context.host.lateRows[ObjectIdentifier(self)] = self }
  }

  /// The name in messages and dumps.
  package var nodeName: String { "ForEach" }
  var plan: PropertyPlan { .none }
  override var name: String { nodeName }
  override var childNodes: [ViewNode] { if let mover { nodes + [mover] } else { nodes } }
  override var rowCount: Int? { nodes.count }
  override var childIdentities: [String] {
    ids.map { "\($0)" } + (mover == nil ? [] : ["move"])
  }
  override func placeIdentity(of child: ViewNode) -> String? {
    child === mover ? "move" : "\(ids[child.place])"
  }
  override var isVacant: Bool { nodes.allSatisfy(\.isVacant) }

  override func makeFragment() -> Fragment {
    let tree = currentTree
    changedPlaces = []
    self.tree = tree
    guard waitingRows > 0 || mover != nil else { return tree.root }
    let rest = waitingRows == 0 ? [] : [Fragment(waitingRows: waitingRows)]
    return Fragment(parts: [tree.root] + rest + moverParts)
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
    index == rowOfHeldLine ? withHeldLine(row(at: index)) : row(at: index)
  }

  private func row(at index: Int) -> Fragment {
    let fragment = nodes[index].fragment
    return context.offersChoices
      ? Fragment(parts: [fragment], tag: AnyHashable(ids[index])) : fragment
  }

  /// A row and the line that stands for those that wait.
  private func withHeldLine(_ row: Fragment) -> Fragment {
    guard let shownPlaces else { return row }
    let held = Fragment(heldRows: data.count - waitingRows - shownPlaces.count)
    return Fragment(parts: rowsAboveHeld == 0 ? [held, row] : [row, held])
  }

  /// The number of rows above the first one that waits until the user asks for more.
  private var rowsAboveHeld: Int {
    guard let shownPlaces else { return nodes.count }
    return shownPlaces.indices.first { shownPlaces[$0] != $0 } ?? shownPlaces.count
  }

  override func forgetLines() {
    tree = nil
    super.forgetLines()
  }

  // The line that moves the rows names them.
  override var showsParts: Bool { mover == nil }

  override func childLinesChanged(_ child: ViewNode, isInPlace: Bool) -> Bool {
    if !isInPlace, child !== mover { changedPlaces.append(child.place) }
    return true
  }

  func update(to view: ForEach<Data, ID, Content>) {
    if isConstant, view.isConstant {
      if view.data.count != data.count { reportChangedRange() }
    } else {
      data = view.data
    }
    isConstant = view.isConstant
    (rowMaker, moveAction) = (view.rows, view.move)
    graphNode.invalidate()
  }

  /// Evaluates, and brings the part of the tree below up to date.
  package func takeTurn() {
    if !hasBegun, context.delaysRows, !context.layer.isVisible { return waitForScreen() }
    hasBegun = true
    let rows = rowMaker
    var frame: ForEach<Data, ID, Content>.Frame?
    var contents: [Content] = []
    let isWhole = graphNode.evaluateAll(
      frame: { frame = rows.frame(data, limit) },
      parts: { observer in
        guard let frame else { return }
        if let observer {
          contents = rows.contents(frame, ForEach.Observer(observer))
        } else {
          contents = rows.contents(frame, nil)
        }
      },
      then: {
        guard let frame else { return }
        showUnheld(frame.ids, contents, rest: frame.rest)
        if moveAction != nil || mover != nil { updateMover() }
      })
    if !isWhole { updateDueRows() }
  }

  /// Updates only the rows that read a changed observable object.
  private func updateDueRows() {
    let (data, rows) = (data, rowMaker)
    let made = graphNode.evaluateDueParts { index in
      rows.content(data[data.index(data.startIndex, offsetBy: index)], index)
    }
    for (index, content) in made {
      guard let place = shownPlaces.map({ $0.firstIndex(of: index) }) ?? index else { continue }
      Content._updateNode(nodes[place], to: content)
    }
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
      let content = rowMaker.content(elements[place], place)
      guard let value = value(content), isWanted(value) else { continue }
      guard withRow(content, visit) else { return false }
    }
    return true
  }

  /// The elements of the data. A range whose type is not known here would copy them one by one, which costs
  /// more than their rows.
  private var elements: [Data.Element] {
    let numbers =
      (data as? ClosedRange<Int>).map { Array($0) }
      ?? (data as? Range<Int>).map { Array($0) }
    return numbers as? [Data.Element] ?? Array(data)
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
    graph.perform { row = Content._makeNode(content, in: rowContext) }
    defer { graph.perform { row?.end() } }
    var elements: [Element] = []
    row?.fragment.appendElements(to: &elements)
    return visit(elements)
  }

  func discardContent() {
    guard hasBegun, !context.layer.isVisible else { return }
    hasBegun = false
    for node in childNodes { node.end() }
    mover = nil
    (ids, nodes, hasRepeats, tree, changedPlaces) = ([], [], false, nil, [])
    waitingRows = 0
    (heldRows, shownPlaces) = (HeldRows(), nil)
    linesChanged()
    contentsChanged()
    waitForScreen()
  }

  override func end() {
    super.end()
    graphNode.end()
    if isWaiting { context.layer.remove(late: self) }
    if context.rowPlace != .outside { context.host.lateRows[ObjectIdentifier(self)] = nil }
  }
}

extension ForEachNode {
  /// Shows the rows, except those that only the appearance of a row has added: they wait.
  ///
  /// Where no row stays, the others take the place of those that there were, and are shown.
  private func showUnheld(_ ids: [ID], _ contents: [Content], rest: Int) {
    let isOfRow = context.rowPlace != .outside && context.host.graph.isCausedByRow
    if isOfRow, nodes.isEmpty, !ids.isEmpty, context.rowPlace == .list { passByWhatIsBelow() }
    guard isOfRow && !nodes.isEmpty || !heldRows.isEmpty else {
      if shownPlaces != nil { hold(HeldRows(), showing: nil) }
      return show(ids, contents, rest: rest)
    }
    showHolding(ids, contents, rest: rest, isOfRow)
  }

  // Apart from the function above, which would look up the types of this one for each turn.
  @inline(never)
  private func showHolding(_ ids: [ID], _ contents: [Content], rest: Int, _ isOfRow: Bool) {
    let known = Set(self.ids)
    var held = HeldRows()
    var places: [Int] = []
    for (place, id) in ids.enumerated() {
      if heldRows.contains(id) || isOfRow && !known.contains(id) {
        held.insert(id)
      } else {
        places.append(place)
      }
    }
    if places.isEmpty { (held, places) = (HeldRows(), Array(ids.indices)) }
    hold(held, showing: held.isEmpty ? nil : places)
    show(places.map { ids[$0] }, places.map { contents[$0] }, rest: rest)
  }

  private func hold(_ held: HeldRows, showing places: [Int]?) {
    guard held != heldRows || places != shownPlaces else { return }
    shownPlaces = places
    tree = nil
    linesChanged()
    heldRows = held
  }

  func restore(held rows: HeldRows) {
    guard rows != heldRows else { return }
    heldRows = rows
    graphNode.invalidate()
  }

  func showHeldRows() {
    let above = rowsAboveHeld
    restore(held: HeldRows())
    if above > 0 { passByWhatIsBelow(Array(nodes[above...])) }
  }

  private func show(_ ids: [ID], _ contents: [Content], rest: Int) {
    if rest != waitingRows {
      waitingRows = rest
      linesChanged()
    }
    guard rowMaker.isSame(ids, self.ids) else { return rearrange(ids, contents) }
    let nodes = nodes
    contents.withUnsafeBufferPointer { contents in
      for index in nodes.indices { Content._updateNode(nodes[index], to: contents[index]) }
    }
  }

  /// - Complexity: O(old + new elements) comparisons; see ``RowChanges``.
  private func rearrange(_ ids: [ID], _ contents: [Content]) {
    let changes = rowMaker.changes(self.ids, ids, hasRepeats)
    if let repeated = changes.repeated { reportRepeated(ids[repeated]) }
    hasRepeats = changes.repeated != nil
    let leaving = changes.prefix..<nodes.count - changes.suffix
    endRows(in: leaving, except: changes.sources)
    self.ids = ids
    let between = changes.sources.count
    update(0..<changes.prefix, to: contents, from: 0)
    let entering = rows(changes.sources, contents, from: changes.prefix)
    update(leaving.upperBound..<nodes.count, to: contents, from: changes.prefix + between)
    if nodes.isEmpty { nodes = entering } else { nodes.replaceSubrange(leaving, with: entering) }
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
    let below = rowContext
    var made: [ViewNode] = []
    made.reserveCapacity(sources.count)
    for index in sources.indices {
      let (content, source) = (contents[first + index], sources[index])
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

// MARK: - Moving

extension ForEachNode: MovingRows {
  /// Makes the line that moves the rows, or ends it.
  private func updateMover() {
    let moves = moveAction != nil && nodes.count > 1
    guard moves != (mover != nil) else { return }
    mover?.end()
    mover = moves ? MoveNode(self, in: context.below(self)) : nil
    linesChanged()
  }

  /// The line that moves the rows, made anew of their names; none where no row can be moved.
  private var moverParts: [Fragment] {
    guard let mover, movableRows.examples != nil else { return [] }
    mover.forgetLines()
    return [mover.fragment]
  }

  var movableRows: MovableRows {
    let isFixed = isMoveDisabled
    return MovableRows(
      names: nodes.map(\.fragment.rowName), isMovable: nodes.map { !isFixed && $0.isMovable })
  }

  func move(_ row: Int, to position: Int) {
    let place = { [shownPlaces] in shownPlaces?[$0] ?? $0 }
    let (from, target) = (place(row), place(position))
    moveAction?(RangeSet(from..<from + 1), position > row ? target + 1 : target)
  }
}
