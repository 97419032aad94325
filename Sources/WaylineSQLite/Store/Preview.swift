import WaylineStorage

extension MemoryStore {
  /// Creates a store with the values that a file has now; changes stay in memory.
  ///
  /// For looking at what is stored without leaving a trace: the file is neither created, recovered nor
  /// written. Values that cannot be read are missing; all are if the file does not exist or is not a store of
  /// this version.
  /// - Complexity: O(n) in the size of the file.
  package convenience init(previewing path: String, name: String = "state") {
    self.init(name: name)
    let file = DatabaseFile(path, name: name, layout: .state)
    for (key, value) in file.previewedValues() { try? setStoredValue(value, for: key) }
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
