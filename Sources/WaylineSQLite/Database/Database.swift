import CSQLite
import FoundationEssentials
import WaylineStorage

/// One connection to an SQLite database, with its prepared statements.
///
/// Not safe to share between threads: whoever owns it lets one in at a time. Opening says nothing
/// about what is in the file; ``DatabaseFile`` knows how to open one that is ours.
package final class Database {
  /// What errors call the store.
  package let name: String
  let handle: OpaquePointer
  /// By the address of their text. There are a dozen at most.
  private var statements: [(text: UnsafePointer<UInt8>, statement: Statement)] = []

  /// How long a statement waits for another process, in milliseconds.
  package static let patience: Int32 = 2000

  /// How a file may be used.
  package enum Access {
    /// For reading and writing.
    case full
    /// For reading, beside others who may write.
    case reading
    /// For reading, as if nobody wrote: nothing is made beside the file, not even to share it.
    case readingAlone
  }

  /// Opens the file, which has to exist.
  ///
  /// - Parameter path: without symbolic links, or `:memory:`.
  package init(_ path: String, name: String, for access: Access = .full) throws(StoreError) {
    let mode = access == .full ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let form = access == .readingAlone ? SQLITE_OPEN_URI : 0
    let flags = mode | form | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let target = access == .readingAlone ? Database.unsharedURI(path) : path
    let code = sqlite3_open_v2(target, &opened, flags, nil)
    guard code == SQLITE_OK, let handle = opened else {
      sqlite3_close_v2(opened)
      throw Database.error(code, "open", name: name, handle: nil)
    }
    self.name = name
    self.handle = handle
    sqlite3_busy_timeout(handle, Database.patience)
  }

  /// The path as a URI that tells SQLite not to look for other users of the file.
  private static func unsharedURI(_ path: String) -> String {
    let plain = path.utf8.map { byte in
      let isPlain = byte > 0x40 && byte < 0x7B || (0x2D...0x39).contains(byte)
      let digits = String(byte, radix: 16)
      return isPlain ? String(Unicode.Scalar(byte)) : (byte < 16 ? "%0" : "%") + digits
    }
    return "file:\(plain.joined())?immutable=1"
  }

  deinit {
    for (_, statement) in statements { statement.finalize() }
    sqlite3_close_v2(handle)
  }
}

extension Database {
  /// Runs SQL that returns nothing, one or several statements.
  package func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw error(code, "run '\(sql.prefix(40))'") }
  }

  /// The prepared statement of a text in the program, made once and kept; reset and without values.
  ///
  /// - Complexity: O(statements), whatever their length.
  package func statement(_ sql: StaticString) throws(StoreError) -> Statement {
    if let known = statements.first(where: { $0.text == sql.utf8Start }) { return known.statement }
    let statement = try Statement(sql, in: self)
    statements.append((sql.utf8Start, statement))
    return statement
  }

  /// The first column of the first row as an integer; nil without a row.
  package func integer(_ sql: StaticString) throws(StoreError) -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }

  /// The first column of the first row as text; nil without a row.
  package func text(_ sql: StaticString) throws(StoreError) -> String? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : nil
  }

  /// How many rows the last statement changed.
  package var changes: Int {
    Int(sqlite3_changes(handle))
  }

  /// Runs `body` in a transaction that takes the right to write at once.
  ///
  /// Waiting for another process happens at the beginning, where SQLite's own timeout holds; a
  /// transaction that begins as a reader fails without waiting when it turns into a writer.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try begin()
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      rollback()
      throw error
    }
  }

  private func begin() throws(StoreError) {
    try statement("BEGIN IMMEDIATE").run()
  }

  private func commit() throws(StoreError) {
    try statement("COMMIT").run()
  }

  /// Undoes the open transaction; an error has nothing more to undo, so it is not looked at.
  private func rollback() {
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }
}
