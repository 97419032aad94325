/// An object that an ancestor gave with `.environmentObject(_:)`; it must be there.
///
/// Source: SwiftUI's `EnvironmentObject`.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
  private var object: ObjectType?

  /// Makes one with nothing said.
  public init() {}

  /// The object.
  @preconcurrency @MainActor
  public var wrappedValue: ObjectType {
    object ?? EnvironmentValues().requiredObject(ObjectType.self)
  }

  /// Makes bindings to the object's properties.
  @preconcurrency @MainActor
  public var projectedValue: ObservedObject<ObjectType>.Wrapper {
    ObservedObject<ObjectType>.Wrapper(object: wrappedValue)
  }
}

extension EnvironmentObject: LinkedProperty {
  /// Joins the node of the view, before each run of its body.
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    let found = node.environment.values[ObjectKey<ObjectType>.self]
    found?.objectWillChange.source.didRead()
    if let seen = slot, seen !== found { node.requireBody() }
    object = found
    slot = found
  }

  /// Whether a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool { true }
}
