import Synchronization
import WaylineGraph
import WaylineSystem

extension StoreHub {
  /// The transaction that the calling thread is inside of, if any.
  var openTransaction: OpenTransaction? {
    let writer = writer.load(ordering: .relaxed)
    guard writer != 0, writer == currentThread() else { return nil }
    return openTransactionOfWriter
  }

  /// True if the calling thread is inside a transaction of this store.
  package var isInTransaction: Bool {
    openTransaction != nil
  }

  /// Runs `body` as a transaction of `store`; inside another one it is a part of that.
  func run<Result>(in store: any PersistentStore, _ body: () throws -> Result) throws -> Result {
    if openTransaction != nil { return try body() }
    var result: Result?
    let cells = try withTurn {
      let discards = discards.load(ordering: .acquiring)
      var changes: [Change] = []
      var events: [StoreEvent] = []
      try store.withTransaction { transaction in
        let openTransaction = OpenTransaction(transaction, hub: self)
        result = try inside(openTransaction) {
          let result = try body()
          try openTransaction.migrateChanges()
          return result
        }
        if let refusal = openTransaction.refusal { throw refusal }
        changes = Array(openTransaction.changes.values)
        events = openTransaction.events
      }
      for event in events { publish(event) }
      return commit(changes, since: discards)
    }
    deliver(cells)
    // The transaction returned, so `body` did, and its result is there.
    return result!
  }

  /// Writes one change, as a transaction of its own or as a part of the open one.
  ///
  /// - Parameter cell: the live copy of the value, where the caller holds it.
  func write(
    _ change: Change, to cell: Cell? = nil, in store: any PersistentStore
  ) throws(StoreError) {
    if let openTransaction { return try openTransaction.write(change) }
    try change.checkSize()
    if change.isReplacing || isOld(change) {
      try writeInTransaction([change], in: store)
    } else {
      let cell = cell ?? cells.withLock { $0[change.key] }
      let isObserved = try withTurn { () throws(StoreError) in
        let discards = discards.load(ordering: .acquiring)
        try store.setStoredValue(change.value, for: change.key)
        return commit(change, to: cell, since: discards)
      }
      cell?.reportChange()
      if isObserved { deliverBatches() }
    }
  }

  /// Writes changes as one transaction, in one request where the store can; inside an open one they are a part of
  /// that.
  func write(_ changes: [Change], in store: any PersistentStore) throws(StoreError) {
    if openTransaction != nil || changes.contains(where: { $0.isReplacing || isOld($0) }) {
      return try writeInTransaction(changes, in: store)
    }
    for change in changes { try change.checkSize() }
    let cells = try withTurn { () throws(StoreError) in
      let discards = discards.load(ordering: .acquiring)
      try store.setStoredValues(
        Dictionary(uniqueKeysWithValues: changes.map { ($0.key, $0.value) }))
      return commit(changes, since: discards)
    }
    deliver(cells)
  }

  /// Reports that a write was refused; in a transaction, also has all of it undone.
  func refuse(_ cell: Cell, _ error: StoreError) {
    openTransaction?.refuse(error)
    Evaluation.noteRefusedChange()
    cell.refuse(error)
    publish(.refused(cell.key, error))
  }
}

extension StoreHub {
  /// Makes committed changes visible, and queues their observers. Requires the turn of the store.
  private func commit(_ changes: [Change], since discards: UInt64) -> [Cell] {
    let live = cells.withLock { cells in
      changes.compactMap { change in cells[change.key].map { ($0, change) } }
    }
    for (cell, change) in live {
      cell.accept(change, unless: { isDiscarded(since: discards) })
    }
    enqueue(live.map(\.0), keys: changes.map(\.key))
    return live.map(\.0)
  }

  /// Makes one committed change visible; true if observers are queued. Requires the turn.
  private func commit(_ change: Change, to cell: Cell?, since discards: UInt64) -> Bool {
    cell?.accept(change, unless: { isDiscarded(since: discards) })
    guard cell?.observers.hasObservers == true || changeObservers.hasObservers else { return false }
    enqueue(cell.map { [$0] } ?? [], keys: [change.key])
    return true
  }

  /// Lets `body` take part in a transaction.
  func inside<Result>(_ openTransaction: OpenTransaction, _ body: () throws -> Result) rethrows
    -> Result
  {
    openTransactionOfWriter = openTransaction
    writer.store(currentThread(), ordering: .relaxed)
    defer {
      writer.store(0, ordering: .relaxed)
      openTransactionOfWriter = nil
    }
    return try body()
  }

  /// True if there are migrations that carry the value over.
  func isOld(_ change: Change) -> Bool {
    change.value.map { $0.version < version(of: change.key) } ?? false
  }

  private func writeInTransaction(
    _ changes: [Change], in store: any PersistentStore
  ) throws(StoreError) {
    guard let first = changes.first else { return }
    do {
      try run(in: store) {
        for change in changes { try write(change, in: store) }
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw .refused(first.key, reason: "\(error)")
    }
  }
}

/// One value that is to be written.
struct Change {
  let key: StoreKey
  let value: StoredValue?
  /// The type that writes, without its optionals; nil when deleting or writing bytes.
  var owner: ValueType?
  /// True if what is there cannot be read, and has to be moved aside first.
  var isReplacing = false

  /// Throws if the value has more bytes than a store takes.
  func checkSize() throws(StoreError) {
    guard let bytes = value?.bytes.count, bytes > StoredValue.limit else { return }
    throw .tooLarge(key, bytes: bytes, limit: StoredValue.limit)
  }
}

/// An open transaction of the hub: its changes, and the first refusal.
///
/// Used only by the thread that opened it.
final class OpenTransaction {
  let hub: StoreHub
  private let transaction: any StoreTransaction
  private(set) var changes: [StoreKey: Change] = [:]
  private(set) var events: [StoreEvent] = []
  /// The first refusal; a transaction with one is undone as a whole.
  private(set) var refusal: StoreError?
  /// The first read that got the default because the store could not be read.
  private var failedRead: StoreError?
  /// The keys whose values are being carried over, by migrations that may read other keys.
  private var migrating: Set<StoreKey> = []

  init(_ transaction: any StoreTransaction, hub: StoreHub) {
    self.transaction = transaction
    self.hub = hub
  }

  /// The value as the transaction sees it, carried over from an older version if need be.
  func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    let stored =
      if let change = changes[key] { change.value } else { try transaction.value(for: key) }
    guard let stored, stored.version < hub.version(of: key) else { return stored }
    return try migrate(stored, key)
  }

  /// The keys as the transaction sees them.
  func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try transaction.keys(in: namespace)
  }

  /// Writes a change into the transaction; migrations change nothing but what they return.
  ///
  /// Nothing is written after a refusal, since all of it is undone, nor after a read that got a default
  /// in place of a value, which the new value may have been made from.
  func write(_ change: Change) throws(StoreError) {
    guard migrating.isEmpty else {
      throw .refused(change.key, reason: "a migration of another value is under way")
    }
    do throws(StoreError) {
      if let error = refusal ?? failedRead { throw error }
      try change.checkSize()
      if change.isReplacing { try quarantine(change.key) }
      try transaction.set(change.value, for: change.key)
    } catch {
      refuse(error)
      throw error
    }
    changes[change.key] = change
  }

  /// Carries over what was written in an older version, so that no live value shows it.
  func migrateChanges() throws(StoreError) {
    guard refusal == nil, hub.hasMigrations.load(ordering: .acquiring) else { return }
    for change in changes.values.filter(hub.isOld).sorted(by: { $0.key < $1.key }) {
      _ = try value(for: change.key)
    }
  }

  /// Records that a reader got the default, unless what is stored is not a value of its type.
  func noteFailedRead(_ error: StoreError) {
    if failedRead == nil, !error.isOfValue { failedRead = error }
  }

  /// Records that a part was refused, so that the whole is undone.
  func refuse(_ error: StoreError) {
    if refusal == nil { refusal = error }
  }

  private func quarantine(_ key: StoreKey) throws(StoreError) {
    guard let place = try transaction.quarantine(key) else { return }
    events.append(.quarantined(key, as: place))
  }

  private func migrate(_ stored: StoredValue, _ key: StoreKey) throws(StoreError) -> StoredValue? {
    guard migrating.insert(key).inserted else {
      throw .migrationFailed(
        key, from: stored.version, reason: "the migration reads the value that it migrates")
    }
    defer { migrating.remove(key) }
    let value = try hub.migrate(stored, key)
    if let failedRead { throw failedRead }
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

  /// True if nothing is stored at a place; bytes that are damaged there count as something.
  private func isFree(_ place: StoreKey) throws(StoreError) -> Bool {
    do {
      return try value(for: place) == nil
    } catch .damaged, .recordTampered {
      return false
    }
  }
}
