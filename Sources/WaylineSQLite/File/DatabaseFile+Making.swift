import CSQLite
import FoundationEssentials
import Glibc
import WaylineStorage

extension DatabaseFile {
  /// What stands at the path, judged by the first bytes alone: opening a database can change it.
  enum Nature: Hashable {
    case nothing, ours, foreign, unreadable
    /// Begins with zeros, and with a journal beside it: the power went while it was made.
    case halfMade
  }

  /// What stands at the path, and which file that is.
  func look() throws(StoreError) -> (nature: Nature, status: FileStatus?) {
    guard let (descriptor, status) = try file.openChecked(O_RDONLY) else { return (.nothing, nil) }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor, &header, header.count, 0)
    guard count >= 0 else { throw .failed("read", file.path) }
    return (nature(of: header[..<count]), status)
  }

  private func nature(of header: ArraySlice<UInt8>) -> Nature {
    if header.isEmpty { return .nothing }
    if header.allSatisfy({ $0 == 0 }), journal.status != nil { return .halfMade }
    guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      return .unreadable
    }
    // Bytes 68 to 71, big-endian (SQLite file format, "application ID").
    let id = header[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int32(bitPattern: id) == layout.applicationID ? .ours : .foreign
  }

  /// Sees to it that a file of ours, or an empty one, is at the path.
  func prepare() throws(StoreError) -> (status: FileStatus?, events: [StoreEvent]) {
    var (nature, status) = try look()
    if nature == .halfMade {
      try undoMaking()
      (nature, status) = try look()
    }
    if nature == .ours { return (status, []) }
    let wasUsed = try marker.check() != nil
    switch nature {
    case .unreadable where wasUsed:
      throw .corrupted(store: name, detail: "the file does not begin as a database")
    case .nothing:
      let events: [StoreEvent] = wasUsed ? [.vanished(store: name)] : []
      if let status { return (status, events) }
      return (try makeEmptyFile(), events)
    default: throw .foreign(store: name)
    }
  }

  /// Has SQLite undo what the journal says, after which the file is empty again; a journal that says
  /// nothing leaves it as it is.
  private func undoMaking() throws(StoreError) {
    do {
      _ = try connect().integer("PRAGMA schema_version")
    } catch .corrupted {}
  }

  /// What SQLite keeps while it makes the tables, and where there is no log.
  private var journal: PrivateFile { PrivateFile(file.path + "-journal") }

  /// Makes the file before SQLite does, so that it and those beside it get mode 0600.
  private func makeEmptyFile() throws(StoreError) -> FileStatus? {
    guard let (descriptor, status) = try file.openChecked(O_RDWR | O_CREAT | O_EXCL) else {
      return nil
    }
    close(descriptor)
    return status
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

  /// Sets up the connection for reading. Write-ahead logging is asked for, and the answer is looked
  /// at: network file systems cannot, and get a rollback journal instead.
  ///
  /// - Returns: whether there is a log.
  func configure(_ database: Database) throws(StoreError) -> Bool {
    let isLogging = try database.text("PRAGMA journal_mode=WAL") == "wal"
    if !isLogging { try database.execute("PRAGMA journal_mode=TRUNCATE") }
    try database.execute("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON")
    return isLogging
  }

  /// Sets up the connection for writing, which many a start of a program does not get to.
  ///
  /// A rollback journal is synchronised in full, whatever was asked for.
  func configureWriting(_ opened: OpenDatabase) throws(StoreError) {
    try opened.database.execute(
      """
      PRAGMA synchronous=\(layout.isDurable || !opened.isLogging ? "FULL" : "NORMAL");
      PRAGMA secure_delete=\(layout.erasesDeleted ? "ON" : "OFF");
      PRAGMA journal_size_limit=1048576;
      """)
    if opened.isLogging, let size = log.status?.size, size > Self.longLog {
      // What does not work here is left to the next one who writes.
      try? opened.database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    }
  }

  /// A log of more bytes is moved into the file before the first write, and begun anew: programs end
  /// without doing so, and each start reads the log to its end. SQLite itself waits for 4 MB.
  private static let longLog = 256 << 10
}

extension Database {
  /// Whether the file may only be read, by its permissions or because it was opened so.
  var isReadOnly: Bool {
    sqlite3_db_readonly(handle, "main") == 1
  }
}
