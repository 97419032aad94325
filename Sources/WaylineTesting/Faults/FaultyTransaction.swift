import Wayline

/// A transaction that refuses to read damaged values, and remembers what it wrote.
final class FaultyTransaction: StoreTransaction {
  private let base: any StoreTransaction
  private let damaged: Set<StoreKey>
  private(set) var written: Set<StoreKey> = []

  /// Called before each operation on a key; throws where a fault is due.
  private let begin: (StoreFault.Operation, StoreKey) throws(StoreError) -> Void

  init(
    _ base: any StoreTransaction, damaged: Set<StoreKey>,
    begin: @escaping (StoreFault.Operation, StoreKey) throws(StoreError) -> Void
  ) {
    (self.base, self.damaged, self.begin) = (base, damaged, begin)
  }

  func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try begin(.read, key)
    let value = try base.value(for: key)
    if value != nil, damaged.contains(key), !written.contains(key) { throw .damaged(key) }
    return value
  }

  func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    try begin(.write, key)
    try base.set(value, for: key)
    written.insert(key)
  }

  func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try base.keys(in: namespace)
  }

  func quarantine(_ key: StoreKey) throws(StoreError) -> StoreKey? {
    let place = try base.quarantine(key)
    written.insert(key)
    return place
  }
}
