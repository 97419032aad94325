/// A view that stands for a value in a selection.
package struct Tagged<Content: View> {
  /// The view.
  package let content: Content
  /// What it stands for.
  package let tag: AnyHashable

  nonisolated init(_ content: Content, tag: AnyHashable) {
    self.content = content
    self.tag = tag
  }
}

extension Tagged: PrimitiveView {
  /// Makes the node that stands for the view.
  package static func make(_ view: Self, in context: NodeContext) -> TagNode {
    let node = TagNode(view.tag, in: context)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  /// Gives the node another value of the view.
  package static func update(_ node: TagNode, to view: Self) {
    node.update(to: view.tag)
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// The node of a tagged view.
package final class TagNode: ShapingNode {
  private var tag: AnyHashable

  init(_ tag: AnyHashable, in context: NodeContext) {
    self.tag = tag
    super.init(in: context)
  }

  func update(to tag: AnyHashable) {
    guard tag != self.tag else { return }
    self.tag = tag
    linesChanged()
  }

  override func makeFragment() -> Fragment {
    let fragment = childFragment
    return context.offersChoices ? Fragment(parts: [fragment], tag: tag) : fragment
  }
}

extension View {
  /// The value for which the view stands in a picker, a list with a selection, or tabs.
  ///
  /// A tag of a type also fits a selection of the optional of that type.
  nonisolated public func tag<Value: Hashable>(
    _ tag: Value, includeOptional: Bool = true
  ) -> some View {
    Tagged(self, tag: AnyHashable(tag))
  }
}
