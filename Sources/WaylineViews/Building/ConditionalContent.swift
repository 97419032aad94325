/// One of two views; each branch has an identity of its own.
public struct ConditionalContent<First, Second> {
  enum Branch {
    case first(First)
    case second(Second)
  }

  let branch: Branch

  nonisolated init(_ branch: Branch) {
    self.branch = branch
  }
}

extension ConditionalContent: View, PrimitiveView where First: View, Second: View {
  /// Makes the node that stands for the view.
  package static func make(_ view: Self, in context: NodeContext) -> BranchNode {
    let node = BranchNode(in: context)
    update(node, to: view)
    return node
  }

  /// Gives the node another value of the view.
  package static func update(_ node: BranchNode, to view: Self) {
    switch view.branch {
    case .first(let content): node.show(content, branch: .number(1))
    case .second(let content): node.show(content, branch: .number(2))
    }
  }
}

extension Optional: View where Wrapped: View {}

extension Optional: PrimitiveView where Wrapped: View {
  /// Makes the node that stands for the view.
  package static func make(_ view: Self, in context: NodeContext) -> BranchNode {
    let node = BranchNode(in: context)
    update(node, to: view)
    return node
  }

  /// Gives the node another value of the view.
  package static func update(_ node: BranchNode, to view: Self) {
    if let view { node.show(view, branch: .number(1)) } else { node.showNothing() }
  }
}
