/// The rows of a list.
struct Rows<Content> {
  let content: Content

  nonisolated init(_ content: Content) {
    self.content = content
  }
}

extension Rows: View, PrimitiveView where Content: View {
  static func make(_ view: Self, in context: NodeContext) -> RowsNode {
    let node = RowsNode(in: context)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: RowsNode, to view: Self) {
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// The node of a list's rows.
final class RowsNode: ShapingNode {
  override var isOneView: Bool { true }

  override func makeFragment() -> Fragment {
    Fragment(parts: [childFragment], role: .list)
  }
}
