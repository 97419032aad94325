import CWaylineSQLite
import FoundationEssentials
import WaylineStorage
import WaylineSystem

/// A database file of ours, with the files beside it, and the one way to open it.
///
/// Opening, creating and recovering happen under a lock between processes: switching a new file to
/// write-ahead logging ignores SQLite's own timeout, so two first starts would otherwise fail with
/// "database is locked".
package struct DatabaseFile: Sendable {
  /// The database itself; `-wal` and `-shm` are beside it.
  package let file: PrivateFile
  /// The name of the store in errors and events.
  package let name: String
  /// The identity and durability of the file.
  package let layout: DatabaseLayout
  /// The time of day, for the names of damaged files and for nothing else; it may jump.
  var clock: @Sendable () -> Duration = SystemClock.sinceEpoch
  /// True if a folder is on a network file system, which cannot share the index of a log.
  var isOnNetwork: @Sendable (String) -> Bool = FileSystem.isOnNetwork

  /// Names a file; nothing is opened.
  package init(_ path: String, name: String, layout: DatabaseLayout) {
    self.init(PrivateFile(path), name: name, layout: layout)
  }

  /// Names a file in its folder; nothing is opened.
  package init(_ file: PrivateFile, name: String, layout: DatabaseLayout) {
    (self.file, self.name, self.layout) = (file, name, layout)
  }

  /// Locked while the file is opened, created, recovered or closed.
  package var lock: PrivateFile { beside(".lock") }

  /// Exists once the store has been used: with it, an empty or missing file is a loss, not a start.
  ///
  /// Holds the note of the log.
  var marker: PrivateFile { beside(".used") }

  /// The write-ahead log of SQLite.
  var log: PrivateFile { beside("-wal") }

  /// The files that SQLite creates beside a database.
  static let companions = ["-wal", "-shm", "-journal"]

  /// The file whose name is that of the database and a suffix.
  func beside(_ suffix: String) -> PrivateFile { file.beside(suffix) }
}

extension DatabaseFile {
  /// Opens the file, creates it if it does not exist, or shares the connection that this process has.
  ///
  /// - Throws: ``StoreError/foreign(store:)`` for a file of another program, which stays untouched;
  ///   ``StoreError/corrupted(store:detail:)`` for a damaged one (``recover()``);
  ///   ``StoreError/busy(store:milliseconds:)`` if another process is opening it for too long.
  package func open() throws(StoreError) -> OpenDatabase {
    do {
      return try afterClosing { () throws(StoreError) in
        try file.folder.create()
        return try lock.withLock(store: name, openLocked)
      }
    } catch .system(_, _, let code) where Self.readOnlyCodes.contains(code) {
      return try afterClosing(openWithoutLock)
    } catch .database(let name, let operation, let code, let message)
      where code & 0xFF == SQLITE_CANTOPEN
    {
      // SQLite follows no link beside the file either, and does not report that it was one.
      for suffix in Self.companions { _ = try beside(suffix).check() }
      if try resolvedPath.systemBytes.count > Self.pathLimit {
        throw .system(operation: "open", path: file.path, code: ErrorCode.nameTooLong.rawValue)
      }
      throw .database(store: name, operation: operation, code: code, message: message)
    }
  }

  /// The bytes of the longest path that SQLite opens, with the suffixes of the files beside it.
  private static let pathLimit = 500

  /// Runs `body`, and again while another thread closes its connection to the file: that may need the
  /// lock of `body`, and until then the file cannot be looked at. If the folder was deleted meanwhile,
  /// `body` runs again too, and makes it anew.
  func afterClosing<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let deadline = SystemClock.uptime() + .milliseconds(Int(Database.patience))
    var deletions = 0
    while true {
      do throws(StoreError) {
        return try body()
      } catch .system(_, file.path, ErrorCode.inUse.rawValue) where SystemClock.uptime() < deadline
      {
        SystemClock.sleep(.milliseconds(1))
      } catch .system(_, _, ErrorCode.notFound.rawValue) where deletions < Self.deletionLimit {
        deletions += 1
      }
    }
  }

  /// The number of deletions of the folder while the file is opened, after which that is an error.
  private static let deletionLimit = 20

  /// The error codes of a place where nothing can be created.
  private static let readOnlyCodes = [
    ErrorCode.readOnlyFileSystem.rawValue, ErrorCode.permissionDenied.rawValue,
  ]

  /// Opens the file while the lock is held.
  func openLocked() throws(StoreError) -> OpenDatabase {
    let identity = file.status?.identity
    if let shared = OpenDatabases.database(of: identity) { return shared }
    try OpenDatabases.discardReplaced(by: self, identity)
    try undoRecovery()
    let (status, events) = try prepare()
    let log = status == nil ? LogCheck() : try checkLog()
    let opened = try OpenDatabases.register(openPrepared(status), of: self, status, log)
    opened.add(events + log.events)
    do throws(StoreError) {
      if !log.isMarked { try mark() }
      // The last steps, so a start that is interrupted before leaves the report to the next one.
      opened.add(try takeRecoveryNotice())
      if let note = log.note { try write(note) }
      return opened
    } catch {
      // Closing it would wait for the lock that this thread holds.
      opened.discard()
      throw error
    }
  }

  private func openPrepared(_ status: FileStatus?) throws(StoreError) -> OpenDatabase {
    do {
      let database = try connect()
      guard let version = try version(of: database) else {
        return try openReadOnly(status, because: .readOnly(store: name))
      }
      if version > layout.version {
        let refusal = StoreError.newerSchema(
          store: name, found: Int(version), known: Int(layout.version))
        return try openReadOnly(status, because: refusal)
      }
      let opened = OpenDatabase(
        database, status?.identity, isNew: try create(in: database, version))
      try layout.checkSchema(of: database)
      opened.isLogging = try configure(database)
      if (status?.size ?? 0) <= DatabaseLayout.checkedSize {
        // Damage may hide rows from SQLite; a larger file is checked by `diagnose()`.
        let (damaged, lineage) = try layout.check(database)
        for key in damaged { opened.add([.unreadable(key, .damaged(key))]) }
        opened.logState.token = lineage?.token
      }
      return opened
    } catch .database(_, _, Database.noSpaceForIndex, _) where (log.status?.size ?? 0) == 0 {
      // With no log nothing is missing without its index; the disk may have space again later.
      return try openReadOnly(status, because: .full(store: name))
    }
  }

  /// Creates the table in an empty database; false if it exists.
  private func create(in database: Database, _ version: Int64) throws(StoreError) -> Bool {
    guard version < layout.version else { return false }
    guard try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
      throw .corrupted(store: name, detail: "its table has no version")
    }
    do {
      try database.transaction { try layout.create(in: database) }
      return true
    } catch let error as StoreError {
      throw error
    } catch {
      throw .corrupted(store: name, detail: "\(error)")
    }
  }

  /// The version of the tables; nil where the file or its folder is read-only.
  private func version(of database: Database) throws(StoreError) -> Int64? {
    if database.isReadOnly { return nil }
    do {
      return try database.integer("PRAGMA user_version") ?? 0
    } catch {
      // Reading a database with a log creates files beside it.
      guard !file.folder.isWritable else { throw error }
      return nil
    }
  }

  /// Configures the connection for reading.
  ///
  /// - Returns: whether there is a write-ahead log. On a network file system there is a rollback
  ///   journal instead: SQLite itself does not notice that the index of a log is not shared there.
  private func configure(_ database: Database) throws(StoreError) -> Bool {
    let canLog = !isOnNetwork(file.folder.path)
    let isLogging = canLog ? try database.text("PRAGMA journal_mode=WAL") == "wal" : false
    if !isLogging { try database.execute("PRAGMA journal_mode=TRUNCATE") }
    try database.execute("PRAGMA cell_size_check=ON")
    return isLogging
  }

  /// Configures the connection for writing, which many a start of a program does not need.
  ///
  /// A rollback journal is synchronised in full, whatever the layout requires. Stores that share the
  /// connection share its settings: the most durable one decides.
  func configureWriting(_ opened: OpenDatabase, _ database: Database) throws(StoreError) {
    if layout.isDurable { opened.isDurable = true }
    try database.execute(
      """
      PRAGMA synchronous=\(opened.isDurable || !opened.isLogging ? "FULL" : "NORMAL");
      PRAGMA secure_delete=\(layout.erasesDeleted ? "ON" : "OFF");
      PRAGMA journal_size_limit=1048576;
      """)
    if opened.isLogging, let size = log.status?.size, size > Self.longLog {
      // If it fails here, the next writer tries again.
      try? database.execute("PRAGMA wal_checkpoint(PASSIVE)")
    }
  }

  /// A log of more bytes is moved into the file before the first write: a program that was killed
  /// has not done so, and each start reads the log to its end. SQLite itself waits for 4 MB.
  private static let longLog = 256 << 10
}

extension DatabaseFile {
  /// Opens what exists, in a folder where nothing can be created.
  private func openWithoutLock() throws(StoreError) -> OpenDatabase {
    if let shared = OpenDatabases.database(of: file.status?.identity) { return shared }
    let (nature, status) = try look()
    switch nature {
    case .ours:
      let (events, ignoresLog) = try checkReadOnlyLog()
      let opened = OpenDatabases.register(
        try openReadOnly(status, because: .readOnly(store: name), ignoresLog: ignoresLog),
        of: self, status, LogCheck())
      opened.add(events)
      return opened
    case .missing, .empty: return try openEmpty(status)
    case .foreign: throw .foreign(store: name)
    case .truncated: throw .corrupted(store: name, detail: "the file is shorter than its pages")
    case .unreadable, .unfinished: throw .readOnly(store: name)
    }
  }

  /// Represents a store that does not exist and cannot be created: empty and read-only.
  private func openEmpty(_ status: FileStatus?) throws(StoreError) -> OpenDatabase {
    let database = try Database(":memory:", name: name)
    try layout.create(in: database)
    let refusal = StoreError.readOnly(store: name)
    let opened = OpenDatabase(
      database, status?.identity, refusal: refusal,
      frozen: FrozenFiles(database: status, log: log.status))
    if try marker.check() != nil { opened.add([.vanished(store: name)]) }
    return opened
  }

  /// Opens the file for reading. If nothing can be created beside it, it is taken as it is: without
  /// a log that no process writes.
  private func openReadOnly(
    _ status: FileStatus?, because refusal: StoreError, ignoresLog: Bool = false
  ) throws(StoreError) -> OpenDatabase {
    let isFull = refusal == .full(store: name)
    let isLogEmpty = (log.status?.size ?? 0) == 0
    let isAlone = isFull || !file.folder.isWritable && (isLogEmpty || ignoresLog)
    if !isAlone, !file.folder.isWritable, beside("-shm").status == nil {
      // Without its index SQLite cannot read the log, and without the log the file is not complete.
      throw .database(
        store: name, operation: "be read", code: SQLITE_CANTOPEN,
        message: "nothing can be created in its folder, and reading its log needs that; "
          + "copy the folder to a place where you can write")
    }
    let database = try connect(for: isAlone ? .readingAlone : .reading)
    if case .newerSchema = refusal {} else { try layout.checkSchema(of: database) }
    return OpenDatabase(
      database, status?.identity, refusal: refusal,
      frozen: isAlone ? FrozenFiles(database: status, log: log.status) : nil)
  }

  /// True if a file that is read alone has been changed since it was opened.
  func hasChanged(_ opened: OpenDatabase) -> Bool {
    guard let frozen = opened.frozen else { return false }
    let present = FrozenFiles(database: try? file.check(), log: log.status)
    return present.database != frozen.database || present.log != frozen.log && present.hasLog
  }

  /// Connects to the file; the folders above it may be reached through links.
  func connect(for access: Database.Access = .full) throws(StoreError) -> Database {
    do {
      return try Database(file.path, name: name, for: access)
    } catch .database(_, _, Database.linkInPath, _) {
      return try Database(try resolvedPath, name: name, for: access)
    }
  }

  /// The path without symbolic links in it, which SQLite would refuse anywhere.
  var resolvedPath: String {
    get throws(StoreError) {
      let folder = try storing { () throws(SystemError) in
        try FileSystem.resolved(file.folder.path)
      }
      return "\(folder)/\(file.path.split(separator: "/").last ?? "")"
    }
  }
}

extension DatabaseFile {
  /// The kind of file at the path, and its status. Only while this process is not connected to it.
  func look() throws(StoreError) -> (nature: FileNature, status: FileStatus?) {
    guard let (file, status) = try file.openChecked(for: .reading) else { return (.missing, nil) }
    guard status.linkCount < 2 else {
      throw .unsafeFile(path: self.file.path, problem: .severalNames(status.linkCount))
    }
    let bytes = try HeldDatabase.bytes(
      of: file, at: 0, count: DatabaseHeader.count, path: self.file.path)
    return (nature(of: bytes[...], status), status)
  }

  private func nature(of bytes: ArraySlice<UInt8>, _ status: FileStatus) -> FileNature {
    if bytes.isEmpty { return .empty }
    if bytes.allSatisfy({ $0 == 0 }), beside("-journal").status != nil { return .unfinished }
    guard let header = DatabaseHeader(bytes) else { return .unreadable }
    guard header.applicationID == layout.applicationID else { return .foreign }
    return header.isComplete(size: status.size) || !isSettled ? .ours : .truncated
  }

  /// False while a log is moved into the file, or undone by a journal: its size is that of neither.
  private var isSettled: Bool {
    (log.status?.size ?? 0) == 0 && (beside("-journal").status?.size ?? 0) == 0
  }

  /// Ensures that a file of ours, or an empty one, is at the path.
  private func prepare() throws(StoreError) -> (status: FileStatus?, events: [StoreEvent]) {
    var (nature, status) = try look()
    if nature == .unfinished {
      try undoCreation()
      (nature, status) = try look()
    }
    if nature == .ours { return (status, []) }
    let wasUsed = try marker.check() != nil
    switch nature {
    case .truncated:
      throw .corrupted(store: name, detail: "the file is shorter than its pages")
    case .unreadable where wasUsed:
      throw .corrupted(store: name, detail: "the file does not begin as a database")
    case .missing: return (try createFile(), wasUsed ? [.vanished(store: name)] : [])
    case .empty: return (status, wasUsed ? [.vanished(store: name)] : [])
    default: throw .foreign(store: name)
    }
  }

  /// Has SQLite undo what the journal lists, after which the file is empty again; a journal without
  /// contents leaves it as it is.
  private func undoCreation() throws(StoreError) {
    do {
      _ = try connect().integer("PRAGMA schema_version")
    } catch .corrupted {}
  }

  /// Creates the file before SQLite does, so that it and those beside it get mode 0600.
  private func createFile() throws(StoreError) -> FileStatus? {
    try file.openChecked(for: .readingAndWriting, [.create, .exclusive])?.status
  }

  private func mark() throws(StoreError) {
    guard try marker.check() == nil else { return }
    _ = try marker.open(for: .writing, .create)
  }
}

/// The first 100 bytes of a database file, read before SQLite is: opening a database can change it.
///
/// Source: SQLite's "Database File Format", section 1.3.
struct DatabaseHeader {
  static let count = 100

  /// The bytes of a page.
  let pageSize: Int
  /// The number of pages; nil if it was written by a program that does not maintain it.
  let pageCount: Int?
  /// The number by which a program recognises its files.
  let applicationID: Int32
  /// The version of the tables.
  let userVersion: Int32

  /// Reads a header; nil if the bytes are none.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.count, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      return nil
    }
    func number(_ offset: Int, _ count: Int) -> UInt32 {
      let start = bytes.startIndex + offset
      return bytes[start..<start + count].reduce(0) { $0 << 8 | UInt32($1) }
    }
    let size = Int(number(16, 2))
    pageSize = size == 1 ? 65_536 : size
    let isMaintained = number(24, 4) == number(92, 4)
    pageCount = isMaintained && number(28, 4) > 0 ? Int(number(28, 4)) : nil
    userVersion = Int32(bitPattern: number(60, 4))
    applicationID = Int32(bitPattern: number(68, 4))
  }

  /// True if a file of this size has all pages of the header.
  ///
  /// SQLite itself rounds the size up to whole pages, and reads the missing bytes as zeros.
  func isComplete(size: Int) -> Bool {
    size >= (pageCount ?? 0) * pageSize
  }
}

/// A database and its log as they were when the database was opened for reading alone.
struct FrozenFiles {
  let database: FileStatus?
  let log: FileStatus?

  var hasLog: Bool { (log?.size ?? 0) > 0 }
}

/// The kind of file at the path of a store, judged by its first bytes.
enum FileNature: Hashable {
  case missing, empty, ours, foreign, unreadable
  /// Shorter than its header claims.
  case truncated
  /// Begins with zeros, and has a journal beside it: the power failed while it was created.
  case unfinished
}
