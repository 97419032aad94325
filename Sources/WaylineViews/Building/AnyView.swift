/// A view whose type is hidden; it keeps its state while the hidden type stays the same.
public struct AnyView {
  let content: any View

  /// Hides the type of a view.
  nonisolated public init<Content: View>(_ content: Content) {
    self.content = content
  }

  /// Hides the type of a view.
  nonisolated public init<Content: View>(erasing content: Content) {
    self.content = content
  }
}

extension AnyView {
  /// Hides the type of a view that is only known to be a value; nil if it is no view.
  // NB: the underscore is SwiftUI's.
  nonisolated public init?(_fromValue value: Any) {
    guard let view = value as? any View else { return nil }
    content = view
  }
}

extension AnyView: PrimitiveView {
  /// Makes the node that stands for the view.
  package static func make(_ view: Self, in context: NodeContext) -> BranchNode {
    let node = BranchNode(in: context)
    update(node, to: view)
    return node
  }

  /// Gives the node another value of the view.
  package static func update(_ node: BranchNode, to view: Self) {
    func show<Content: View>(_ content: Content) {
      node.show(content, branch: .type(ObjectIdentifier(Content.self)))
    }
    // An `AnyView` in an `AnyView` hides what the inner one hides.
    if let inner = view.content as? AnyView { update(node, to: inner) } else { show(view.content) }
  }
}
