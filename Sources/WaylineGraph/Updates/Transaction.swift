/// The circumstances of a group of writes.
///
/// Lines do not move, so an animation that it carries shows nothing: a transaction takes the values
/// of its keys to whoever asks while the writes happen, and keeps groups of writes apart. Source:
/// SwiftUI's `Transaction`.
public struct Transaction {
  private var values: [ObjectIdentifier: any TransactionEntry] = [:]
  private var completions: [@MainActor () -> Void] = []

  /// Makes one with nothing said.
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

  /// Does something when the bodies that the writes concern have run; lines do not move meanwhile.
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

  /// Kept so that code written for SwiftUI compiles; lines do not move.
  public var animation: Animation? {
    get { self[AnimationKey.self] }
    set { self[AnimationKey.self] = newValue }
  }

  /// Kept so that code written for SwiftUI compiles; lines do not move.
  public var disablesAnimations: Bool {
    get { self[DisablesAnimationsKey.self] }
    set { self[DisablesAnimationsKey.self] = newValue }
  }
}

extension Transaction {
  // Touched only on the thread that runs a scope of writes, as the closures it surrounds are.
  @TaskLocal private static var surrounding: UncheckedTransaction?

  /// The transaction of the writes that happen now.
  public static var current: Transaction { surrounding?.value ?? Transaction() }

  /// Whether the writes that happen now have no circumstances.
  static var isPlain: Bool { surrounding.map(\.value.isPlain) ?? true }

  private var isPlain: Bool { values.isEmpty }

  /// Whether writes under both may be one group.
  func isSame(as other: Transaction) -> Bool {
    values.count == other.values.count
      && values.allSatisfy { key, value in other.values[key].map(value.isSame) ?? false }
  }

  /// Its values, and those of `other` where they say something.
  private func overridden(by other: Transaction) -> Transaction {
    var both = self
    both.values.merge(other.values) { _, new in new }
    both.completions = []
    return both
  }

  /// Runs writes under what it says; what surrounds the call wins.
  func apply(_ writes: () -> Void) {
    isPlain ? writes() : overridden(by: .current).bind(writes)
  }

  /// Runs writes under what it says, which wins over what surrounds the call.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let result = try Self.current.overridden(by: self).bind(body)
    for completion in completions { Completion.begin(completion) }
    return result
  }

  private func bind<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$surrounding.withValue(UncheckedTransaction(value: self), operation: body)
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

/// A key of a transaction, with the value it has where none was given.
public protocol TransactionKey {
  associatedtype Value
  /// The value where none was given.
  static var defaultValue: Value { get }
}

/// Runs writes under a transaction and returns what they return.
///
/// What it does not say is as in the transaction around it.
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
