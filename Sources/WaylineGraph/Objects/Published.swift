/// A property of an ``ObservableObject`` whose changes are announced in advance.
///
/// `$property` can be iterated as an asynchronous sequence, or observed with a closure. Source:
/// Combine's `Published`.
@propertyWrapper
public struct Published<Value> {
  private let storage: PublishedStorage<Value>

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

  /// The values of the property, the present one first.
  public var projectedValue: Publisher { Publisher(storage: storage) }

  /// The values of a published property, the present one first.
  public struct Publisher {
    fileprivate let storage: PublishedStorage<Value>

    /// Calls `action` with the current value and each later one while the token is retained.
    public func sink(
      receiveValue action: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
      action(storage.value)
      return storage.observers.add(action)
    }
  }
}

extension Published.Publisher {
  /// The values as an asynchronous sequence, which the publisher is already.
  public var values: Self { self }
}

extension Published.Publisher: AsyncSequence {
  /// A value of the property.
  public typealias Element = Value

  /// Iterates the values; a slow reader sees the newest.
  public func makeAsyncIterator() -> AsyncStream<Value>.Iterator {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let token = sink { value in
        // The object's own isolation covers its values; the stream only hands them on.
        nonisolated(unsafe) let value = value
        continuation.yield(value)
      }
      continuation.onTermination = { _ in token.cancel() }
    }.makeAsyncIterator()
  }
}

/// The box behind a published property; copies of the wrapper share it.
private final class PublishedStorage<Value> {
  var value: Value
  var publisher: ObservableObjectPublisher?
  let observers = ObserverList<Value>()

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

/// The operations that the search for published fields requires of one.
protocol PublishedField {
  static func publisher(at address: UnsafeMutableRawPointer) -> ObservableObjectPublisher?
  static func join(_ publisher: ObservableObjectPublisher, at address: UnsafeMutableRawPointer)
}

extension Published: PublishedField {
  static func publisher(at address: UnsafeMutableRawPointer) -> ObservableObjectPublisher? {
    address.assumingMemoryBound(to: Self.self).pointee.storage.publisher
  }

  static func join(_ publisher: ObservableObjectPublisher, at address: UnsafeMutableRawPointer) {
    address.assumingMemoryBound(to: Self.self).pointee.storage.publisher = publisher
  }
}
