/// Several views that a modifier treats as one.
public struct Group<Content: View> {
  package let content: Content

  /// Groups views.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension Group: View {
  /// What the view consists of.
  public var body: Content { content }

  public static func makeNode(_ view: Self, in context: NodeContext) -> ViewNode {
    Content.makeNode(view.content, in: context)
  }

  public static func updateNode(_ node: ViewNode, to view: Self) {
    Content.updateNode(node, to: view.content)
  }
}
