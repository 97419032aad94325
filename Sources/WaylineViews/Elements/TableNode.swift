/// The cells of one row of a table.
struct Cells {
  let cells: [AnyView]
}

extension Cells: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> CellsNode {
    let node = CellsNode(in: context)
    let below = context.below(node)
    node.replaceChildren(view.cells.map { AnyView.makeNode($0, in: below) })
    return node
  }

  static func update(_ node: CellsNode, to view: Self) {
    guard node.children.count == view.cells.count else {
      for child in node.children { child.end() }
      let below = node.context.below(node)
      return node.replaceChildren(view.cells.map { AnyView.makeNode($0, in: below) })
    }
    for (child, cell) in zip(node.children, view.cells) { AnyView.updateNode(child, to: cell) }
  }
}

/// The node of a row of cells: its fragment has a part for each.
final class CellsNode: GroupNode {
  override func makeFragment() -> Fragment {
    Fragment(parts: children.map(\.fragment), role: .row)
  }
}

/// Rows of cells, aligned in columns.
struct AlignedRows<Content: View> {
  let content: Content

  nonisolated init(_ content: Content) {
    self.content = content
  }
}

extension AlignedRows: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> TableNode {
    let node = TableNode(in: context)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: TableNode, to view: Self) {
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// The node of a table.
final class TableNode: ShapingNode {
  override var isOneView: Bool { true }

  override func makeFragment() -> Fragment {
    let rows = childFragment.rows
    let columns = Columns(rows: rows.map { $0.fragment.parts.map(\.flattened) })
    let lines = columns.lines(firstNumber: 1)
    guard !columns.elements.isEmpty else { return Fragment(lines) }
    return Fragment(
      lines, elements: columns.elements, layout: { columns.lines(firstNumber: $0) })
  }
}
