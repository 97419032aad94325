import WaylineStorage

/// A transaction in a server, in which a fault of one statement ends the whole.
final class PostgresTransaction: StoreTransaction {
  private let session: Session
  private let store: String
  private let fences: SceneFences
  /// The fences that were checked, by scene.
  private var checked: Set<String> = []
  /// The number of the transaction in the server; nil before its first change.
  private(set) var number: Int64?
  /// The fault after which the server refuses every further statement.
  private(set) var fault: ServerFault?
  /// The write that was refused because another session has the scene.
  private(set) var refused: (key: StoreKey, value: StoredValue?, scene: String)?

  /// Continues a transaction that has begun.
  init(_ session: Session, store: String, fences: SceneFences) {
    (self.session, self.store, self.fences) = (session, store, fences)
  }

  func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try run("read") { () throws(ServerFault) in try session.value(for: key) }?.intact(key)
  }

  func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    try PostgresStore.check(value, key)
    try checkFence(of: key, value)
    guard let value else {
      let changed = try run("write") { () throws(ServerFault) in try session.delete(key) }
      number = changed ?? number
      return
    }
    let changed = try run("write") { () throws(ServerFault) in try session.set(value, for: key) }
    guard let changed else {
      let stored = try run("read") { () throws(ServerFault) in try session.value(for: key) }
      throw .kindMismatch(key, stored: stored?.value.kind ?? value.kind, attempted: value.kind)
    }
    number = changed
  }

  func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try run("list") { () throws(ServerFault) in try session.keys(in: namespace) }
  }

  /// Moves a row, whether or not its checksum matches; at its new place it is intact.
  func quarantine(_ key: StoreKey) throws(StoreError) -> StoreKey? {
    let row = try run("read") { () throws(ServerFault) in try session.value(for: key) }
    guard let row else { return nil }
    let place = try quarantinePlace(for: key)
    try set(row.value, for: place)
    try set(nil, for: key)
    return place
  }

  /// Runs a statement; after a fault none any more.
  private func run<Result>(
    _ operation: String, _ body: () throws(ServerFault) -> Result
  ) throws(StoreError) -> Result {
    if let fault { throw fault.error(of: store, operation) }
    do throws(ServerFault) {
      return try body()
    } catch {
      fault = error
      throw error.error(of: store, operation)
    }
  }

  /// Throws if the scene of a key has been taken over.
  private func checkFence(of key: StoreKey, _ value: StoredValue?) throws(StoreError) {
    guard let fence = fences.fence(of: key), !checked.contains(fence.scene) else { return }
    let isHeld = try run("write") { () throws(ServerFault) in try session.holds(fence) }
    guard isHeld else {
      refused = (key, value, fence.scene)
      throw fences.taken(fence.scene)
    }
    checked.insert(fence.scene)
  }
}
