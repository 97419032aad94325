/// An object that other code owns; the body runs again when the object announces a change.
///
/// ```swift
/// struct OpeningView: View {
///   @ObservedObject var hours: LibraryHours
///   var body: some View { Button("Open at \(hours.opening)") { hours.opening += 1 } }
/// }
/// ```
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
      Binding(ObjectLocation(object, keyPath, changes: object.changes))
    }
  }
}

extension ObservedObject: LinkedProperty {
  /// True: a snapshot of the scene copies the value.
  package static var hasState: Bool { true }

  /// Connects the property to the node of the view, before each run of its body.
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    wrappedValue.changes.didRead()
    if let seen = slot, seen !== wrappedValue { node.requireBody() }
    slot = wrappedValue
  }

  /// True if a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool { wrappedValue === other.wrappedValue }
}

/// An object that the view owns: made once for its identity, released with it.
///
/// ```swift
/// struct HoursView: View {
///   @StateObject private var hours = LibraryHours()
///   var body: some View { OpeningView(hours: hours).environmentObject(hours) }
/// }
/// ```
///
/// The expression runs when the view is first shown, not when the view value is made. Source:
/// SwiftUI's `StateObject`.
@propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  private let make: () -> ObjectType
  private var object: ObjectType?
  private var node: Node?

  /// An object made by `wrappedValue` when the view is first shown.
  public init(wrappedValue: @autoclosure @escaping () -> ObjectType) {
    make = wrappedValue
  }

  /// The object; before the view is shown a new one at each call, reported as a mistake.
  @preconcurrency @MainActor
  public var wrappedValue: ObjectType {
    if let object {
      // It is read to be changed.
      if node?.isEnded == true { Evaluation.noteDiscardedState() }
      return object
    }
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
  /// True: a snapshot of the scene copies the value.
  package static var hasState: Bool { true }

  /// Connects the property to the node of the view, before each run of its body.
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    if let kept = slot {
      // The slot of a state object holds what this function stored and nothing else.
      object = unsafeDowncast(kept, to: ObjectType.self)
    } else {
      object = Evaluation.outside(make)
      slot = object
    }
    self.node = node
    object?.changes.didRead()
  }

  /// True if a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool { true }
}
