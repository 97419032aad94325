import FoundationEssentials
import Glibc
import WaylineStorage

/// A database that is opened when it is first needed, and again when its file was replaced.
///
/// Not safe to share between threads: stores keep it in a `Mutex`.
// Proof: it is used inside that lock only, and a connection may change threads between calls.
package struct LazyDatabase: @unchecked Sendable {
  /// The file it opens.
  package let file: DatabaseFile
  private var opened: OpenDatabase?
  private var dataVersion: Int64 = 0

  /// Remembers which file to open, and opens nothing.
  package init(_ file: DatabaseFile) {
    self.file = file
  }

  /// What using the database brought to light besides its result.
  package struct Findings {
    /// What a person should know, oldest first.
    package var events: [StoreEvent] = []
    /// Whether live values may be out of date, since another file is in use now.
    package var isReplaced = false

    /// Nothing found.
    package init() {}
  }

  /// Whether the file is open.
  package var isOpen: Bool { opened != nil }

  /// Closes the file; the next use opens it.
  package mutating func close() {
    opened = nil
  }
}

extension LazyDatabase {
  /// Lets `body` read or write; opens the file first if need be.
  ///
  /// Damage is put aside and `body` tried again on the new file, once. A file that was replaced or
  /// deleted since it was opened is noticed before `body` runs.
  /// - Parameter isWriting: whether `body` changes something; refused if the file may only be read.
  package mutating func use<Result>(
    isWriting: Bool = false, findings: inout Findings,
    _ body: (Database) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try body(database(isWriting: isWriting, &findings))
    } catch .corrupted {
      try recover(&findings)
      return try body(database(isWriting: isWriting, &findings))
    }
  }

  /// Lets `body` run in a transaction; damage is put aside, and the error thrown nevertheless, since
  /// `body` may have done what cannot be done twice.
  package mutating func transaction(
    findings: inout Findings, _ body: (Database) throws -> Void
  ) throws {
    let database: Database
    do throws(StoreError) {
      database = try self.database(isWriting: true, &findings)
    } catch .corrupted {
      try recover(&findings)
      database = try self.database(isWriting: true, &findings)
    }
    do {
      try database.transaction { try body(database) }
    } catch StoreError.corrupted(let store, let detail) {
      try recover(&findings)
      throw StoreError.corrupted(store: store, detail: detail)
    }
  }

  /// Whether another connection has changed the file since this was last asked, or replaced it.
  ///
  /// - Complexity: O(1), a little more than a microsecond.
  package mutating func hasForeignChanges(findings: inout Findings) throws(StoreError) -> Bool {
    guard let opened else { return false }
    if !isCurrent(opened) || file.hasChanged(opened) {
      findings.isReplaced = true
      self.opened = nil
      return true
    }
    let version = try opened.database.integer("PRAGMA data_version") ?? 0
    defer { dataVersion = version }
    return version != dataVersion
  }
}

extension LazyDatabase {
  private mutating func database(
    isWriting: Bool, _ findings: inout Findings
  ) throws(StoreError) -> Database {
    if isWriting, let opened, !isCurrent(opened) {
      findings.isReplaced = true
      self.opened = nil
    }
    let opened: OpenDatabase
    if let current = self.opened { opened = current } else { opened = try open(&findings) }
    if isWriting { try setUpForWriting(opened) }
    return opened.database
  }

  private func setUpForWriting(_ opened: OpenDatabase) throws(StoreError) {
    if opened.isSetUpForWriting { return }
    if let refusal = opened.refusal { throw refusal }
    try file.configureWriting(opened)
    opened.isSetUpForWriting = true
  }

  private mutating func open(_ findings: inout Findings) throws(StoreError) -> OpenDatabase {
    try take(try file.open(), &findings)
  }

  private mutating func recover(_ findings: inout Findings) throws(StoreError) {
    opened = nil
    _ = try take(try file.recover(), &findings)
    findings.isReplaced = true
  }

  private mutating func take(
    _ new: OpenDatabase, _ findings: inout Findings
  ) throws(StoreError) -> OpenDatabase {
    findings.events += new.takeEvents()
    dataVersion = try new.database.integer("PRAGMA data_version") ?? 0
    opened = new
    return new
  }

  private func isCurrent(_ opened: OpenDatabase) -> Bool {
    file.file.identity == opened.identity
  }
}
