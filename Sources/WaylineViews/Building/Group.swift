/// Several views that a modifier treats as one.
public struct Group<Content: View> {
  /// The views.
  package let content: Content

  /// Groups views.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension Group: View {
  /// What the view consists of.
  public var body: Content { content }

  /// Makes the node of the content: a group has none of its own.
  public static func makeNode(_ view: Self, in context: NodeContext) -> ViewNode {
    Content.makeNode(view.content, in: context)
  }

  /// Gives the node of the content its new value.
  public static func updateNode(_ node: ViewNode, to view: Self) {
    Content.updateNode(node, to: view.content)
  }
}
