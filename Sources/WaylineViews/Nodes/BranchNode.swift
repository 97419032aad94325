/// A node whose child has another identity with another branch.
package final class BranchNode: PassNode {
  private var branch = Branch.nothing

  /// Which of several contents is shown.
  enum Branch: Equatable {
    case nothing
    /// That of an `if` or a `switch`.
    case number(UInt8)
    /// That which an `AnyView` hides.
    case type(ObjectIdentifier)
  }

  // The type that an `AnyView` hides is the child's name already.
  override var childIdentities: [String] {
    switch branch {
    case .nothing: []
    case .number(let number): ["\(number)"]
    case .type: [""]
    }
  }

  /// Shows `content`: the same branch keeps its state, another one begins anew.
  ///
  /// The leaving branch ends before the entering one is made.
  func show<Content: View>(_ content: Content, branch: Branch) {
    if self.branch == branch, let child { return Content.updateNode(child, to: content) }
    self.branch = branch
    replaceChild { Content.makeNode(content, in: context.below(self)) }
  }

  func showNothing() {
    guard branch != .nothing else { return }
    branch = .nothing
    replaceChild { nil }
  }
}

/// A node whose child has another identity with another value.
package final class IdentifiedNode<ID: Hashable>: PassNode {
  private var id: ID

  init<Content: View>(_ view: Identified<Content, ID>, in context: NodeContext) {
    id = view.id
    super.init(in: context)
    child = Content.makeNode(view.content, in: context.below(self))
  }

  override var childIdentities: [String] { ["\(id)"] }

  func update<Content: View>(to view: Identified<Content, ID>) {
    if id == view.id, let child { return Content.updateNode(child, to: view.content) }
    id = view.id
    replaceChild { Content.makeNode(view.content, in: context.below(self)) }
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
