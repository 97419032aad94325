/// Lines below each other: one row for a list, whatever it holds.
struct Column<Content: View> {
  let content: Content

  nonisolated init(_ content: Content) {
    self.content = content
  }
}

extension Column: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> ColumnNode {
    let node = ColumnNode(in: context)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: ColumnNode, to view: Self) {
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// The node of lines below each other.
final class ColumnNode: ShapingNode {
  override var isOneView: Bool { true }

  override func makeFragment() -> Fragment { childFragment.asOneRow }
}

/// Lines beside each other where each child has one, below each other otherwise.
struct Row<Content: View> {
  let content: Content

  nonisolated init(_ content: Content) {
    self.content = content
  }
}

extension Row: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> RowNode {
    let node = RowNode(in: context)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: RowNode, to view: Self) {
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// The node of lines beside each other.
final class RowNode: ShapingNode {
  override var isOneView: Bool { true }

  override func makeFragment() -> Fragment {
    let parts = childFragment.rows.map(\.fragment)
    guard parts.count > 1, parts.allSatisfy({ $0.lineCount == 1 }) else {
      return Fragment(parts: parts, role: .row)
    }
    let page = Fragment(parts: parts).flattened
    let spans = page.lines.map(\.spans).joined(separator: [.text(" ", TextStyle())])
    return Fragment([Line(Array(spans))], elements: page.elements)
  }
}
