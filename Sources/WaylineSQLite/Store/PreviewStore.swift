import FoundationEssentials
import Synchronization
import WaylineStorage

/// A store that shows the values of a file and keeps changes in memory.
///
/// For looking at what is stored without leaving a trace: the file is neither created, recovered nor
/// written. Values that cannot be read are missing.
package final class PreviewStore: PersistentStore {
  /// The live values, observers and events of the store.
  package let hub: StoreHub
  private let state: Mutex<State>

  // Proof: it is used in the lock of its store only, and a connection may change threads between calls.
  fileprivate struct State: @unchecked Sendable {
    let database: Database?
    /// The changes since the start; nil for a deleted value.
    var changes: [StoreKey: StoredValue?] = [:]
  }

  /// Shows the values of a file; none if it does not exist or is not a store of this version.
  package init(_ path: String, name: String = "state") {
    let file = DatabaseFile(path, name: name, layout: .state(isDurable: false))
    hub = StoreHub(name: name)
    state = Mutex(State(database: file.openForPreview()))
  }

  /// Reads one value; nil if nothing is stored.
  package func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    state.withLock { $0.value(for: key) }
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  package func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    state.withLock { $0.keys(in: namespace) }
  }

  /// Runs `body` on a copy of the changes, which replaces them if it succeeds.
  package func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try state.withLock { state in
      let transaction = Transaction(state)
      try body(transaction)
      state = transaction.state
    }
  }

  private final class Transaction: StoreTransaction {
    var state: State

    init(_ state: State) { self.state = state }

    func value(for key: StoreKey) throws(StoreError) -> StoredValue? { state.value(for: key) }

    func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
      state.changes[key] = .some(value)
    }

    func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
      state.keys(in: namespace)
    }
  }
}

extension PreviewStore.State {
  func value(for key: StoreKey) -> StoredValue? {
    if let change = changes[key] { return change }
    return database.flatMap { try? ValueTable($0).value(for: key) }
  }

  func keys(in namespace: String?) -> [StoreKey] {
    let stored = database.flatMap { try? ValueTable($0).keys(in: namespace) } ?? []
    let new = changes.filter { key, value in
      value != nil && (namespace == nil || key.namespace == namespace)
    }
    return Set(stored.filter { changes[$0] == nil } + new.keys).sorted()
  }
}

extension DatabaseFile {
  /// Opens a store of ours for reading; nil if that would create or change anything.
  ///
  /// Without a log nobody has written since the file was closed, so SQLite may take it as it is. With
  /// one, it needs the index that the writer has created; it creates none.
  fileprivate func openForPreview() -> Database? {
    guard let (nature, _) = try? look(), nature == .ours else { return nil }
    do throws(StoreError) {
      let database = try connect(for: log.status == nil ? .readingAlone : .readingUnnoticed)
      guard try database.integer("PRAGMA user_version") == Int64(layout.version) else { return nil }
      try layout.checkSchema(of: database)
      return database
    } catch {
      return nil
    }
  }
}
