import CSQLite
import FoundationEssentials
import Glibc
import WaylineStorage

extension DatabaseFile {
  /// What stands at the path, judged by the first bytes alone: opening a database can change it.
  enum Nature: Hashable { case nothing, ours, foreign, unreadable }

  func nature() throws(StoreError) -> Nature {
    guard let descriptor = try file.open(O_RDONLY) else { return .nothing }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor, &header, header.count, 0)
    guard count >= 0 else { throw .failed("read", file.path) }
    if count == 0 { return .nothing }
    guard count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      return .unreadable
    }
    // Bytes 68 to 71, big-endian (SQLite file format, "application ID").
    let id = header[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int32(bitPattern: id) == layout.applicationID ? .ours : .foreign
  }

  /// Sees to it that a file of ours, or an empty one, is at the path.
  func prepare() throws(StoreError) -> [StoreEvent] {
    let wasUsed = try marker.check() != nil
    _ = try file.check()
    switch try nature() {
    case .ours: return []
    case .foreign: throw .foreign(store: name)
    case .unreadable where wasUsed:
      throw .corrupted(store: name, detail: "the file does not begin as a database")
    case .unreadable: throw .foreign(store: name)
    case .nothing:
      try makeEmptyFile()
      return wasUsed ? [.vanished(store: name)] : []
    }
  }

  /// Makes the file before SQLite does, so that it and those beside it get mode 0600.
  private func makeEmptyFile() throws(StoreError) {
    guard try file.check() == nil else { return }
    guard let descriptor = try file.open(O_RDWR | O_CREAT | O_EXCL) else { return }
    close(descriptor)
  }

  func mark() throws(StoreError) {
    guard try marker.check() == nil else { return }
    if let descriptor = try marker.open(O_WRONLY | O_CREAT) { close(descriptor) }
  }

  /// Makes the tables, or brings older ones up to date, in one transaction.
  func bringUpToDate(_ database: Database, from version: Int64) throws(StoreError) {
    guard version < layout.version else { return }
    do {
      try database.transaction {
        if version == 0 {
          try database.execute("PRAGMA application_id=\(layout.applicationID)")
          try database.execute(layout.tables)
        } else {
          try layout.upgrade(database, version)
        }
        try database.execute("PRAGMA user_version=\(layout.version)")
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw .corrupted(store: name, detail: "\(error)")
    }
  }

  /// Sets up the connection. Write-ahead logging is asked for, and the answer is looked at: network
  /// file systems cannot, and get a rollback journal with full synchronisation instead.
  func configure(_ database: Database) throws(StoreError) {
    let mode = try database.text("PRAGMA journal_mode=WAL")
    let isLogging = mode == "wal"
    if !isLogging { try database.execute("PRAGMA journal_mode=TRUNCATE") }
    try database.execute(
      """
      PRAGMA synchronous=\(layout.isDurable || !isLogging ? "FULL" : "NORMAL");
      PRAGMA secure_delete=\(layout.erasesDeleted ? "ON" : "OFF");
      PRAGMA trusted_schema=OFF;
      PRAGMA cell_size_check=ON;
      PRAGMA journal_size_limit=1048576;
      """)
  }
}

extension Database {
  /// Whether the file may only be read, by its permissions or because it was opened so.
  var isReadOnly: Bool {
    sqlite3_db_readonly(handle, "main") == 1
  }
}
