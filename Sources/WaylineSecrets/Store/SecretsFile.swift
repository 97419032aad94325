import Synchronization
import WaylineSQLite
import WaylineStorage
import WaylineSystem

/// Sealed values in an SQLite file whose commits survive a power cut and whose deletions overwrite.
package final class SecretsFile: SecretBacking {
  private let database: Mutex<LazyDatabase>
  private let file: DatabaseFile
  private let watch = Mutex<FolderWatch?>(nil)
  private let observer = Mutex(Observer { _ in })

  /// A closure in a structure.
  ///
  /// NB: a bare closure in a `Mutex` is wrapped once more by each access, since a generic container
  /// holds closures in another form; after many accesses, calling or releasing it overflows the stack.
  private struct Observer {
    let report: @Sendable (SecretFinding) -> Void
  }

  /// Names the file `secrets.sqlite3` in `folder`; nothing is opened before it is used.
  package init(in folder: PrivateFolder, name: String = "secrets") {
    file = DatabaseFile(folder.file("secrets.sqlite3"), name: name, layout: .secrets)
    database = Mutex(LazyDatabase(file))
  }

  /// The name of the store in messages.
  package var name: String { file.name }

  /// The path of the file.
  package var place: String { file.file.path }

  /// Reads one value; nil if nothing is stored.
  package func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try use { database throws(StoreError) in try ValueTable(database).value(for: key) }
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  package func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try use { database throws(StoreError) in try ValueTable(database).keys(in: namespace) }
  }

  /// Runs `body` alone, and stores all of its changes or none.
  package func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    var findings = LazyDatabase.Findings()
    defer { report(findings) }
    try database.withLock { database in
      try database.transaction(findings: &findings) { try body(ValueTable($0)) }
    }
  }

  /// Runs `body` on the sealed values at one point in time.
  package func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try use { database throws(StoreError) in
      try database.readTransaction { () throws(StoreError) in try body(ValueTable(database)) }
    }
  }

  /// Reports findings about the file while it is used.
  package func observeFindings(_ observer: @escaping @Sendable (SecretFinding) -> Void) {
    self.observer.withLock { $0 = Observer(report: observer) }
  }

  /// Moves the log into the file, where deleted bytes have been overwritten, and empties it.
  ///
  /// - Throws: ``StoreError/busy(store:milliseconds:)`` if another process reads the old log: the old
  ///   bytes are then overwritten when that process lets the log go.
  package func overwriteDeleted() throws(StoreError) {
    var findings = LazyDatabase.Findings()
    defer { report(findings) }
    try database.withLock { database throws(StoreError) in
      try database.emptyLog(findings: &findings)
    }
  }
}

extension SecretsFile {
  /// The number of damaged files that recoveries have put aside.
  package var damagedFiles: Int { file.quarantines.count }

  /// Deletes the damaged files that recoveries have put aside, with the sealed values in them.
  package func eraseDamagedFiles() throws(StoreError) {
    try file.eraseQuarantines()
  }
}

extension SecretsFile {
  /// A descriptor that becomes readable when another process may have written.
  package var changeDescriptor: Int32? {
    watch.withLock { watch in
      if watch == nil, database.withLock(\.isOpen) { watch = FolderWatch(file.file.folder.path) }
      return watch?.descriptor
    }
  }

  /// Returns whether another process has written since the last call.
  package func hasForeignChanges() -> Bool {
    watch.withLock { $0?.drain() }
    var findings = LazyDatabase.Findings()
    defer { report(findings) }
    return database.withLock { database in
      // A file that cannot be read is reported by the read or write that needs it.
      (try? database.hasForeignChanges(findings: &findings)) ?? false
    }
  }

  private func use<Result: Sendable>(
    isWriting: Bool = false, _ body: (Database) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var findings = LazyDatabase.Findings()
    defer { report(findings) }
    return try database.withLock { database throws(StoreError) in
      try database.use(isWriting: isWriting, findings: &findings, body)
    }
  }

  private func report(_ findings: LazyDatabase.Findings) {
    if findings.events.isEmpty, !findings.isReplaced { return }
    let observer = observer.withLock { $0 }
    for event in findings.events { observer.report(.event(event)) }
    if findings.isReplaced {
      observer.report(.replaced)
      // The folder may be another one, too; the next question for the descriptor watches it.
      watch.withLock { $0 = nil }
    }
  }
}

extension DatabaseLayout {
  /// The layout of the file of secrets: the table of values, in which every value is sealed.
  static let secrets = DatabaseLayout(
    // "WayK" in ASCII.
    applicationID: 0x5761_794B, isDurable: true, erasesDeleted: true)
}
