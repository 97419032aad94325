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

/// An open database, and what was found while opening it.
package struct OpenDatabase {
  /// The connection.
  package let database: Database
  /// Which file it is a connection to.
  package let identity: FileIdentity?
  /// Why nothing may be written, if so.
  package var refusal: StoreError?
  /// What a person should know, oldest first.
  package var events: [StoreEvent]
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
    guard let status = try file.check(), try nature() == .ours else {
      throw .readOnly(store: name)
    }
    return try openReadOnly(status.identity, because: .readOnly(store: name))
  }

  /// Opens the file while the lock is held.
  func openLocked() throws(StoreError) -> OpenDatabase {
    let events = try prepare()
    let database = try Database(try resolvedPath, name: name)
    var opened = OpenDatabase(
      database: database, identity: try file.check()?.identity, events: events)
    let version = try database.integer("PRAGMA user_version") ?? 0
    if version > layout.version {
      let refusal = StoreError.newerSchema(
        store: name, found: Int(version), known: Int(layout.version))
      return try openReadOnly(opened.identity, because: refusal)
    }
    if database.isReadOnly {
      opened.refusal = .readOnly(store: name)
      return opened
    }
    try bringUpToDate(database, from: version)
    try configure(database)
    try mark()
    return opened
  }

  private func openReadOnly(
    _ identity: FileIdentity?, because refusal: StoreError
  ) throws(StoreError) -> OpenDatabase {
    let database = try Database(try resolvedPath, name: name, isReadOnly: true)
    return OpenDatabase(
      database: database, identity: identity, refusal: refusal, events: [.problem(refusal)])
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
