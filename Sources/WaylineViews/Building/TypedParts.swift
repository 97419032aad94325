/// A view whose parts are described by types, so that they can be listed without the view.
///
/// The parts of other views are found by the types of their fields and of their bodies. A view conforms
/// where those are not enough: its parts are cases of an enum, or its body hides the types of its parts.
package protocol TypedParts {
  /// The types of the views inside.
  static var partTypes: [any Any.Type] { get }
}

extension ConditionalContent: TypedParts where First: View, Second: View {
  /// The types of both branches.
  package static var partTypes: [any Any.Type] { [First.self, Second.self] }
}

extension Optional: TypedParts where Wrapped: View {
  /// The type of the view.
  package static var partTypes: [any Any.Type] { [Wrapped.self] }
}

extension TupleView: TypedParts where repeat each Child: View {
  /// The types of the views.
  package static var partTypes: [any Any.Type] {
    var types: [any Any.Type] = []
    repeat types.append((each Child).self)
    return types
  }
}

extension ModifiedContent: TypedParts where Content: View, Modifier: ViewModifier {
  /// The type of the modifier, and that of the view.
  package static var partTypes: [any Any.Type] { [Modifier.self, Content.self] }
}

extension Searchable: TypedParts {
  /// The type of the searched view; its suggestions have no known type.
  static var partTypes: [any Any.Type] { [Content.self] }
}
