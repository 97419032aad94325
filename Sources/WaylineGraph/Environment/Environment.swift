import Observation

/// A value that the view inherits from its ancestors.
///
/// ```swift
/// struct BackButton: View {
///   @Environment(\.dismiss) private var dismiss
///   var body: some View { Button("Back") { dismiss() } }
/// }
/// ```
///
/// The body re-runs only when the value at the key path differs. With a type instead of a key path
/// it reads an `@Observable` object that an ancestor gave. In the closure of a command of the program it
/// reads the values of the screen at which the command was typed. Source: SwiftUI's `Environment`.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  // NB: no closures, which would have a context of their own in each value: the rows of a list that are
  // made again have the bytes that they had.
  @usableFromInline let keyPath: KeyPath<EnvironmentValues, Value>?
  @usableFromInline let reader: (any EnvironmentReader<Value>.Type)?
  @usableFromInline var linked: EnvironmentLink<Value>?

  /// Reads the value at a key path.
  @inlinable
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
    reader = nil
    linked = nil
  }

  /// Reads an object that an ancestor gave with `.environment(object)`; it must be there.
  @inlinable
  public init(_ type: Value.Type) where Value: AnyObject & Observable {
    keyPath = nil
    reader = RequiredObject<Value>.self
    linked = nil
  }

  /// Reads an object that an ancestor may have given with `.environment(object)`.
  @inlinable
  public init<Object: AnyObject & Observable>(_ type: Object.Type) where Value == Object? {
    keyPath = nil
    reader = OptionalObject<Object>.self
    linked = nil
  }

  /// The value that the view sees; the default before the view is shown.
  public var wrappedValue: Value {
    if let linked { return linked.value }
    if let values = AmbientEnvironment.values { return read(values) }
    Misuse.report(
      "An environment value of type \(Value.self) was read before its view was shown; it has its "
        + "default. Read it from body or from an action of the view.")
    return read(EnvironmentValues())
  }

  private func read(_ values: EnvironmentValues) -> Value {
    if let keyPath { return values[keyPath: keyPath] }
    guard let reader else {
      preconditionFailure("An environment property has a key path or the type of an object.")
    }
    return reader.read(values)
  }
}

/// Reads the object of a type from an environment.
@usableFromInline
protocol EnvironmentReader<Value> {
  associatedtype Value
  static func read(_ values: EnvironmentValues) -> Value
}

/// Reads an object that must be there.
@usableFromInline
enum RequiredObject<Object: AnyObject>: EnvironmentReader {
  @usableFromInline
  static func read(_ values: EnvironmentValues) -> Object { values.requiredObject(Object.self) }
}

/// Reads an object that may be there.
@usableFromInline
enum OptionalObject<Object: AnyObject>: EnvironmentReader {
  @usableFromInline
  static func read(_ values: EnvironmentValues) -> Object? { values[ObjectKey<Object>.self] }
}

/// The storage of an environment property: the value that the last body saw.
@usableFromInline
final class EnvironmentLink<Value>: NodeSlot {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// The value, if it is an object that announces its changes.
  override var captured: Any? { Announcing.contains(Value.self) ? value : nil }

  override func hash(into hasher: inout ContentHasher) {
    if Announcing.contains(Value.self) { hasher.combine(value) }
  }
}

extension Environment: LinkedProperty {
  /// True if the value is an object that announces its changes, whose values a snapshot of the scene copies.
  package static var hasState: Bool { Announcing.contains(Value.self) }

  /// Connects the property to the node of the view, before each run of its body.
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    let value = read(node.environment.values)
    guard let kept = slot else {
      linked = EnvironmentLink(value)
      slot = linked
      return
    }
    // The slot of an environment property holds what this function stored and nothing else.
    let link = unsafeDowncast(kept, to: EnvironmentLink<Value>.self)
    // With `\.self` the body reads the keys itself, and runs when one of those differs.
    let isSame =
      Value.self == EnvironmentValues.self
      || InputComparison.of(Value.self, preferring: .equality).isSame(link.value, value)
    link.value = value
    if !isSame { node.requireBody() }
    linked = link
  }

  /// True if a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool { keyPath == other.keyPath }
}

extension EnvironmentValues {
  /// The object of a type, which an ancestor must have given.
  ///
  /// Without one there is no value to return: the program stops with a message that says where
  /// to put the missing modifier. Source: SwiftUI, which stops here too.
  func requiredObject<Object: AnyObject>(_ type: Object.Type) -> Object {
    if let object = self[ObjectKey<Object>.self] { return object }
    let sentence =
      "No \(type) in the environment: an ancestor of the view must have "
      + ".environment(object) or .environmentObject(object)."
    Misuse.report(sentence)
    preconditionFailure(sentence)
  }
}

/// An object that an ancestor gave with `.environmentObject(_:)`; it must be there.
///
/// ```swift
/// struct OpeningSign: View {
///   @EnvironmentObject private var hours: LibraryHours
///   var body: some View { Text("Open from \(hours.opening).") }
/// }
/// ```
///
/// Source: SwiftUI's `EnvironmentObject`.
@propertyWrapper
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
  private var object: ObjectType?

  /// Creates a property whose object comes from the environment.
  public init() {}

  /// The object.
  @preconcurrency @MainActor
  public var wrappedValue: ObjectType {
    object ?? (AmbientEnvironment.values ?? EnvironmentValues()).requiredObject(ObjectType.self)
  }

  /// Makes bindings to the object's properties.
  @preconcurrency @MainActor
  public var projectedValue: ObservedObject<ObjectType>.Wrapper {
    ObservedObject<ObjectType>.Wrapper(object: wrappedValue)
  }
}

extension EnvironmentObject: LinkedProperty {
  /// True: a snapshot of the scene copies the value.
  package static var hasState: Bool { true }

  /// Connects the property to the node of the view, before each run of its body.
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {
    let found = node.environment.values[ObjectKey<ObjectType>.self]
    found?.changes.didRead()
    if let seen = slot, seen !== found { node.requireBody() }
    object = found
    slot = found
  }

  /// True if a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool { true }
}
