import Synchronization
import WaylineGraph

// Operators that join several publishers, or build a value up. A publisher never completes, so none of
// them waits for an end.

extension Publisher {
  /// Publishes the last values of this publisher and another one, whenever either sends one.
  ///
  /// Nothing is sent before both have sent a value. Source: Combine's `combineLatest(_:)`.
  ///
  /// ```swift
  /// $member.combineLatest($title).map { !$0.isEmpty && !$1.isEmpty }.assign(to: &$canLend)
  /// ```
  public func combineLatest<Other: Publisher>(
    _ other: Other
  ) -> some Publisher<(Output, Other.Output)> {
    Derived { send in
      let latest = LatestPair<Output, Other.Output>()
      let first = sink { latest.setFirst($0).map(send) }
      let second = other.sink { latest.setSecond($0).map(send) }
      return ObservationToken {
        first.cancel()
        second.cancel()
      }
    }
  }

  /// Publishes a value made of the last values of two publishers.
  public func combineLatest<Other: Publisher, NewOutput>(
    _ other: Other, _ transform: @escaping (Output, Other.Output) -> NewOutput
  ) -> some Publisher<NewOutput> {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Publishes the last values of three publishers, whenever one of them sends one.
  public func combineLatest<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  ) -> some Publisher<(Output, Second.Output, Third.Output)> {
    combineLatest(second).combineLatest(third).map { ($0.0.0, $0.0.1, $0.1) }
  }

  /// Publishes the values of this publisher and those of another one, as they are sent.
  ///
  /// Source: Combine's `merge(with:)`.
  public func merge(with other: some Publisher<Output>) -> some Publisher<Output> {
    Derived { send in
      let (first, second) = (sink(receiveValue: send), other.sink(receiveValue: send))
      return ObservationToken {
        first.cancel()
        second.cancel()
      }
    }
  }

  /// Publishes a result that each value changes, beginning with an initial one.
  ///
  /// Source: Combine's `scan(_:_:)`.
  public func scan<Result>(
    _ initialResult: Result, _ nextPartialResult: @escaping (Result, Output) -> Result
  ) -> some Publisher<Result> {
    Derived { send in
      var result = initialResult
      return sink {
        result = nextPartialResult(result, $0)
        send(result)
      }
    }
  }

  /// Publishes values when it is observed, before those of this publisher.
  ///
  /// Source: Combine's `prepend(_:)`.
  public func prepend(_ values: Output...) -> some Publisher<Output> {
    Derived { send in
      values.forEach(send)
      return sink(receiveValue: send)
    }
  }

  /// Publishes a value in the place of each nil.
  ///
  /// Source: Combine's `replaceNil(with:)`.
  public func replaceNil<Wrapped>(with value: Wrapped) -> some Publisher<Wrapped>
  where Output == Wrapped? {
    map { $0 ?? value }
  }
}

/// A publisher of one value, which each observer receives at once.
///
/// Source: Combine's `Just`.
public struct Just<Output>: Publisher {
  /// The value.
  public let output: Output

  /// Creates a publisher of a value.
  public init(_ output: Output) {
    self.output = output
  }

  /// Calls a closure with the value.
  public func sink(receiveValue action: @escaping (Output) -> Void) -> ObservationToken {
    action(output)
    return ObservationToken {}
  }
}

// Proof: the values are guarded by the mutex, since two publishers may send on two threads.
/// The last values of two publishers.
private final class LatestPair<First, Second>: @unchecked Sendable {
  private let lock = Mutex<Void>(())
  private var first: First?
  private var second: Second?

  /// Stores a value of the first publisher; nil as long as the second has sent none.
  func setFirst(_ value: First) -> (First, Second)? {
    lock.withLock { _ in first = value }
    return pair
  }

  /// Stores a value of the second publisher; nil as long as the first has sent none.
  func setSecond(_ value: Second) -> (First, Second)? {
    lock.withLock { _ in second = value }
    return pair
  }

  private var pair: (First, Second)? {
    let (first, second) = lock.withLock { _ in
      nonisolated(unsafe) let pair = (self.first, self.second)
      return pair
    }
    guard let first, let second else { return nil }
    return (first, second)
  }
}
