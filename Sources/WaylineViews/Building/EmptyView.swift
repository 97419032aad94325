/// A view without lines.
public struct EmptyView {
  nonisolated public init() {}
}

extension EmptyView: PrimitiveView {
  package static func make(_ view: Self, in context: NodeContext) -> ViewNode {
    ViewNode(in: context)
  }

  package static func update(_ node: ViewNode, to view: Self) {}
}
