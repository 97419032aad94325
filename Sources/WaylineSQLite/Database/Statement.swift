import CWaylineSQLite
import FoundationEssentials
import WaylineStorage

/// A prepared statement: bind values (from 1), step through rows (columns from 0), reset.
///
/// Belongs to its ``Database``, which retains it, and is used by one caller at a time.
package final class Statement {
  private let handle: OpaquePointer
  private unowned let database: Database

  init(_ sql: StaticString, in database: Database) throws(StoreError) {
    var prepared: OpaquePointer?
    let code = sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
      sqlite3_prepare_v3(
        database.handle, $0, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT),
        &prepared, nil)
    }
    guard code == SQLITE_OK, let handle = prepared else {
      throw database.error(code, "prepare '\("\(sql)".prefix(40))'")
    }
    self.handle = handle
    self.database = database
  }

  func finalize() {
    sqlite3_finalize(handle)
  }
}

extension Statement {
  /// Binds an integer.
  package func bind(_ value: Int64, at index: Int32) throws(StoreError) {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  /// Binds a text, which is copied.
  package func bind(_ value: String, at index: Int32) throws(StoreError) {
    var text = value
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_bind_text(handle, index, characters.baseAddress, Int32(bytes.count), transient)
      }
    }
    try check(code)
  }

  /// Binds bytes, which are copied.
  package func bind(_ value: Data, at index: Int32) throws(StoreError) {
    let code =
      value.isEmpty
      ? sqlite3_bind_zeroblob(handle, index, 0)
      : value.withUnsafeBytes { bytes in
        sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), transient)
      }
    try check(code)
  }

  /// Moves to the next row; false when there is none.
  package func step() throws(StoreError) -> Bool {
    try database.beginStep()
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let error = database.error(code, "run '\(String(cString: sqlite3_sql(handle)).prefix(40))'")
      reset()
      database.didFail(error)
      throw error
    }
  }

  /// Runs to the end and resets.
  package func run() throws(StoreError) {
    while try step() {}
    reset()
  }

  /// Prepares the statement for its next use, without bound values.
  package func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func check(_ code: Int32) throws(StoreError) {
    if code != SQLITE_OK { throw database.error(code, "bind a value") }
  }
}

extension Statement {
  /// A column as an integer.
  package func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  /// A column as text.
  package func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A column as bytes, copied.
  package func bytes(_ column: Int32) -> Data {
    guard let start = sqlite3_column_blob(handle, column) else { return Data() }
    return Data(bytes: start, count: Int(sqlite3_column_bytes(handle, column)))
  }
}

// The header spells it as a cast of -1, which Swift does not import; no function is ever called there.
/// Makes SQLite copy the bound value.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
