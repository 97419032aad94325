import Observation

/// Makes bindings to the properties of an `@Observable` object.
///
/// It works as a property of a view, as a local variable of a body, and as `Bindable(model).name`.
/// Source: SwiftUI's `Bindable`.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
  private var object: Value

  /// Told by the compiler where the value is not an `@Observable` object.
  // NB: without an initializer here the memberwise one of a view would ask for the wrapper.
  @available(*, unavailable, message: "the wrapped value must be an @Observable object")
  public init(wrappedValue: Value) {
    object = wrappedValue
  }

  /// The object.
  public var wrappedValue: Value {
    get { object }
    set { object = newValue }
  }

  /// The wrapper itself.
  public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject & Observable {
  /// Makes bindings to `wrappedValue`.
  public init(wrappedValue: Value) {
    object = wrappedValue
  }

  /// Makes bindings to an object.
  public init(_ wrappedValue: Value) {
    object = wrappedValue
  }

  /// A binding to a property of the object.
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding(ObjectLocation(wrappedValue, keyPath))
  }
}
