import Synchronization
import Wayline

/// The values and scenes of several desks: what a server of a database holds, in this process.
///
/// Everything in this folder is written with what is public, as a store outside of the package is.
public final class DeskServer: Sendable {
  struct State {
    var values: [StoreKey: StoredValue] = [:]
    /// Counts the transactions that have changed something.
    var revision = 0
    /// By the name as a key, which is compared by its UTF-8.
    var scenes: [StoreKey: SceneEntry] = [:]
    var lastToken: Int64 = 0
  }

  struct SceneEntry {
    var token: Int64
    var isClaimed: Bool
    var lastUse: Int64
  }

  let state = Mutex(State())
  /// Held by the one transaction that writes.
  let writing = Mutex<Void>(())

  public init() {}
}

/// A store of one desk on the server.
public final class DeskStore: PersistentStore {
  public let hub = StoreHub(name: "server")
  private let server: DeskServer
  private let seen: Mutex<Int>

  public init(_ server: DeskServer) {
    self.server = server
    seen = Mutex(server.state.withLock(\.revision))
  }

  public func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    server.state.withLock { $0.values[key] }
  }

  public func storedValues(
    for keys: [StoreKey]
  ) throws(StoreError) -> [StoreKey: StoredValue] {
    let values = server.state.withLock { $0.values }
    return keys.reduce(into: [:]) { $0[$1] = values[$1] }
  }

  public func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try DeskTransaction(server.state.withLock { $0.values }).keys(in: namespace)
  }

  public func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try server.writing.withLock { _ in
      let transaction = DeskTransaction(server.state.withLock { $0.values })
      try body(transaction)
      guard transaction.isChanged else { return }
      let revision = server.state.withLock { state in
        state.values = transaction.values
        state.revision += 1
        return state.revision
      }
      // What this store writes is known to its hub; a change of another one before it is not.
      seen.withLock { if $0 == revision - 1 { $0 = revision } }
    }
  }

  public func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try body(DeskTransaction(server.state.withLock { $0.values }))
  }

  public func checkForeignChanges() {
    let revision = server.state.withLock(\.revision)
    let isNew = seen.withLock { seen in
      defer { seen = revision }
      return seen != revision
    }
    guard isNew else { return }
    let keys = hub.refresh(from: self)
    if !keys.isEmpty { hub.publish(.changedElsewhere(keys)) }
  }

  public var notice: StoreNotice? {
    // The server gives no sign, so it is looked at from time to time.
    StoreNotice(descriptor: { -1 }, look: { self.checkForeignChanges() })
  }
}

private final class DeskTransaction: StoreTransaction {
  private(set) var values: [StoreKey: StoredValue]
  private(set) var isChanged = false

  init(_ values: [StoreKey: StoredValue]) { self.values = values }

  func value(for key: StoreKey) throws(StoreError) -> StoredValue? { values[key] }

  func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    if let value, let old = values[key], old.kind != value.kind {
      throw .kindMismatch(key, stored: old.kind, attempted: value.kind)
    }
    values[key] = value
    isChanged = true
  }

  func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    values.keys.filter { $0.isIn(namespace) }.sorted()
  }
}
