/// One of two views; each branch has an identity of its own.
public struct ConditionalContent<First, Second> {
  @usableFromInline
  enum Branch {
    case first(First)
    case second(Second)
  }

  @usableFromInline let branch: Branch

  // NB: a program that sees this makes the branch without a look at its type.
  @inlinable
  nonisolated init(_ branch: Branch) {
    self.branch = branch
  }
}

extension ConditionalContent where First: View, Second: View {
  /// The view of the branch that was taken.
  package var shown: any View {
    switch branch {
    case .first(let view): view
    case .second(let view): view
    }
  }
}

// NB: the underscore is SwiftUI's.
// swift-format-ignore: NoLeadingUnderscores
/// The name that code written for SwiftUI gives the content of an `if` with an `else`.
public typealias _ConditionalContent = ConditionalContent

extension ConditionalContent: View, PrimitiveView where First: View, Second: View {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> BranchNode {
    let node = BranchNode(in: context)
    update(node, to: view)
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: BranchNode, to view: Self) {
    switch view.branch {
    case .first(let content): node.show(content, branch: .number(1))
    case .second(let content): node.show(content, branch: .number(2))
    }
  }
}

extension Optional: View where Wrapped: View {}

extension Optional: PrimitiveView where Wrapped: View {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> BranchNode {
    let node = BranchNode(in: context)
    update(node, to: view)
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: BranchNode, to view: Self) {
    if let view { node.show(view, branch: .number(1)) } else { node.showNothing() }
  }
}

/// A view whose type is hidden; its state persists while the hidden type stays the same.
///
/// ```swift
/// AnyView(Text("Open"))
/// ```
public struct AnyView {
  /// The view whose type is hidden.
  package let content: any View

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
  // NB: the underscore is SwiftUI's.
  /// Hides the type of a view that is only known to be a value; nil if it is no view.
  nonisolated public init?(_fromValue value: Any) {
    guard let view = value as? any View else { return nil }
    content = view
  }
}

extension AnyView: PrimitiveView {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> BranchNode {
    let node = BranchNode(in: context)
    update(node, to: view)
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: BranchNode, to view: Self) {
    func show<Content: View>(_ content: Content) {
      // An `AnyView` in an `AnyView` hides the content of the inner one.
      if Content.self == AnyView.self, let inner = content as? AnyView {
        return update(node, to: inner)
      }
      node.show(content, branch: .type(ObjectIdentifier(Content.self)))
    }
    show(view.content)
  }
}

/// A node whose child has another identity with another branch.
package final class BranchNode: PassNode {
  private var branch = Branch.nothing

  /// The identity of the shown content, among several.
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

  /// Shows `content`: the same branch retains its state, another one starts with new state.
  ///
  /// The leaving branch ends before the entering one is made.
  func show<Content: View>(_ content: Content, branch: Branch) {
    if self.branch == branch, let child { return Content._updateNode(child, to: content) }
    self.branch = branch
    replaceChild { Content._makeNode(content, in: context.below(self)) }
  }

  /// The node of the content of a branch; nil while another branch is shown.
  func child(of branch: Branch) -> ViewNode? { self.branch == branch ? child : nil }

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
    child = Content._makeNode(view.content, in: context.below(self))
  }

  override var childIdentities: [String] { ["\(id)"] }
  override func placeIdentity(of child: ViewNode) -> String? {
    id is any VisitIdentity ? nil : "\(id)"
  }

  func update<Content: View>(to view: Identified<Content, ID>) {
    if id == view.id, let child { return Content._updateNode(child, to: view.content) }
    id = view.id
    replaceChild { Content._makeNode(view.content, in: context.below(self)) }
  }
}

/// The node of a view that is compared by its own `==`.
package final class EquatableNode<Content: View & Equatable>: PassNode {
  private var content: Content

  init(_ content: Content, in context: NodeContext) {
    self.content = content
    super.init(in: context)
    child = Content._makeNode(content, in: context.below(self))
  }

  func update(to content: Content) {
    guard content != self.content, let child else { return }
    self.content = content
    Content._updateNode(child, to: content)
    child.inputDidChange()
  }
}
