import Synchronization

/// A store that lives as long as the process: for tests, previews and `--store :memory:`.
///
/// ```swift
/// let store = MemoryStore()
/// @AppStorage("lent", store: store) var lent = 0
/// ```
public final class MemoryStore: PersistentStore {
  /// The live values, observers and events of the store.
  public let hub: StoreHub
  private let state = Mutex(State())

  /// Creates an empty store.
  ///
  /// - Parameter name: the name in messages.
  public init(name: String = "memory") {
    hub = StoreHub(name: name)
  }

  private struct State {
    var values: [StoreKey: StoredValue] = [:]
    var refusal: StoreError?
  }

  /// Reads one value; nil if nothing is stored.
  public func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    state.withLock { $0.values[key] }
  }

  /// Reads several values at one point in time; a key without a value is missing in the result.
  public func storedValues(
    for keys: [StoreKey]
  ) throws(StoreError) -> [StoreKey: StoredValue] {
    let values = state.withLock { $0.values }
    return keys.reduce(into: [:]) { $0[$1] = values[$1] }
  }

  /// Writes one value, or deletes it with nil, as a transaction of its own.
  public func setStoredValue(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      if let refusal = state.refusal { throw refusal }
      try state.values.set(value, for: key)
    }
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  public func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    state.withLock { $0.values.keys(in: namespace) }
  }

  /// Runs `body` on a copy of the values, which replaces them if it succeeds.
  public func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try state.withLock { state in
      let transaction = MemoryTransaction(state.values)
      try body(transaction)
      if transaction.isChanged, let refusal = state.refusal { throw refusal }
      state.values = transaction.values
    }
  }

  /// Runs `body` on a copy of the values.
  public func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try body(MemoryTransaction(state.withLock { $0.values }))
  }
}

extension MemoryStore {
  /// Makes every write fail with `error` from now on, or work again with nil; reads still work.
  ///
  /// A disk that is full, a store that is locked: what a program does then can be tried out.
  public func refuseWrites(with error: StoreError?) {
    state.withLock { $0.refusal = error }
  }
}

/// A transaction on a copy of the values.
private final class MemoryTransaction: StoreTransaction {
  private(set) var values: [StoreKey: StoredValue]
  private(set) var isChanged = false

  init(_ values: [StoreKey: StoredValue]) {
    self.values = values
  }

  func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    values[key]
  }

  func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    isChanged = true
    try values.set(value, for: key)
  }

  func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    values.keys(in: namespace)
  }
}

extension [StoreKey: StoredValue] {
  fileprivate mutating func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    guard let value, let place = index(forKey: key) else {
      self[key] = value
      return
    }
    let old = values[place].kind
    guard old == value.kind else {
      throw .kindMismatch(key, stored: old, attempted: value.kind)
    }
    values[place] = value
  }

  fileprivate func keys(in namespace: String?) -> [StoreKey] {
    keys.filter { $0.isIn(namespace) }.sorted()
  }
}
