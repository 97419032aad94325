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
  static func make(_ view: Self, in context: NodeContext) -> BranchNode {
    let node = BranchNode(in: context)
    update(node, to: view)
    return node
  }

  static func update(_ node: BranchNode, to view: Self) {
    node.show(view.content, branch: view.id)
  }
}

extension View {
  /// Ties the view's identity to a value: when it changes, the state below begins anew.
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { Identified(self, id: id) }
}
