import Synchronization

/// One value that is to be written.
struct Change {
  let key: StoreKey
  let value: StoredValue?
  /// The type that writes, without its optionals; nil when deleting or writing bytes.
  var owner: ValueType?
  /// Whether what is there cannot be read, and has to be moved aside first.
  var isReplacing = false
}

/// An open transaction as the hub sees it: what it changed, and whether a part was refused.
///
/// Used only by the thread that opened it.
final class Session {
  let hub: StoreHub
  private let transaction: any StoreTransaction
  private(set) var changes: [StoreKey: Change] = [:]
  private(set) var events: [StoreEvent] = []
  /// The first refusal; a transaction with one is undone as a whole.
  private(set) var refusal: StoreError?
  /// The keys whose values are being carried over, by migrations that may read other keys.
  private var migrating: Set<StoreKey> = []

  init(_ transaction: any StoreTransaction, hub: StoreHub) {
    self.transaction = transaction
    self.hub = hub
  }

  /// The value as the transaction sees it, carried over from an older version if need be.
  func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    if let change = changes[key] { return change.value }
    let stored = try transaction.value(for: key)
    guard let stored, stored.version < hub.version(of: key) else { return stored }
    return try migrate(stored, key)
  }

  /// The keys as the transaction sees them.
  func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try transaction.keys(in: namespace)
  }

  /// Writes a change into the transaction; migrations change nothing but what they return.
  func write(_ change: Change) throws(StoreError) {
    guard migrating.isEmpty else {
      throw .refused(change.key, reason: "a migration of another value is under way")
    }
    if change.isReplacing { try quarantine(change.key) }
    try transaction.set(change.value, for: change.key)
    changes[change.key] = change
  }

  /// Notes that a part was refused, so that the whole will be undone.
  func refuse(_ error: StoreError) {
    if refusal == nil { refusal = error }
  }

  private func quarantine(_ key: StoreKey) throws(StoreError) {
    guard let place = try transaction.quarantine(key) else { return }
    events.append(.quarantined(key, as: place))
  }

  private func migrate(_ stored: StoredValue, _ key: StoreKey) throws(StoreError) -> StoredValue? {
    guard migrating.insert(key).inserted else {
      throw .migrationFailed(key, from: stored.version, reason: "it reads what it carries over")
    }
    defer { migrating.remove(key) }
    let value = try hub.migrate(stored, key)
    if value?.kind != stored.kind { try transaction.set(nil, for: key) }
    try transaction.set(value, for: key)
    changes[key] = Change(key: key, value: value)
    return value
  }
}

extension StoreTransaction {
  /// Moves the bytes under `key` to the quarantine, and returns their place.
  public func quarantine(_ key: StoreKey) throws(StoreError) -> StoreKey? {
    guard let stored = try value(for: key) else { return nil }
    let place = try quarantinePlace(for: key)
    try set(stored, for: place)
    try set(nil, for: key)
    return place
  }

  /// The first free place in the quarantine for bytes of `key`.
  package func quarantinePlace(for key: StoreKey) throws(StoreError) -> StoreKey {
    var number = 1
    while true {
      let place = StoreKey("\(key.namespace)/\(key.name)#\(number)", in: StoreKey.quarantine)
      if try isFree(place) { return place }
      number += 1
    }
  }

  /// Whether nothing is stored at a place; bytes that are damaged there count as something.
  private func isFree(_ place: StoreKey) throws(StoreError) -> Bool {
    do {
      return try value(for: place) == nil
    } catch .damaged, .recordTampered {
      return false
    }
  }
}
