import WaylineStorage

/// A store that shows the values that a file held at one moment, and keeps changes in memory.
///
/// For looking at what is stored without leaving a trace: the file is neither created, recovered nor
/// written, and is read when the store is created. Values that cannot be read are missing.
package final class PreviewStore: PersistentStore {
  /// The live values, observers and events of the store.
  package let hub: StoreHub
  private let values = MemoryStore()

  /// Shows the values of a file; none if it does not exist or is not a store of this version.
  ///
  /// - Complexity: O(n) in the size of the file.
  package init(_ path: String, name: String = "state") {
    let file = DatabaseFile(path, name: name, layout: .state(isDurable: false))
    hub = StoreHub(name: name)
    for (key, value) in file.previewedValues() { try? values.setStoredValue(value, for: key) }
  }

  /// Reads one value; nil if nothing is stored.
  package func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try values.storedValue(for: key)
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  package func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try values.storedKeys(in: namespace)
  }

  /// Runs `body` on a copy of the values, which replaces them if it succeeds.
  package func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try values.withTransaction(body)
  }
}

extension DatabaseFile {
  /// The values of a store of ours that can be read; none if that would create or change anything.
  ///
  /// A connection that this process has is shared, as each store does. Otherwise there is one while
  /// the values are read, and a store that opens the file meanwhile waits: it would drop its locks.
  fileprivate func previewedValues() -> [StoreKey: StoredValue] {
    do throws(StoreError) {
      if let shared = OpenDatabases.database(of: file.status?.identity) {
        return try shared.turn.hold(for: name) { () throws(StoreError) in
          guard let database = shared.connection else { return [:] }
          return try readableValues(of: database)
        }
      }
      guard case (.ours, let status?) = try look() else { return [:] }
      let files = [status.identity] + (beside("-shm").status.map { [$0.identity] } ?? [])
      RecordLockedFiles.add(files)
      defer { RecordLockedFiles.remove(files) }
      guard let database = try openForPreview() else { return [:] }
      return try readableValues(of: database)
    } catch {
      return [:]
    }
  }

  /// Opens the file for reading; nil for one of another version.
  ///
  /// Without a log no process has written since the file was closed, so SQLite reads it as it is. With
  /// one, it needs the index that the writer has created; it creates none.
  private func openForPreview() throws(StoreError) -> Database? {
    let database = try connect(for: log.status == nil ? .readingAlone : .readingUnnoticed)
    guard try database.integer("PRAGMA user_version") == Int64(layout.version) else { return nil }
    try layout.checkSchema(of: database)
    return database
  }

  private func readableValues(of database: Database) throws(StoreError) -> [StoreKey: StoredValue] {
    try database.readTransaction { () throws(StoreError) in
      let table = ValueTable(database)
      var values: [StoreKey: StoredValue] = [:]
      for key in try table.keys(in: nil) { values[key] = try? table.value(for: key) }
      return values
    }
  }
}
