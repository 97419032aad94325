import Observation

/// A reference to a value that another object owns.
///
/// ```swift
/// struct RatingView: View {
///   @Binding var rating: Int
///   var body: some View { Stepper("Rating", value: $rating, in: 0...5) }
/// }
/// ```
///
/// A binding from `$state`, or to a part of it (`$user.name`), leads to the owner's storage: the
/// bodies that read it re-run, those that only pass it on do not. Source: SwiftUI's `Binding`.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value>: DynamicProperty {
  let location: Location<Value>
  /// The transaction in which writes through the binding happen.
  public var transaction = Transaction()

  /// A binding that leads to a location.
  package init(_ location: Location<Value>) {
    self.location = location
  }

  /// A binding from a pair of functions; `set` is called synchronously.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    location = FunctionLocation(get: get, set: set)
  }

  /// A binding from a pair of functions; `set` receives the transaction of the write.
  public init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
    location = FunctionLocation(get: get, set: { set($0, Transaction.current) })
  }

  /// The same binding.
  public init(projectedValue: Binding<Value>) {
    self = projectedValue
  }

  /// A binding to the unwrapped value; nil while the value is nil.
  public init?(_ base: Binding<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(get: { base.wrappedValue ?? value }, set: { base.wrappedValue = $0 })
  }

  /// A binding that offers the value as an optional; writing nil does nothing.
  public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
    self.init(
      get: { base.wrappedValue }, set: { if let value = $0 { base.wrappedValue = value } })
  }

  /// A binding that offers the value with its type erased to a hashable one.
  public init<Wrapped: Hashable>(_ base: Binding<Wrapped>) where Value == AnyHashable {
    self.init(
      get: { AnyHashable(base.wrappedValue) },
      set: { if let value = $0.base as? Wrapped { base.wrappedValue = value } })
  }

  /// A binding that never changes.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(ConstantLocation(value))
  }

  /// The present value.
  public var wrappedValue: Value {
    get { location.get() }
    nonmutating set { transaction.apply { location.set(newValue) } }
  }

  /// Hides the value in dumps of the tree from now on, since it is a secret.
  package func hideInDumps() { location.hide() }

  /// The binding itself.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a part of the value.
  public subscript<Part>(dynamicMember keyPath: WritableKeyPath<Value, Part>) -> Binding<Part> {
    var part = Binding<Part>(KeyPathLocation(location, keyPath))
    part.transaction = transaction
    return part
  }

  /// The same binding with another transaction.
  public func transaction(_ transaction: Transaction) -> Binding<Value> {
    var copy = self
    copy.transaction = transaction
    return copy
  }

  /// The same binding, whose writes are a group of their own; lines do not move.
  public func animation(_ animation: Animation? = .default) -> Binding<Value> {
    var copy = self
    copy.transaction.animation = animation
    return copy
  }
}

extension Binding: LinkedProperty {
  /// Connects the property to the node of the view, before each run of its body.
  package mutating func link(_ slot: inout AnyObject?, in node: Node) {}

  /// True if a parent that passes this one passes the same input.
  package func isSameInput(as other: Self) -> Bool { location.isSame(as: other.location) }

  /// No: another object owns the value.
  package static var needsNode: Bool { false }
}

extension Binding: Identifiable where Value: Identifiable {
  /// The identity of the present value.
  public var id: Value.ID { wrappedValue.id }
}

// Proof: locations guard their values; a pair of functions is the program's own promise.
extension Binding: @unchecked Sendable where Value: Sendable {}

extension Binding: Sequence where Value: MutableCollection {
  /// A binding to an element of the value.
  public typealias Element = Binding<Value.Element>
  /// Goes through the bindings in order.
  public typealias Iterator = IndexingIterator<Self>
}

extension Binding: Collection where Value: MutableCollection {
  /// A position in the value.
  public typealias Index = Value.Index
  /// The positions in the value.
  public typealias Indices = Value.Indices

  /// The position of the first element.
  public var startIndex: Value.Index { wrappedValue.startIndex }
  /// The position after the last element.
  public var endIndex: Value.Index { wrappedValue.endIndex }
  /// The positions of all elements.
  public var indices: Value.Indices { wrappedValue.indices }
  /// The position after another.
  public func index(after index: Value.Index) -> Value.Index { wrappedValue.index(after: index) }

  /// A binding to one element.
  public subscript(position: Value.Index) -> Binding<Value.Element> {
    Binding<Value.Element>(ElementLocation(location, position)).transaction(transaction)
  }
}

extension Binding {
  /// The same binding; one to an element of a collection follows the element, by its identity.
  ///
  /// After the element has left the collection, its last value is read and writes have no effect.
  package func following<ID: Hashable>(_ id: @escaping (Value) -> ID) -> Binding<Value> {
    Binding(location.following(id)).transaction(transaction)
  }
}

/// A binding to a value that has an identity, whatever its type.
package protocol IdentifiedBinding {
  /// The binding that follows the value among the elements of a collection.
  var followingElement: Self { get }
}

extension Binding: IdentifiedBinding where Value: Identifiable {
  /// The binding that follows the value among the elements of a collection.
  package var followingElement: Binding<Value> { following(\.id) }
}

extension Binding: BidirectionalCollection
where Value: BidirectionalCollection & MutableCollection {
  /// The position before another.
  public func index(before index: Value.Index) -> Value.Index { wrappedValue.index(before: index) }
}

extension Binding: RandomAccessCollection
where Value: MutableCollection & RandomAccessCollection {}

/// Makes bindings to the properties of an `@Observable` object.
///
/// ```swift
/// struct ShelfEditor: View {
///   @Bindable var shelf: Shelf
///   var body: some View { TextField("Name", text: $shelf.name) }
/// }
/// ```
///
/// It works as a property of a view, as a local variable of a body, and as `Bindable(model).name`.
/// Source: SwiftUI's `Bindable`.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
  private var object: Value

  // NB: without an initializer here the memberwise one of a view would ask for the wrapper.
  /// Unavailable: the wrapped value must be an `@Observable` object.
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

  /// The same wrapper, from `$model` of another.
  public init(projectedValue: Bindable<Value>) {
    self = projectedValue
  }

  /// A binding to a property of the object.
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding(ObjectLocation(wrappedValue, keyPath))
  }
}

extension Bindable: Identifiable where Value: Identifiable {
  /// The identity of the object.
  public var id: Value.ID { wrappedValue.id }
}

extension Bindable: Sendable where Value: Sendable {}
