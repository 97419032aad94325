import Synchronization

/// A source of values over time, such as a published property or a subject.
///
/// It never completes and never fails: an observation ends when its token is released. Operators
/// return another publisher, which observes this one only while it is observed itself. Source: the
/// part of Combine's `Publisher` that programs use with SwiftUI.
///
/// ```swift
/// $query.removeDuplicates().debounce(for: .milliseconds(300), clock: clock).assign(to: &$request)
/// ```
public protocol Publisher<Output>: SendableMetatype {
  /// The type of the values.
  associatedtype Output

  /// Calls a closure with each value until the token is released or cancelled.
  ///
  /// The closure runs where the value is sent.
  func sink(receiveValue action: @escaping (Output) -> Void) -> ObservationToken
}

extension Publisher {
  /// The values as an asynchronous sequence; a slow reader receives the newest.
  public var values: AsyncStream<Output> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let token = sink { value in
        // The publisher's own isolation covers its values; the stream only hands them on.
        nonisolated(unsafe) let value = value
        continuation.yield(value)
      }
      continuation.onTermination = { _ in token.cancel() }
    }
  }

  /// Publishes a value made of each value.
  public func map<NewOutput>(
    _ transform: @escaping (Output) -> NewOutput
  ) -> some Publisher<NewOutput> {
    Derived { send in sink { send(transform($0)) } }
  }

  /// Publishes a value made of each value, unless it is nil.
  public func compactMap<NewOutput>(
    _ transform: @escaping (Output) -> NewOutput?
  ) -> some Publisher<NewOutput> {
    Derived { send in sink { if let value = transform($0) { send(value) } } }
  }

  /// Publishes the values that a condition holds for.
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> some Publisher<Output> {
    Derived { send in sink { if isIncluded($0) { send($0) } } }
  }

  /// Publishes all values but the first ones; of a property, all but the present one.
  public func dropFirst(_ count: Int = 1) -> some Publisher<Output> {
    Derived { send in
      var rest = count
      return sink { if rest > 0 { rest -= 1 } else { send($0) } }
    }
  }

  /// Publishes the values that differ from the value before them.
  public func removeDuplicates(
    by isSame: @escaping (Output, Output) -> Bool
  ) -> some Publisher<Output> {
    Derived { send in
      var last: Output?
      return sink { value in
        if let last, isSame(last, value) { return }
        last = value
        send(value)
      }
    }
  }

  /// Publishes a value after a pause without others, as a clock measures it, on the main actor.
  ///
  /// The clock is real time, or that of the environment, which a test advances.
  public func debounce(
    for pause: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> some Publisher<Output> {
    Derived { send in
      let waiting = DebouncedValue(pause, clock, send)
      let token = sink { waiting.replace(with: $0) }
      return ObservationToken {
        token.cancel()
        waiting.cancel()
      }
    }
  }

  /// Hides the type of the publisher.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Never> { AnyPublisher(self) }

  /// Sets a property of an object to each value, until the token is released or cancelled.
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> ObservationToken {
    sink { object[keyPath: keyPath] = $0 }
  }

  /// Sets a published property to each value, as long as the object of the property lives.
  public func assign(to published: inout Published<Output>.Publisher) {
    published.follow(self)
  }
}

extension Publisher where Output: Equatable {
  /// Publishes the values that differ from the value before them.
  public func removeDuplicates() -> some Publisher<Output> { removeDuplicates(by: ==) }
}

/// A publisher whose observations are begun by a closure.
package struct Derived<Output>: Publisher {
  private let subscribe: (@escaping (Output) -> Void) -> ObservationToken

  /// Creates a publisher from the closure that begins an observation.
  package init(_ subscribe: @escaping (@escaping (Output) -> Void) -> ObservationToken) {
    self.subscribe = subscribe
  }

  /// Begins an observation.
  package func sink(receiveValue action: @escaping (Output) -> Void) -> ObservationToken {
    subscribe(action)
  }
}

// Proof: the task is guarded by the mutex; values are handed to the main actor and not used again.
/// The value that waits for the end of a pause; a newer one takes its place.
private final class DebouncedValue<Value>: @unchecked Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let pause: Duration
  private let clock: any Clock<Duration>
  private let send: (Value) -> Void

  init(_ pause: Duration, _ clock: any Clock<Duration>, _ send: @escaping (Value) -> Void) {
    (self.pause, self.clock, self.send) = (pause, clock, send)
  }

  func replace(with value: Value) {
    nonisolated(unsafe) let value = value
    let next = Task { @MainActor in
      try? await clock.sleep(for: pause)
      if !Task.isCancelled { send(value) }
    }
    let last = task.withLock { task in
      defer { task = next }
      return task
    }
    last?.cancel()
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
  }
}

/// A publisher whose type is hidden.
///
/// `Failure` is written as in Combine and is always `Never`. Source: Combine's `AnyPublisher`.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let subscribe: (@escaping (Output) -> Void) -> ObservationToken

  /// Calls a closure with each value until the token is released or cancelled.
  public func sink(receiveValue action: @escaping (Output) -> Void) -> ObservationToken {
    subscribe(action)
  }
}

extension AnyPublisher where Failure == Never {
  /// Hides the type of a publisher.
  public init(_ publisher: some Publisher<Output>) {
    subscribe = { publisher.sink(receiveValue: $0) }
  }
}

/// A publisher of the values that a program sends, to those who observe it at that time.
///
/// ```swift
/// let returns = PassthroughSubject<String, Never>()
/// let token = returns.sink { print("Returned: \($0)") }
/// returns.send("Emma")
/// ```
///
/// `Failure` is written as in Combine and is always `Never`. Source: Combine's
/// `PassthroughSubject`.
public final class PassthroughSubject<Output, Failure: Error>: Publisher, Sendable {
  private let observers = ObserverList<Output>()

  /// Creates a subject without observers.
  public init() where Failure == Never {}

  /// Sends a value to the observers.
  public func send(_ value: Output) { observers.send(value) }

  /// Notifies the observers.
  public func send() where Output == Void { observers.send(()) }

  /// Calls a closure with each value until the token is released or cancelled.
  public func sink(receiveValue action: @escaping (Output) -> Void) -> ObservationToken {
    observers.add(calling: action)
  }
}

// Proof: the value is guarded by the mutex.
/// A publisher of a value and of each later one.
///
/// ```swift
/// let opening = CurrentValueSubject<Int, Never>(9)
/// opening.send(10)
/// print(opening.value)  // 10
/// ```
///
/// `Failure` is written as in Combine and is always `Never`. Source: Combine's
/// `CurrentValueSubject`.
public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
  private let observers = ObserverList<Output>()
  private let lock = Mutex<Void>(())
  private nonisolated(unsafe) var current: Output

  /// Creates a subject with its first value.
  public init(_ value: Output) where Failure == Never {
    current = value
  }

  /// The present value; setting it sends it.
  public var value: Output {
    get { lock.withLock { _ in current } }
    set { send(newValue) }
  }

  /// Makes a value the present one, then sends it to the observers.
  public func send(_ value: Output) {
    lock.withLock { _ in current = value }
    observers.send(value)
  }

  /// Calls a closure with the present value and each later one until the token is released.
  public func sink(receiveValue action: @escaping (Output) -> Void) -> ObservationToken {
    action(value)
    return observers.add(calling: action)
  }
}

extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}

extension Clock where Duration == Swift.Duration {
  /// Calls a closure at times that are counted from now, in ascending order, until it is cancelled.
  @MainActor
  package func call(
    at times: some Sequence<Swift.Duration>, _ action: @MainActor (Swift.Duration) -> Void
  ) async throws {
    let begin = now
    for time in times {
      try await sleep(until: begin.advanced(by: time), tolerance: nil)
      try Task.checkCancellation()
      action(time)
    }
  }
}

/// A publisher whose values depend on time: the clock of a view takes the place of real time.
package protocol ClockedPublisher<Output>: Publisher {
  /// Calls a closure with each value, as `clock` measures time.
  func sink(
    clock: any Clock<Duration>, receiveValue action: @escaping (Output) -> Void
  ) -> ObservationToken
}
