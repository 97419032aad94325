/// A view that gives its layer a title.
struct Titled<Content> {
  let content: Content
  let title: String

  nonisolated init(_ content: Content, title: String) {
    self.content = content
    self.title = title
  }
}

extension Titled: View, PrimitiveView where Content: View {
  static func make(_ view: Self, in context: NodeContext) -> PassNode {
    let node = PassNode(in: context)
    node.setTitle(view.title)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: PassNode, to view: Self) {
    node.setTitle(view.title)
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

extension PassNode {
  fileprivate func setTitle(_ title: String) {
    guard context.layer.title != title else { return }
    context.layer.title = title
    context.host.linesChanged()
  }
}

extension View {
  /// The title of the screen: a part of the place that is printed above it.
  nonisolated public func navigationTitle(_ title: String) -> some View {
    Titled(self, title: SafeText.line(of: title))
  }

  /// The title of the screen: a part of the place that is printed above it.
  nonisolated public func navigationTitle(_ title: Text) -> some View {
    Titled(self, title: SafeText.line(of: title.plain))
  }
}
