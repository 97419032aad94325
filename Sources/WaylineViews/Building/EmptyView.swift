/// A view without lines.
public struct EmptyView {
  nonisolated public init() {}
}

extension EmptyView: PrimitiveView {
  /// Makes the node that stands for the view.
  package static func make(_ view: Self, in context: NodeContext) -> EmptyNode {
    EmptyNode(in: context)
  }

  /// Gives the node another value of the view.
  package static func update(_ node: EmptyNode, to view: Self) {}
}

/// The node of a view without lines.
package final class EmptyNode: ViewNode {
  override var isVacant: Bool { true }
}
