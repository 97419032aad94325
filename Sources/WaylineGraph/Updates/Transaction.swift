/// The circumstances of a group of writes.
///
/// Lines do not move, so there is no animation to carry: a transaction takes the values of its keys
/// to whoever asks while the writes happen. Source: SwiftUI's `Transaction`.
public struct Transaction {
  private var values: [ObjectIdentifier: Any] = [:]
  /// Kept for source compatibility; lines have no animation.
  public var animation: Animation?
  /// Kept for source compatibility; lines have no animation.
  public var disablesAnimations = false

  /// Makes one with nothing said.
  public init() {}

  /// A transaction that carries an animation, which lines do not show.
  public init(animation: Animation?) {
    self.animation = animation
  }

  /// The value of a key.
  public subscript<Key: TransactionKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  // Touched only on the thread that runs a scope of writes, as the closures it surrounds are.
  @TaskLocal private static var surrounding: UncheckedTransaction?

  /// The transaction of the writes that happen now.
  public static var current: Transaction { surrounding?.value ?? Transaction() }

  /// Whether the writes that happen now have no circumstances.
  static var isPlain: Bool { surrounding.map(\.value.isPlain) ?? true }

  private var isPlain: Bool { values.isEmpty && animation == nil && !disablesAnimations }

  /// Whether writes under both may be one group.
  func isSame(as other: Transaction) -> Bool {
    animation == other.animation && disablesAnimations == other.disablesAnimations
      && values.count == other.values.count
      && values.allSatisfy { key, value in
        other.values[key].map { Self.isEqual(value, $0) } ?? false
      }
  }

  private static func isEqual(_ first: Any, _ second: Any) -> Bool {
    func open<Value: Equatable>(_ first: Value) -> Bool { first == second as? Value }
    return (first as? any Equatable).map { open($0) } ?? false
  }

  func apply(_ writes: () -> Void) {
    isPlain
      ? writes() : Self.$surrounding.withValue(UncheckedTransaction(value: self), operation: writes)
  }

  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$surrounding.withValue(UncheckedTransaction(value: self), operation: body)
  }
}

// Proof: a task-local value is bound and read on one task; it is never changed in place.
private struct UncheckedTransaction: @unchecked Sendable {
  let value: Transaction
}

/// A key of a transaction, with the value it has where none was given.
public protocol TransactionKey {
  associatedtype Value
  /// The value where none was given.
  static var defaultValue: Value { get }
}

/// Kept so that code written for SwiftUI compiles; lines have no animation.
public struct Animation: Hashable, Sendable {
  /// The animation that is named when none is.
  public static let `default` = Animation()
  /// A change at constant speed.
  public static let linear = Animation()
  /// A change that starts and ends slowly.
  public static let easeInOut = Animation()
}

/// Runs writes under a transaction and returns what they return.
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  try transaction.run(body)
}

/// Runs writes under a transaction in which one key has a value.
public func withTransaction<Value, Result>(
  _ keyPath: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result {
  var transaction = Transaction.current
  transaction[keyPath: keyPath] = value
  return try transaction.run(body)
}

/// Runs writes at once; lines have no animation.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try Transaction(animation: animation).run(body)
}
