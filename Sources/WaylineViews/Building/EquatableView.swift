/// A view that is compared by its own `==` before its body runs.
///
/// ```swift
/// struct Sign: View, Equatable {
///   let text: String
///   var body: some View { Text(text) }
/// }
///
/// Sign(text: "Open").equatable()
/// ```
public struct EquatableView<Content: View & Equatable> {
  /// The compared view.
  public var content: Content

  /// Compares `content` by its own `==`.
  nonisolated public init(content: Content) {
    self.content = content
  }
}

extension EquatableView: PrimitiveView {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> EquatableNode<Content> {
    EquatableNode(view.content, in: context)
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: EquatableNode<Content>, to view: Self) {
    node.update(to: view.content)
  }
}

extension View where Self: Equatable {
  /// Compares the view by its own `==` before its body runs.
  nonisolated public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}

/// A view whose identity is a value: another value starts with new state.
package struct Identified<Content, ID> {
  /// The view with the identity.
  package let content: Content
  let id: ID

  /// Ties the identity of `content` to `id`.
  nonisolated package init(_ content: Content, id: ID) {
    self.content = content
    self.id = id
  }
}

extension Identified: View, PrimitiveView where Content: View, ID: Hashable {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> IdentifiedNode<ID> {
    IdentifiedNode(view, in: context)
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: IdentifiedNode<ID>, to view: Self) {
    node.update(to: view)
  }
}

extension View {
  /// Binds the view's identity to a value: when it changes, the state below is reset.
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { Identified(self, id: id) }
}
