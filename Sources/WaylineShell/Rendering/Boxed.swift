/// A large value that is rarely there, in a box of its own: without it, it takes the room of a pointer.
@propertyWrapper
package struct Boxed<Value> {
  fileprivate final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  /// No value.
  package init() {}

  /// The value; nil without one.
  package var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }
}

extension Boxed.Box: Sendable where Value: Sendable {}
extension Boxed: Sendable where Value: Sendable {}

extension Boxed: Equatable where Value: Equatable {
  /// True if both have equal values, or none.
  package static func == (first: Boxed, second: Boxed) -> Bool {
    first.box === second.box || first.wrappedValue == second.wrappedValue
  }
}

extension Boxed: Hashable where Value: Hashable {
  /// Adds the value.
  package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
