import Observation

/// Makes bindings to the properties of an `@Observable` object.
///
/// It works as a property of a view, as a local variable of a body, and as `Bindable(model).name`.
/// Source: SwiftUI's `Bindable`.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
  private var object: Value

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
