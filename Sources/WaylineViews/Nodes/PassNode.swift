import WaylineGraph

/// A node that shows its one child as it is.
package class PassNode: ViewNode {
  final var child: ViewNode?

  override var childNodes: [ViewNode] { if let child { [child] } else { [] } }

  override func end() {
    child?.end()
  }

  /// True if it is one view, whatever it shows: a stack, a list.
  var isOneView: Bool { false }

  final override var soleContent: ViewNode? { isOneView ? nil : child }

  final override var isVacant: Bool { isOneView ? false : child?.isVacant ?? true }

  override func contentsChanged() {
    if !isOneView { super.contentsChanged() }
  }

  // The child stores its contribution, so it is not stored here.
  override var fragment: Fragment {
    noteRead()
    return child?.fragment ?? .empty
  }

  /// Ends the child and puts another in its place.
  final func replaceChild(_ make: () -> ViewNode?) {
    child?.end()
    child = nil
    child = make()
    linesChanged()
    contentsChanged()
  }

  /// Gives the child of an evaluated node its new value, or makes the child.
  final func show<Content: View>(_ content: Content) {
    if let child { return Content._updateNode(child, to: content) }
    child = Content._makeNode(content, in: context.below(self))
    linesChanged()
  }
}

/// A node that transforms the contribution of its one child, and stores the result.
package class ShapingNode: PassNode {
  final override var fragment: Fragment { keptFragment }

  /// The contribution of its child.
  final var childFragment: Fragment { child?.fragment ?? .empty }
}

/// A node that shows its children one after the other.
package class GroupNode: ViewNode {
  final private(set) var children: [ViewNode] = []

  final override var childNodes: [ViewNode] { children }
  override var soleContent: ViewNode? { children.count == 1 ? children[0] : nil }
  override var isVacant: Bool { children.allSatisfy(\.isVacant) }

  final func replaceChildren(_ children: [ViewNode]) {
    self.children = children
    linesChanged()
  }

  override var showsParts: Bool { true }

  override func makeFragment() -> Fragment {
    // NB: not `map`: a closure that is isolated to the main actor looks up its thread at each call.
    var parts: [Fragment] = []
    parts.reserveCapacity(children.count)
    for child in children { parts.append(child.fragment) }
    return Fragment(parts: parts)
  }
}

/// A node that gives the lines of its child another form, and needs no value for that.
protocol FormNode: ShapingNode {
  init(in context: NodeContext)
  /// True if the rows of a `ForEach` in it are made when their screen is shown, or a page needs them.
  static var delaysRows: Bool { get }
  /// True if rows in it appear when they are shown: a list, a lazy stack, a table.
  static var isList: Bool { get }
  /// True if a modifier makes it, and not a container.
  static var isModifier: Bool { get }
}

extension FormNode {
  static var delaysRows: Bool { false }
  static var isList: Bool { delaysRows }
  static var isModifier: Bool { false }
}

/// A view whose node gives its content another form.
struct Formed<Node: FormNode, Content: View> {
  let content: Content

  nonisolated init(_ content: Content) {
    self.content = content
  }
}

extension Formed: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> Node {
    let node = Node(in: context)
    let below =
      Node.isList
      ? context.below(node, delaysRows: Node.delaysRows || context.delaysRows, rowPlace: .list)
      : context.below(node)
    node.child = Content._makeNode(view.content, in: below)
    return node
  }

  static func update(_ node: Node, to view: Self) {
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// Lines below each other: one row for a list, whatever it holds.
typealias Column<Content: View> = Formed<ColumnNode, Content>

/// The node of lines below each other.
final class ColumnNode: ShapingNode, FormNode {
  override var isOneView: Bool { true }
  override var showsParts: Bool { true }

  override func makeFragment() -> Fragment { childFragment.asOneRow }
}

/// Lines beside each other where each child has one, below each other otherwise.
typealias Row<Content: View> = Formed<RowNode, Content>

/// The node of lines beside each other.
final class RowNode: ShapingNode, FormNode {
  override var isOneView: Bool { true }

  override func makeFragment() -> Fragment { Self.joined(childFragment) }

  /// The rows of a fragment beside each other, if each has one line.
  static func joined(_ fragment: Fragment) -> Fragment {
    let parts = fragment.rows.map(\.fragment)
    guard parts.count > 1, parts.allSatisfy({ $0.lineCount == 1 || $0.waitingRows > 0 }) else {
      return Fragment(parts: parts, role: .row)
    }
    let page = Fragment(parts: parts).flattened
    let spans = page.lines.map(\.spans).joined(separator: [.text(" ", TextStyle())])
    return Fragment([Line(Array(spans))], elements: page.elements)
  }
}

/// Lines below each other, with the rows of data made as in a list.
typealias LazyColumn<Content: View> = Formed<LazyColumnNode, Content>

/// The node of lines below each other with rows that wait.
final class LazyColumnNode: ShapingNode, FormNode {
  static var delaysRows: Bool { true }
  override var isOneView: Bool { true }
  override var showsParts: Bool { true }

  override func makeFragment() -> Fragment { childFragment.asOneRow }
}

/// Rows that are made when their layer is first shown, in the order in which the nodes were made; a
/// snapshot knows whether they were.
protocol LateRows: ViewNode {
  var order: Int { get }
  /// Makes the rows of a layer that is shown now.
  func makeContent()
  /// True while they wait, and there are none.
  var isWaiting: Bool { get }
  /// The number of rows that are not made although the layer is shown: no page needed them yet.
  var waitingRows: Int { get }
  /// Makes more of them, or all.
  func makeRows(_ request: RowRequest)
  /// True if the value of a row's link is known before the row is made.
  var hasLinkRows: Bool { get }
  /// Makes each of the rows that are not made yet for one call, if the value of its link is wanted.
  /// Ends with the first call that returns false.
  func visitWaitingRows(
    where isWanted: (any Sendable) -> Bool, _ visit: ([Element]) -> Bool
  ) -> Bool
  /// Ends the rows of a hidden layer, which wait again.
  func discardContent()
  /// The identities of the rows that wait until the user asks for more.
  var heldRows: HeldRows { get }
  /// Lets the rows with these identities wait, and no others.
  func restore(held rows: HeldRows)
  /// Shows those rows; what stands below them appears again.
  func showHeldRows()
}

/// A view that opens a place, and knows the value of that place before it is shown.
package protocol LinkedView: View {
  /// The value of the place; nil for none.
  var linkedValue: (any Sendable)? { get }
}

/// The rows that a page needs beyond those that are made.
enum RowRequest {
  /// As many as there are.
  case more
  case all
}
