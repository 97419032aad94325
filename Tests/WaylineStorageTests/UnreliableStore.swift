import Synchronization

@testable import WaylineStorage

/// A store whose next reads fail, outside of transactions and inside, as a test says.
final class UnreliableStore: PersistentStore {
  let hub = StoreHub(name: "memory")
  let inner = MemoryStore()
  private let failures = Mutex<[StoreError]>([])

  /// Makes the next `count` reads fail, and those after them work again.
  func failReads(_ count: Int, with error: StoreError) {
    failures.withLock { $0 = Array(repeating: error, count: count) }
  }

  /// The number that is stored, past all live values.
  func stored(_ name: String) throws(StoreError) -> Int? {
    try inner.storedValue(for: StoreKey(name))?.decoded(as: Int.self)
  }

  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try check()
    return try inner.storedValue(for: key)
  }

  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try inner.storedKeys(in: namespace)
  }

  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try inner.withTransaction { try body(UnreliableTransaction(base: $0, store: self)) }
  }

  fileprivate func check() throws(StoreError) {
    if let error = failures.withLock({ $0.popLast() }) { throw error }
  }
}

private struct UnreliableTransaction: StoreTransaction {
  let base: any StoreTransaction
  let store: UnreliableStore

  func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try store.check()
    return try base.value(for: key)
  }

  func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    try base.set(value, for: key)
  }

  func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try base.keys(in: namespace)
  }
}
