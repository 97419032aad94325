import CWaylineSQLite

/// A program without a store: SQLite by hand, with the columns and settings of ours.
final class RawTable {
  private var database: OpaquePointer?
  private var upsert: OpaquePointer?

  /// Opens a file that is there to read from it, or makes one with the table of values.
  init(_ path: String, isDurable: Bool = false, isNew: Bool = true) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    try succeed("open", sqlite3_open_v2(path, &database, flags, nil))
    if isNew { try run(Self.schema) }
    try run(Self.readingSettings)
    if isNew { try run(Self.writingSettings(isDurable: isDurable)) }
  }

  deinit {
    sqlite3_finalize(upsert)
    sqlite3_close_v2(database)
  }

  static let schema = """
    CREATE TABLE value(
      namespace TEXT NOT NULL, name TEXT NOT NULL, kind INTEGER NOT NULL,
      version INTEGER NOT NULL, bytes BLOB NOT NULL, checksum INTEGER NOT NULL,
      revision INTEGER NOT NULL, PRIMARY KEY(namespace, name)
    ) STRICT, WITHOUT ROWID;
    """

  /// The settings that a store makes when it is opened.
  private static let readingSettings =
    "PRAGMA journal_mode=WAL; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON;"

  /// The settings that a store makes before its first write; many starts write nothing.
  private static func writingSettings(isDurable: Bool) -> String {
    """
    PRAGMA synchronous=\(isDurable ? "FULL" : "NORMAL");
    PRAGMA secure_delete=\(isDurable ? "ON" : "OFF"); PRAGMA journal_size_limit=1048576;
    """
  }
}

extension RawTable {
  /// Runs SQL that returns nothing.
  func run(_ sql: String) throws {
    try succeed("run", sqlite3_exec(database, sql, nil, nil, nil))
  }

  /// Puts eight bytes under a name in the namespace of settings, with a prepared statement.
  func put(_ number: Int, _ name: String) throws {
    try withUnsafeBytes(of: Int64(number)) { try put($0, name) }
  }

  /// Puts bytes under a name.
  func put(_ bytes: UnsafeRawBufferPointer, _ name: String) throws {
    if upsert == nil { try prepare(Self.upsertSQL, into: &upsert) }
    sqlite3_bind_text(upsert, 1, "app", 3, Self.copied)
    sqlite3_bind_text(upsert, 2, name, Int32(name.utf8.count), Self.copied)
    sqlite3_bind_int64(upsert, 3, 1)
    sqlite3_bind_int64(upsert, 4, 1)
    sqlite3_bind_blob(upsert, 5, bytes.baseAddress, Int32(bytes.count), Self.copied)
    sqlite3_bind_int64(upsert, 6, 0x1234_5678)
    let code = sqlite3_step(upsert)
    sqlite3_reset(upsert)
    guard code == SQLITE_DONE else { throw WrongOutput("SQLite: upsert: \(code).") }
  }

  /// The revision of a name: how often it was put.
  func revision(of name: String) throws -> Int {
    var select: OpaquePointer?
    try prepare("SELECT revision FROM value WHERE namespace='app' AND name=?1", into: &select)
    defer { sqlite3_finalize(select) }
    sqlite3_bind_text(select, 1, name, Int32(name.utf8.count), Self.copied)
    return sqlite3_step(select) == SQLITE_ROW ? Int(sqlite3_column_int64(select, 0)) : 0
  }

  private static let upsertSQL = """
    INSERT INTO value VALUES(?1,?2,?3,?4,?5,?6,1)
    ON CONFLICT DO UPDATE SET version=?4, bytes=?5, checksum=?6, revision=revision+1 WHERE kind=?3
    """

  // SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private func prepare(_ sql: String, into statement: inout OpaquePointer?) throws {
    try succeed("prepare", sqlite3_prepare_v2(database, sql, -1, &statement, nil))
  }

  private func succeed(_ what: String, _ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    throw WrongOutput("SQLite: \(what): \(String(cString: sqlite3_errmsg(database))).")
  }
}
