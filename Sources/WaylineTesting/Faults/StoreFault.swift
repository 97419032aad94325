import Wayline

/// One thing that goes wrong in a ``FaultyStore``: which operation, counted from 1, and how.
public struct StoreFault: Hashable, Sendable {
  /// What a store is asked to do.
  public enum Operation: Hashable, Sendable, CaseIterable {
    /// Reading one value.
    case read
    /// Writing or deleting values: a write of its own, or a whole transaction.
    case write
    /// Listing keys.
    case list
  }

  /// How it goes wrong.
  public enum Effect: Hashable, Sendable {
    /// It fails with this error, and changes nothing.
    case fails(StoreError)
    /// It takes this long, and then works. The caller is held up meanwhile.
    case hangs(Duration)
    /// The value that is read or was written is damaged from then on, until it is deleted, replaced
    /// or put aside.
    case corrupts
  }

  /// The operation that goes wrong.
  public var operation: Operation
  /// Which one of its kind it is, counted from 1.
  public var number: Int
  /// How it goes wrong.
  public var effect: Effect

  /// The `number`-th operation of a kind goes wrong.
  public init(_ operation: Operation, _ number: Int, _ effect: Effect) {
    self.operation = operation
    self.number = number
    self.effect = effect
  }
}
