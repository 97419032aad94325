/// A node whose child has another identity with another branch.
package final class BranchNode: PassNode {
  private var branch: AnyHashable?

  // The type that an `AnyView` hides is the child's name already.
  override var childIdentities: [String] {
    branch.map { [$0.base is ObjectIdentifier ? "" : "\($0)"] } ?? []
  }

  /// Shows `content`: the same branch keeps its state, another one begins anew.
  ///
  /// The leaving branch ends before the entering one is made.
  func show<Content: View>(_ content: Content, branch: AnyHashable) {
    if self.branch == branch, let child { return Content.updateNode(child, to: content) }
    self.branch = branch
    replaceChild { Content.makeNode(content, in: context.below(self)) }
  }

  func showNothing() {
    guard branch != nil else { return }
    branch = nil
    replaceChild { nil }
  }
}

/// The node of a view that is compared by its own `==`.
package final class EquatableNode<Content: View & Equatable>: PassNode {
  private var content: Content

  init(_ content: Content, in context: NodeContext) {
    self.content = content
    super.init(in: context)
    child = Content.makeNode(content, in: context.below(self))
  }

  func update(to content: Content) {
    guard content != self.content, let child else { return }
    self.content = content
    Content.updateNode(child, to: content)
    child.inputDidChange()
  }
}
