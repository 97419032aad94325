/// A view without lines.
public struct EmptyView {
  nonisolated public init() {}
}

extension EmptyView: PrimitiveView {
  package static func make(_ view: Self, in context: NodeContext) -> EmptyNode {
    EmptyNode(in: context)
  }

  package static func update(_ node: EmptyNode, to view: Self) {}
}

/// The node of a view without lines.
package final class EmptyNode: ViewNode {
  override var isVacant: Bool { true }
}
