import Synchronization
import WaylineStorage
import WaylineSystem

// Proof: the connection and its settings are used by the thread whose turn it is; `file` is set
// before the database is registered; what other threads read is in the mutex.
/// The one connection of this process to a database file, shared by the stores on that file.
///
/// Two connections would do, if nothing else opened the file; but the locks of a process are one, and
/// whoever opens and closes the file beside SQLite drops them all. So there is one, found by device
/// and inode, whatever the path's spelling.
package final class OpenDatabase: @unchecked Sendable {
  /// The connection; nil once it is closed, after which each store opens the file again.
  package private(set) var connection: Database?
  /// The device and inode of the file.
  package let identity: FileIdentity?
  /// The reason why nothing can be written, if so.
  package let refusal: StoreError?
  /// The file as it was when it was opened for reading alone: SQLite does not notice its changes.
  let frozen: FrozenFiles?
  /// True if the table was created by this opening.
  let isNew: Bool
  /// True if changes go to a write-ahead log.
  var isLogging = false
  /// True if the connection is configured for writing.
  var isSetUpForWriting = false
  /// True once a commit survives a power cut, as one of the stores that share the connection requires.
  var isDurable = false
  /// The part of the log that is noted as acknowledged.
  var logState = LogState()
  /// Guards the connection.
  let turn = ConnectionTurn()
  /// The file at the path, once other stores can share the connection.
  fileprivate(set) var file: DatabaseFile?
  private let shared = Mutex(SharedState())

  /// The state that threads read without having the turn.
  private struct SharedState {
    var isOpen = true
    var uses = 0
    var commits = 0
    var events: [StoreEvent] = []
    var lockedFiles: [FileIdentity] = []
  }

  init(
    _ database: Database, _ identity: FileIdentity?, refusal: StoreError? = nil,
    frozen: FrozenFiles? = nil, isNew: Bool = false
  ) {
    connection = database
    self.identity = identity
    self.refusal = refusal
    self.frozen = frozen
    self.isNew = isNew
  }

  deinit {
    close()
  }

  /// True until the connection is closed; any thread may ask.
  var isOpen: Bool { shared.withLock { $0.isOpen } }

  /// The number of commits through this connection, by which a store notices those of another.
  var commits: Int { shared.withLock { $0.commits } }

  /// Begins a use by a store.
  fileprivate func beginUse() {
    shared.withLock { $0.uses += 1 }
  }

  /// Ends a use by a store; the last one that ends closes the connection.
  fileprivate func endUse() {
    let isLast = shared.withLock { state in
      state.uses -= 1
      return state.uses == 0 && state.isOpen
    }
    // A transaction of this thread goes on, and the end of its reference closes the connection.
    guard isLast, !turn.isMine, (try? turn.take(for: "")) != nil else { return }
    defer { turn.release() }
    // Another store may have opened the file meanwhile.
    if shared.withLock({ $0.uses == 0 }) { close() }
  }

  /// Closes the connection of all stores that share it; the log is moved into the file and deleted.
  ///
  /// The log stays if another process uses it, and if other files are at the path: SQLite deletes it
  /// by name.
  func close() {
    let isWritten = connection != nil && refusal == nil && isLogging
    // A link in place of the folder leads to files of others.
    guard isWritten, let file, (try? file.file.folder.exists()) == true else { return discard() }
    do {
      try file.lock.withLock(store: file.name, milliseconds: Self.closingTime) {
        () throws(StoreError) in
        guard isCurrent(file.file.status) else { return discard() }
        let note = try sealLog()
        connection?.removeLogOnClose()
        discard()
        // Another process may use the log. A note that cannot be written leaves the last one, which a
        // database that has changed since makes harmless.
        if let note, file.log.status == nil { try? file.write(note) }
      }
    } catch {
      // Another process opens the file; it or the next start moves the log.
      discard()
    }
  }

  /// The longest wait of closing for another process that opens the file, in milliseconds.
  private static let closingTime = 200

  /// Closes the connection of all stores that share it, and leaves every file as it is.
  func discard() {
    // First, because SQLite may delete a file, whose number then belongs to the next one.
    RecordLockedFiles.remove(
      shared.withLock { state in
        defer { (state.isOpen, state.lockedFiles) = (false, []) }
        return state.lockedFiles
      })
    connection = nil
  }

  /// True if the connection is open and holds locks on a file.
  fileprivate func locks(_ file: FileIdentity) -> Bool {
    shared.withLock { $0.lockedFiles.contains(file) }
  }

  /// True if the connection holds locks on the index that is beside the path now, or on none.
  func hasIndex(of file: DatabaseFile) -> Bool {
    let locked = shared.withLock { $0.lockedFiles }
    return locked.count < 2 || file.beside("-shm").status?.identity == locked[1]
  }

  /// Notes the files on which the connection holds locks.
  fileprivate func didLock(_ files: [FileIdentity]) {
    shared.withLock { $0.lockedFiles = files }
    RecordLockedFiles.add(files)
  }

  /// Runs `body`, which commits what it writes, and notes what it has committed.
  ///
  /// - Returns: the result, and whether the files of the connection are those at the path; nil if the
  ///   connection is closed.
  func committing<Result, Failure: Error>(
    _ body: (Database) throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, isCurrent: Bool)? {
    guard let connection else { return nil }
    let changes = connection.totalChanges
    let result = try body(connection)
    shared.withLock { $0.commits += 1 }
    let status = file?.file.status
    guard isCurrent(status) else { return (result, false) }
    if let status, connection.totalChanges != changes { noteCommit(status) }
    return (result, true)
  }

  /// Moves the log into the file, and empties it.
  func emptyLog() throws(StoreError) {
    // A copy of the log that was made before does not belong to the file any more.
    if let connection, connection.logIndex?.frames != 0 { _ = try? renewLineage(connection) }
    try connection?.emptyLog()
    if let status = file?.file.status { noteCommit(status) }
  }

  /// Returns the events of opening, oldest first, once.
  func takeEvents() -> [StoreEvent] {
    shared.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  /// Adds events for the store that opens the file.
  func add(_ new: [StoreEvent]) {
    shared.withLock { $0.events += new }
  }
}

/// The use of an open database by one store, which lasts as long as this object.
///
/// Uses are counted, since references are not only those of stores: a thread that looks for connections
/// to replaced files has one for a moment, and would be the one to close the database, later.
final class DatabaseUse: Sendable {
  /// The database.
  let database: OpenDatabase

  /// Begins a use.
  init(of database: OpenDatabase) {
    self.database = database
    database.beginUse()
  }

  deinit {
    database.endUse()
  }
}

/// The open databases of this process.
package enum OpenDatabases {
  private struct Entry {
    weak var database: OpenDatabase?
  }

  /// Closes all, as a program that ends does: their logs are moved into the files.
  package static func closeAll() {
    for database in known.withLock({ $0.values.compactMap(\.database) }) {
      guard (try? database.turn.take(for: "")) != nil else { continue }
      database.close()
      database.turn.release()
    }
  }

  private static let known = Mutex<[FileIdentity: Entry]>([:])

  /// The open database of a file; nil if it is not open.
  static func database(of file: FileIdentity?) -> OpenDatabase? {
    guard let identity = file else { return nil }
    let database = known.withLock { $0[identity]?.database }
    return database?.isOpen == true ? database : nil
  }

  /// Closes connections to files that were at the path of `file` before another one took their place.
  ///
  /// They hold locks on the index beside the path, which from now on belongs to the new file.
  ///
  /// - Parameter identity: the file that is at the path now.
  /// - Throws: ``StoreError/busy(store:milliseconds:)`` if the calling thread is in a transaction of one.
  static func discardReplaced(
    by file: DatabaseFile, _ identity: FileIdentity?
  ) throws(StoreError) {
    let others = known.withLock { known in
      known.values.compactMap(\.database).filter { $0.isOpen && $0.identity != identity }
    }
    guard !others.isEmpty, let beside = file.beside("-shm").status?.identity else { return }
    for database in others where database.locks(beside) {
      if database.turn.isMine { throw .busy(store: file.name, milliseconds: 0) }
      try database.turn.take(for: file.name)
      database.discard()
      database.turn.release()
    }
  }

  /// Makes an open database known to other stores on the file.
  ///
  /// - Parameters:
  ///   - status: the file before it was opened; nil if it was created.
  ///   - log: the findings about its log.
  static func register(
    _ opened: OpenDatabase, of file: DatabaseFile, _ status: FileStatus?,
    _ log: DatabaseFile.LogCheck
  ) -> OpenDatabase {
    guard let identity = opened.identity else { return opened }
    opened.file = file
    opened.didLock([identity] + (file.beside("-shm").status.map { [$0.identity] } ?? []))
    opened.prepareLog(opened.isNew ? nil : status, noted: log.token)
    known.withLock { known in
      known = known.filter { $0.value.database != nil }
      known[identity] = Entry(database: opened)
    }
    return opened
  }
}

/// Lets one thread at a time use a connection.
///
/// Not a `Mutex`, because waiting is bounded, and because a thread that has the turn may take it again.
final class ConnectionTurn: Sendable {
  private let holder = Atomic<UInt>(0)
  private let uptime: @Sendable () -> Duration
  private let pause: @Sendable () -> Void

  /// Creates a turn that no thread has.
  ///
  /// - Parameters:
  ///   - uptime: the clock by which waiting ends.
  ///   - pause: sleeps for a short time, or longer on a busy machine.
  init(
    uptime: @escaping @Sendable () -> Duration = SystemClock.uptime,
    pause: @escaping @Sendable () -> Void = { SystemClock.sleep(.microseconds(100)) }
  ) {
    (self.uptime, self.pause) = (uptime, pause)
  }

  /// True if the calling thread has the turn.
  var isMine: Bool { holder.load(ordering: .relaxed) == currentThread() }

  /// Runs `body` when no other thread uses the connection.
  ///
  /// - Throws: ``StoreError/busy(store:milliseconds:)`` after two seconds.
  func hold<Result>(
    for store: String, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if isMine { return try body() }
    try take(for: store)
    defer { release() }
    return try body()
  }

  func take(for store: String) throws(StoreError) {
    let me = currentThread()
    var deadline: Duration?
    while !holder.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged {
      let patience = Int(Database.patience)
      let end = deadline ?? uptime() + .milliseconds(patience)
      guard uptime() < end else { throw .busy(store: store, milliseconds: patience) }
      deadline = end
      pause()
    }
  }

  func release() {
    holder.store(0, ordering: .releasing)
  }
}
