/// Builds one view from the statements of a body.
///
/// Source: SwiftUI's `ViewBuilder`.
@resultBuilder
public enum ViewBuilder {
  /// A view as it is.
  @inlinable
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  /// Unavailable: the expression must be a view.
  @available(*, unavailable, message: "this expression is not a View; wrap it, e.g. Text(...)")
  @_disfavoredOverload
  public static func buildExpression<Value>(_ value: Value) -> EmptyView { EmptyView() }

  /// An empty body.
  public static func buildBlock() -> EmptyView { EmptyView() }

  /// A body of one view.
  @inlinable
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  /// A body of several views.
  @inlinable
  public static func buildBlock<each Child: View>(
    _ child: repeat each Child
  ) -> TupleView<repeat each Child> {
    TupleView(repeat each child)
  }

  /// The first branch.
  @inlinable
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> {
    ConditionalContent(.first(first))
  }

  /// The second branch.
  @inlinable
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> {
    ConditionalContent(.second(second))
  }

  /// An `if` without `else`.
  @inlinable
  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }

  /// A branch behind `if #available`.
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView {
    AnyView(content)
  }
}

/// Several views, one after the other.
public struct TupleView<each Child> {
  /// The views in order.
  @usableFromInline package let children: (repeat each Child)

  // NB: a program that sees this makes the views where they stay, without a look at their types.
  @inlinable
  nonisolated init(_ child: repeat each Child) {
    children = (repeat each child)
  }

  /// Puts the views of a tuple one after the other.
  @inlinable
  nonisolated public init(_ value: (repeat each Child)) {
    children = value
  }
}

extension TupleView: View, PrimitiveView where repeat each Child: View {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> GroupNode {
    let node = GroupNode(in: context)
    let below = context.below(node)
    var made: [ViewNode] = []
    func add<Element: View>(_ element: Element) {
      made.append(Element._makeNode(element, in: below))
    }
    repeat add(each view.children)
    node.replaceChildren(made)
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: GroupNode, to view: Self) {
    let nodes = node.children
    var index = 0
    func update<Element: View>(_ element: Element) {
      Element._updateNode(nodes[index], to: element)
      index += 1
    }
    repeat update(each view.children)
  }
}

/// A view without lines.
///
/// ```swift
/// EmptyView()
/// ```
public struct EmptyView {
  nonisolated public init() {}
}

extension EmptyView: PrimitiveView {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> EmptyNode {
    EmptyNode(in: context)
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: EmptyNode, to view: Self) {}
}

/// The node of a view without lines.
package final class EmptyNode: ViewNode {
  override var isVacant: Bool { true }
}

/// Several views that a modifier treats as one.
///
/// ```swift
/// Group { Text("The Leopard") }
/// ```
public struct Group<Content: View> {
  /// The views.
  package let content: Content

  /// Groups views.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension Group: View {
  /// The content of the view.
  public var body: Content { content }

  /// Creates the node of the content: a group has none of its own.
  public static func _makeNode(_ view: Self, in context: NodeContext) -> ViewNode {
    Content._makeNode(view.content, in: context)
  }

  /// Updates the node of the content.
  public static func _updateNode(_ node: ViewNode, to view: Self) {
    Content._updateNode(node, to: view.content)
  }
}
