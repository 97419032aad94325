import Wayline

/// A fault of a ``FaultyStore``: an operation, counted from 1, and its effect.
public struct StoreFault: Hashable, Sendable {
  /// An operation of a store.
  public enum Operation: Hashable, Sendable, CaseIterable {
    /// Reading one value.
    case read
    /// Writing or deleting values: a write of its own, or a whole transaction.
    case write
    /// Listing keys.
    case list
  }

  /// The effect of a fault.
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
  /// The position among the operations of its kind, counted from 1.
  public var number: Int
  /// The effect of the fault.
  public var effect: Effect
  /// The values that are counted; nil counts every operation of the kind.
  public var subject: Subject?

  /// The values that a fault is about.
  public enum Subject: Hashable, Sendable {
    /// One key.
    case key(StoreKey)
    /// Every key of a namespace, such as `StoreKey.app` for the values of a program.
    case namespace(String)

    func includes(_ key: StoreKey) -> Bool {
      switch self {
      case .key(let wanted): key == wanted
      case .namespace(let namespace): key.namespace == namespace
      }
    }
  }

  /// The `number`-th operation of a kind goes wrong.
  ///
  /// `subject` limits the values that are counted; without it the place of the scene counts too.
  public init(
    _ operation: Operation, _ number: Int = 1, on subject: Subject? = nil, _ effect: Effect
  ) {
    self.operation = operation
    self.number = number
    self.effect = effect
    self.subject = subject
  }
}
