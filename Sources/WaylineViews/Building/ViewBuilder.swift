/// Makes one view of the statements of a body.
///
/// Source: SwiftUI's `ViewBuilder`.
@resultBuilder
public enum ViewBuilder {
  /// A view as it is.
  @inlinable
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  /// Told by the compiler where a statement is not a view.
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
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> {
    ConditionalContent(.first(first))
  }

  /// The second branch.
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> {
    ConditionalContent(.second(second))
  }

  /// An `if` without `else`.
  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }

  /// A branch behind `if #available`.
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView {
    AnyView(content)
  }
}
