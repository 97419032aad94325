/// A view whose identity is a value: another value begins anew.
struct Identified<Content: View, ID: Hashable> {
  let content: Content
  let id: ID

  nonisolated init(_ content: Content, id: ID) {
    self.content = content
    self.id = id
  }
}

extension Identified: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> IdentifiedNode<ID> {
    IdentifiedNode(view, in: context)
  }

  static func update(_ node: IdentifiedNode<ID>, to view: Self) {
    node.update(to: view)
  }
}

extension View {
  /// Ties the view's identity to a value: when it changes, the state below begins anew.
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { Identified(self, id: id) }
}
