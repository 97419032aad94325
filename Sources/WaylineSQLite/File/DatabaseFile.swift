import CSQLite
import FoundationEssentials
import Glibc
import WaylineStorage

/// A database file of ours, with the files beside it, and the one way to open it.
///
/// Opening, making, upgrading and recovering happen under a lock between processes: switching a new
/// file to write-ahead logging ignores SQLite's own timeout, so two first starts would otherwise
/// fail with "database is locked".
package struct DatabaseFile: Sendable {
  /// The database itself; `-wal` and `-shm` stand beside it.
  package let file: PrivateFile
  /// What errors and events call the store.
  package let name: String
  /// What the file contains.
  package let layout: DatabaseLayout
  /// The time of day, for the names of damaged files and for nothing else; it may jump.
  var clock: @Sendable () -> timespec = {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now
  }

  /// Names a file; nothing is opened.
  package init(_ path: String, name: String, layout: DatabaseLayout) {
    self.file = PrivateFile(path)
    self.name = name
    self.layout = layout
  }

  /// Locked while the file is opened, made, upgraded or recovered. Rekeying takes it too.
  package var lock: PrivateFile { PrivateFile(file.path + ".lock") }

  /// Says that the store has been used: with it, an empty or missing file is a loss, not a start.
  var marker: PrivateFile { PrivateFile(file.path + ".used") }
}

extension DatabaseFile {
  /// Opens the file, makes it if it is not there, and brings it up to date.
  ///
  /// - Throws: ``StoreError/foreign(store:)`` for a file of another program, which stays untouched;
  ///   ``StoreError/corrupted(store:detail:)`` for one of ours that cannot be read (``recover()``);
  ///   ``StoreError/busy(store:milliseconds:)`` if another process is opening it for too long.
  package func open() throws(StoreError) -> OpenDatabase {
    do {
      try file.folder.create()
      return try lock.withLock(store: name, openLocked)
    } catch .system(_, _, EROFS), .system(_, _, EACCES) {
      return try openWithoutLock()
    }
  }

  /// Opens what is there, in a folder where nothing can be made.
  private func openWithoutLock() throws(StoreError) -> OpenDatabase {
    let (nature, status) = try look()
    switch nature {
    case .ours: return try openReadOnly(status, because: .readOnly(store: name))
    case .nothing: return try openEmpty(status)
    case .foreign: throw .foreign(store: name)
    case .unreadable, .halfMade: throw .readOnly(store: name)
    }
  }

  /// Stands for a store that is not there and cannot be made: empty, and refuses to be written.
  private func openEmpty(_ status: FileStatus?) throws(StoreError) -> OpenDatabase {
    let database = try Database(":memory:", name: name)
    try database.execute(layout.tables)
    let refusal = StoreError.readOnly(store: name)
    let loss: [StoreEvent] = try marker.check() == nil ? [] : [.vanished(store: name)]
    return OpenDatabase(
      database, status?.identity, refusal: refusal, frozen: status,
      events: loss + [.problem(refusal)])
  }

  /// Opens the file while the lock is held.
  func openLocked() throws(StoreError) -> OpenDatabase {
    let (status, events) = try prepare()
    let database = try connect()
    guard let version = try version(of: database) else {
      return try openReadOnly(status, because: .readOnly(store: name))
    }
    if version > layout.version {
      let refusal = StoreError.newerSchema(
        store: name, found: Int(version), known: Int(layout.version))
      return try openReadOnly(status, because: refusal)
    }
    let opened = OpenDatabase(database, status?.identity, events: events)
    try bringUpToDate(database, from: version)
    opened.isLogging = try configure(database)
    try mark()
    return opened
  }

  /// The version of the tables; nil where the file or its folder may only be read.
  private func version(of database: Database) throws(StoreError) -> Int64? {
    if database.isReadOnly { return nil }
    do {
      return try database.integer("PRAGMA user_version") ?? 0
    } catch {
      // Reading a file that is logged ahead makes others beside it.
      guard !file.folder.isWritable else { throw error }
      return nil
    }
  }

  /// Opens the file for reading. Where nothing can be made beside it, it is taken as it is: with no
  /// log beside it nobody is writing.
  private func openReadOnly(
    _ status: FileStatus?, because refusal: StoreError
  ) throws(StoreError) -> OpenDatabase {
    let isAlone = !file.folder.isWritable && log.status == nil
    return OpenDatabase(
      try connect(for: isAlone ? .readingAlone : .reading), status?.identity, refusal: refusal,
      frozen: isAlone ? status : nil, events: [.problem(refusal)])
  }

  /// Whether a file that is read alone has been changed since it was opened.
  func hasChanged(_ opened: OpenDatabase) -> Bool {
    guard let frozen = opened.frozen else { return false }
    return log.status != nil || (try? file.check()) != frozen
  }

  /// What SQLite writes ahead.
  var log: PrivateFile { PrivateFile(file.path + "-wal") }

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
      guard let folder = realpath(file.folder.path, nil) else {
        throw .failed("find", file.folder.path)
      }
      defer { free(folder) }
      return "\(String(cString: folder))/\(file.path.split(separator: "/").last ?? "")"
    }
  }
}
