import Synchronization

/// The context of a group of writes.
///
/// Lines do not move, so its animation shows nothing. A transaction makes the values of its keys
/// available during the writes, and separates groups of writes. Source: SwiftUI's `Transaction`.
public struct Transaction {
  private var values: [ObjectIdentifier: any TransactionEntry] = [:]
  private var completions: [@MainActor () -> Void] = []

  /// Creates an empty transaction.
  public init() {}

  /// A transaction that carries an animation, which lines do not show.
  public init(animation: Animation?) {
    self.animation = animation
  }

  /// The value of a key.
  public subscript<Key: TransactionKey>(key: Key.Type) -> Key.Value {
    get { (values[ObjectIdentifier(key)] as? Entry<Key>)?.value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = Entry<Key>(value: newValue) }
  }

  /// Adds an action that runs after the bodies that read the written values.
  public mutating func addAnimationCompletion(
    criteria: AnimationCompletionCriteria = .logicallyComplete,
    _ completion: @escaping @MainActor () -> Void
  ) {
    completions.append(completion)
  }
}

extension Transaction {
  private enum AnimationKey: TransactionKey {
    static var defaultValue: Animation? { nil }
  }

  private enum DisablesAnimationsKey: TransactionKey {
    static var defaultValue: Bool { false }
  }

  private enum IsContinuousKey: TransactionKey {
    static var defaultValue: Bool { false }
  }

  /// Accepted for SwiftUI, without effect: lines do not move.
  public var animation: Animation? {
    get { self[AnimationKey.self] }
    set { self[AnimationKey.self] = newValue }
  }

  /// Accepted for SwiftUI, without effect: lines do not move.
  public var disablesAnimations: Bool {
    get { self[DisablesAnimationsKey.self] }
    set { self[DisablesAnimationsKey.self] = newValue }
  }

  /// True if the program says that more writes follow; false by itself, as each line is complete.
  public var isContinuous: Bool {
    get { self[IsContinuousKey.self] }
    set { self[IsContinuousKey.self] = newValue }
  }
}

extension Transaction {
  // Touched only on the thread that runs a scope of writes, as the closures it surrounds are.
  @TaskLocal private static var surrounding: UncheckedTransaction?

  /// The transaction of the current writes.
  public static var current: Transaction { surrounding?.value ?? Transaction() }

  /// True once any writes had a transaction; most programs never use one.
  private static let wasBound = Atomic(false)

  /// True if the current writes have no transaction of their own.
  static var isPlain: Bool {
    !wasBound.load(ordering: .relaxed) || surrounding.map(\.value.isPlain) ?? true
  }

  private var isPlain: Bool { values.isEmpty }

  /// True if writes under both may be one group.
  func isSame(as other: Transaction) -> Bool {
    values.count == other.values.count
      && values.allSatisfy { key, value in other.values[key].map(value.isSame) ?? false }
  }

  /// Its values, overridden by those of `other`.
  private func overridden(by other: Transaction) -> Transaction {
    var both = self
    both.values.merge(other.values) { _, new in new }
    both.completions = []
    return both
  }

  /// Runs writes under this transaction; the surrounding transaction takes precedence.
  func apply(_ writes: () -> Void) {
    isPlain ? writes() : overridden(by: .current).bind(writes)
  }

  /// Runs writes under this transaction, which takes precedence over the surrounding one.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let result = try Self.current.overridden(by: self).bind(body)
    for completion in completions { Completion.begin(completion) }
    return result
  }

  private func bind<Result>(_ body: () throws -> Result) rethrows -> Result {
    // A task that inherits the transaction is started later, and sees this store.
    Self.wasBound.store(true, ordering: .relaxed)
    return try Self.$surrounding.withValue(UncheckedTransaction(value: self), operation: body)
  }
}

// Proof: a task-local value is bound and read on one task; it is never changed in place.
private struct UncheckedTransaction: @unchecked Sendable {
  let value: Transaction
}

/// The value of a key in a transaction.
private protocol TransactionEntry {
  func isSame(as other: any TransactionEntry) -> Bool
}

private struct Entry<Key: TransactionKey>: TransactionEntry {
  let value: Key.Value

  func isSame(as other: any TransactionEntry) -> Bool {
    guard let other = other as? Entry<Key> else { return false }
    return InputComparison.of(Key.Value.self, preferring: .equality).isSame(value, other.value)
  }
}

/// A key of a transaction, with its default value.
///
/// ```swift
/// enum ImportKey: TransactionKey {
///   static let defaultValue = false
/// }
/// ```
public protocol TransactionKey {
  associatedtype Value
  /// The default value.
  static var defaultValue: Value { get }
}

/// Runs writes under a transaction and returns what they return.
///
/// Keys that it does not set are those of the transaction around it.
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  try transaction.run(body)
}

/// Runs writes under a transaction in which one key has a value.
public func withTransaction<Value, Result>(
  _ keyPath: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result {
  var transaction = Transaction()
  transaction[keyPath: keyPath] = value
  return try transaction.run(body)
}
