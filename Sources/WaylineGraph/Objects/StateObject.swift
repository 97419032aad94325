/// An object that the view owns: made once for its identity, released with it.
///
/// The expression runs when the view is first shown, not when the view value is made. Source:
/// SwiftUI's `StateObject`.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  private let make: () -> ObjectType
  private var object: ObjectType?

  /// An object made by `wrappedValue` when the view is first shown.
  public init(wrappedValue: @autoclosure @escaping () -> ObjectType) {
    make = wrappedValue
  }

  /// The object; a new one at each call before the view is shown, which is told as a mistake.
  @preconcurrency @MainActor
  public var wrappedValue: ObjectType {
    if let object { return object }
    Misuse.report(
      "A state object of type \(ObjectType.self) was used before its view was shown; a new one is "
        + "made at each use. Use it from body or from an action of the view.")
    return make()
  }

  /// Makes bindings to the object's properties.
  @preconcurrency @MainActor
  public var projectedValue: ObservedObject<ObjectType>.Wrapper {
    ObservedObject<ObjectType>.Wrapper(object: wrappedValue)
  }
}

extension StateObject: LinkedProperty {
  /// Joins the node of the view, before each run of its body.
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    if let kept = slot {
      // The slot of a state object holds what this function stored and nothing else.
      object = unsafeDowncast(kept, to: ObjectType.self)
    } else {
      object = Evaluation.outside(make)
      slot = object
    }
    object?.objectWillChange.source.didRead()
  }

  /// Whether a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool { true }
}
