/// An object that somebody else owns; the body re-runs when the object says that it changes.
///
/// Source: SwiftUI's `ObservedObject`.
@propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  /// The object.
  public var wrappedValue: ObjectType

  /// Observes `wrappedValue`.
  public init(wrappedValue: ObjectType) {
    self.wrappedValue = wrappedValue
  }

  /// Observes `initialValue`.
  public init(initialValue: ObjectType) {
    wrappedValue = initialValue
  }

  /// Makes bindings to the object's properties.
  public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

  /// Makes bindings to an object's properties.
  @dynamicMemberLookup
  public struct Wrapper {
    let object: ObjectType

    /// A binding to a property of the object.
    public subscript<Value>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Value>
    ) -> Binding<Value> {
      Binding(ObjectLocation(object, keyPath))
    }
  }
}

extension ObservedObject: LinkedProperty {
  /// Joins the node of the view, before each run of its body.
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    wrappedValue.objectWillChange.source.didRead()
    if let seen = slot, seen !== wrappedValue { node.requireBody() }
    slot = wrappedValue
  }

  /// Whether a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool { wrappedValue === other.wrappedValue }
}
