/// A view that is alive and takes no lines.
struct Hidden<Content: View> {
  let content: Content

  nonisolated init(_ content: Content) {
    self.content = content
  }
}

extension Hidden: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> HiddenNode {
    let node = HiddenNode(in: context)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: HiddenNode, to view: Self) {
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// The node of a hidden view.
final class HiddenNode: ShapingNode {
  override func makeFragment() -> Fragment { .empty }
}

extension View {
  /// Keeps the view alive without showing it; its elements cannot be reached.
  nonisolated public func hidden() -> some View { Hidden(self) }
}
