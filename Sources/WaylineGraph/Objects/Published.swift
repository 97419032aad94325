/// A property of an ``ObservableObject`` whose changes are announced in advance.
///
/// ```swift
/// final class LibraryHours: ObservableObject {
///   @Published var opening = 9
/// }
/// ```
///
/// `$property` can be iterated as an asynchronous sequence, or observed with a closure. Source:
/// Combine's `Published`.
@propertyWrapper
public struct Published<Value> {
  private var storage: PublishedStorage<Value>

  /// A property that begins with `wrappedValue`.
  public init(wrappedValue: Value) {
    storage = PublishedStorage(wrappedValue)
  }

  /// A property that begins with `initialValue`.
  public init(initialValue: Value) {
    storage = PublishedStorage(initialValue)
  }

  /// The current value; setting it notifies the object's publisher first, also when it is equal.
  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.set(newValue) }
  }

  // NB: it can be set because `assign(to: &$property)` takes it as an `inout` argument.
  /// The values of the property, the present one first.
  public var projectedValue: Publisher {
    get { Publisher(storage: storage) }
    set {
      if newValue.storage.publisher == nil { newValue.storage.publisher = storage.publisher }
      storage = newValue.storage
    }
  }

  /// The values of a published property, the present one first.
  public struct Publisher {
    fileprivate let storage: PublishedStorage<Value>

    /// Calls `action` with the current value and each later one while the token is retained.
    public func sink(receiveValue action: @escaping (Value) -> Void) -> ObservationToken {
      action(storage.value)
      return storage.observers.add(calling: action)
    }

    /// Sets the property to each value of a publisher while the property exists.
    func follow(_ publisher: some WaylineGraph.Publisher<Value>) {
      // The storage retains the token, so the closure must not retain the storage.
      let token = publisher.sink { [weak storage] in storage?.set($0) }
      storage.followed.append(token)
    }
  }
}

extension Published.Publisher: WaylineGraph.Publisher {}

extension Published.Publisher: AsyncSequence {
  /// A value of the property.
  public typealias Element = Value

  /// Iterates the values; a slow reader sees the newest.
  public func makeAsyncIterator() -> AsyncStream<Value>.Iterator { values.makeAsyncIterator() }
}

/// The box behind a published property; copies of the wrapper share it.
private final class PublishedStorage<Value> {
  var value: Value
  var publisher: ObservableObjectPublisher?
  let observers = ObserverList<Value>()
  /// The observations of the publishers that the property was assigned to.
  var followed: [ObservationToken] = []

  init(_ value: Value) {
    self.value = value
  }

  func set(_ new: Value) {
    publisher?.send()
    // Observers compare the new value with the stored one, so they are called before it changes.
    observers.send(new)
    value = new
    // Off the main actor the views may have run before the value was there.
    if !Evaluation.isInScope { publisher?.source.didChange() }
  }
}

/// A property wrapper that announces its changes through the publisher of the object around it.
package protocol PublishedField {
  /// The publisher that the wrapper has joined; nil before that.
  var objectPublisher: ObservableObjectPublisher? { get }
  /// Connects the wrapper to the publisher of its object.
  mutating func join(_ publisher: ObservableObjectPublisher)
  /// The present value; nil if it is stored elsewhere.
  var content: Any? { get }
  /// The plan of the present value; nil if it is stored elsewhere.
  static var contentPlan: ContentPlan? { get }
}

extension PublishedField {
  /// Nil: the value is that of a store.
  package var content: Any? { nil }
  /// Nil: the value is that of a store.
  package static var contentPlan: ContentPlan? { nil }
}

extension PublishedField {
  /// The publisher that the wrapper at an address has joined.
  static func publisher(at address: UnsafeMutableRawPointer) -> ObservableObjectPublisher? {
    address.assumingMemoryBound(to: Self.self).pointee.objectPublisher
  }

  /// Connects the wrapper at an address to the publisher of its object.
  static func join(_ publisher: ObservableObjectPublisher, at address: UnsafeMutableRawPointer) {
    address.assumingMemoryBound(to: Self.self).pointee.join(publisher)
  }
}

extension Published: PublishedField {
  /// The publisher that the property has joined.
  package var objectPublisher: ObservableObjectPublisher? { storage.publisher }

  /// Connects the property to the publisher of its object.
  package func join(_ publisher: ObservableObjectPublisher) { storage.publisher = publisher }

  /// The present value.
  package var content: Any? { storage.value }
  /// The plan of the present value.
  package static var contentPlan: ContentPlan? { PublishedPlan<Value>() }

  /// Writes the value of a snapshot, of which no observer learns.
  func restore(_ value: Value) { storage.value = value }
}
