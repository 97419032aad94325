import CSQLite
import WaylineStorage

extension Database {
  /// The error of a result code, with what the database says about it.
  func error(_ code: Int32, _ operation: String) -> StoreError {
    Database.error(code, operation, name: name, handle: handle)
  }

  /// What SQLite answers to a path with a symbolic link in it: `SQLITE_CANTOPEN_SYMLINK`, which
  /// Swift does not import.
  static let linkInPath = SQLITE_CANTOPEN | 6 << 8

  /// The error of a result code.
  static func error(
    _ code: Int32, _ operation: String, name: String, handle: OpaquePointer?
  ) -> StoreError {
    let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? text(of: code)
    // The low byte is the primary code; the rest tells variants apart.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy(store: name, milliseconds: Int(patience))
    case SQLITE_FULL: return .full(store: name)
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly(store: name)
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupted(store: name, detail: message)
    default:
      return .database(store: name, operation: operation, code: code, message: message)
    }
  }

  private static func text(of code: Int32) -> String {
    sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown"
  }
}
