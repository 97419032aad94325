import CWaylineSQLite
import FoundationEssentials
import WaylineStorage
import WaylineSystem

/// A connection to an SQLite database, with its prepared statements.
///
/// Not safe to share between threads. The file is not trusted: views and triggers are disabled, a
/// row has at most 32 MiB, and a statement that does not end is interrupted. The log stays when the
/// connection is closed, because SQLite deletes it by name: after the file was replaced, that name
/// belongs to the new one. Source: SQLite's "Defense against the dark arts".
package final class Database {
  /// The name of the store in errors.
  package let name: String
  let handle: OpaquePointer
  /// By the address of their text. There are a dozen at most.
  private var statements: [(text: UnsafePointer<UInt8>, statement: Statement)] = []
  /// The work of the running statement, in units of a million instructions of SQLite.
  fileprivate var work = 0
  /// The most work of one step of a statement: about a second. A query that needs more does not end.
  var workLimit = 30
  /// The index of the log in memory, where it stays once SQLite has it; nil before.
  var indexMemory: UnsafeRawPointer?
  /// True while the body of a transaction runs.
  private var isInTransaction = false
  /// Runs in each transaction that has changed rows, before it is committed.
  var willCommit: (() throws(StoreError) -> Void)?
  /// Names the process that holds the lock of writers, if that cannot release it by itself.
  var holder: (() -> StoreError?)?
  /// True after a whole wait for the lock of writers in vain, until it was free.
  private var isHeldUp = false
  /// The error with which SQLite has undone the running transaction, if it has.
  private var undoing: StoreError?

  /// The longest wait of a statement for another process, in milliseconds.
  package static let patience: Int32 = 2000
  /// The wait in milliseconds for a lock for which this connection has waited in vain.
  private static let shortPatience: Int32 = 20

  /// The ways to use a file.
  package enum Access {
    /// For reading and writing.
    case full
    /// For reading, while others may write.
    case reading
    /// For reading, as if no process wrote: SQLite creates no file beside it, not even to share it.
    case readingAlone
    /// For reading while others may write: SQLite creates no file beside it, and changes none.
    case readingUnnoticed
  }

  /// Opens a file, which has to exist.
  ///
  /// - Parameter path: without symbolic links, or `:memory:`.
  package init(_ path: String, name: String, for access: Access = .full) throws(StoreError) {
    let mode = access == .full ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let parameter: String? =
      switch access {
      case .full, .reading: nil
      case .readingAlone: "immutable=1"
      case .readingUnnoticed: "readonly_shm=1"
      }
    let form = parameter == nil ? 0 : SQLITE_OPEN_URI
    let flags = mode | form | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let target = parameter.map { Database.uri(path, $0) } ?? path
    let code = sqlite3_open_v2(target.systemString, &opened, flags, nil)
    guard code == SQLITE_OK, let handle = opened else {
      sqlite3_close_v2(opened)
      throw Database.error(code, "open", name: name, handle: nil)
    }
    self.name = name
    self.handle = handle
    sqlite3_busy_timeout(handle, Database.patience)
    distrust()
  }

  /// The path as a URI with a parameter of SQLite's.
  private static func uri(_ path: String, _ parameter: String) -> String {
    let plain = path.systemBytes.map { byte in
      let isPlain = byte > 0x40 && byte < 0x7B || (0x2D...0x39).contains(byte)
      let digits = String(byte, radix: 16)
      return isPlain ? String(Unicode.Scalar(byte)) : (byte < 16 ? "%0" : "%") + digits
    }
    return "file:\(plain.joined())?\(parameter)"
  }

  deinit {
    for (_, statement) in statements { statement.finalize() }
    sqlite3_close_v2(handle)
  }
}

extension Database {
  /// Keeps what a damaged or hostile file contains from doing harm.
  private func distrust() {
    for option in [SQLITE_DBCONFIG_DEFENSIVE, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE] {
      _ = wayline_sqlite_set(handle, option, 1)
    }
    for option in [
      SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_TRIGGER,
    ] {
      _ = wayline_sqlite_set(handle, option, 0)
    }
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 32 << 20)
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
    sqlite3_progress_handler(
      handle, 1_000_000,
      { context in
        guard let context else { return 0 }
        let database = Unmanaged<Database>.fromOpaque(context).takeUnretainedValue()
        database.work += 1
        return database.work > database.workLimit ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Checks pages and rows as SQLite's `quick_check` does, up to the first problem; nil if there is none.
  ///
  /// Without a limit of its work: it reads each page once, however the file is damaged.
  ///
  /// - Complexity: O(n) in the size of the file.
  func quickCheck() throws(StoreError) -> String? {
    let limit = workLimit
    workLimit = .max
    defer { workLimit = limit }
    let problem = try text("PRAGMA quick_check(1)")
    if problem == "ok" { return nil }
    if hasDiskError { throw diskError("be checked") }
    // The first line names the database of the connection, which is the only one.
    return problem?.split(separator: "\n").last.map(String.init) ?? "it cannot be checked"
  }

  /// Starts to count the work of a step.
  ///
  /// - Throws: the error with which SQLite has undone the transaction: the step would be one of its own.
  func beginStep() throws(StoreError) {
    if let undoing { throw undoing }
    work = 0
  }

  /// Notes whether a statement that failed has ended the transaction, as a full disk does.
  func didFail(_ error: StoreError) {
    if isInTransaction, undoing == nil, sqlite3_get_autocommit(handle) != 0 { undoing = error }
  }

  /// Has statements fail at once that have to wait for another process.
  func stopWaiting() {
    sqlite3_busy_timeout(handle, 0)
  }

  /// Has SQLite move the log into the file and delete it when the connection is closed.
  func removeLogOnClose() {
    _ = wayline_sqlite_set(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
  }
}

extension Database {
  /// Runs SQL that returns nothing, one or several statements.
  package func execute(_ sql: String) throws(StoreError) {
    try beginStep()
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      let error = error(code, "run '\(sql.prefix(40))'")
      didFail(error)
      throw error
    }
  }

  /// The prepared statement of a text in the program, made once; reset and without values.
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

  /// The number of rows that this connection has changed since it was opened.
  var totalChanges: Int {
    Int(sqlite3_total_changes(handle))
  }

  /// The number of rows that the last statement changed.
  package var changes: Int {
    Int(sqlite3_changes(handle))
  }

  /// True if the file is read-only, by its permissions or because it was opened so.
  var isReadOnly: Bool {
    sqlite3_db_readonly(handle, "main") == 1
  }

  /// Moves the log into the file, and empties it.
  ///
  /// SQLite reports in the row of the answer, not as an error, that others kept it from doing so.
  /// - Throws: ``StoreError/busy(store:milliseconds:)`` if the log is in use.
  package func emptyLog() throws(StoreError) {
    guard try integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
      throw .busy(store: name, milliseconds: Int(Database.patience))
    }
  }
}

extension Database {
  /// Runs `body` in a transaction that takes the right to write at once.
  ///
  /// Waiting for another process happens at the beginning, where SQLite's own timeout holds; a
  /// transaction that begins as a reader fails without waiting when it turns into a writer.
  ///
  /// An error such as that of a full disk ends the transaction. What `body` does afterwards would be
  /// stored statement by statement, so each one throws that error again, and so does the end.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    let begin = try statement("BEGIN IMMEDIATE")
    try waitingOnce { () throws(StoreError) in try begin.run() }
    isInTransaction = true
    defer { (isInTransaction, undoing) = (false, nil) }
    do {
      let changes = totalChanges
      let result = try body()
      if totalChanges != changes { try willCommit?() }
      try statement("COMMIT").run()
      return result
    } catch {
      // An error of undoing has nothing more to undo, so it is not looked at.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }
}

extension Database {
  /// Runs `body`, which is one statement that writes: in a transaction if that may begin a new log.
  func writing<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard willCommit != nil, logIndex?.isMoved ?? true else { return try waitingOnce(body) }
    do {
      return try transaction(body)
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("A statement has no other errors: \(error)")
    }
  }
}

extension Database {
  /// Runs `body`, which waits for the lock of writers: the whole time once, and from then on a short one
  /// until the lock was free.
  private func waitingOnce<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      let result = try body()
      if isHeldUp { wait(for: Database.patience) }
      return result
    } catch {
      guard case .busy = error else { throw error }
      wait(for: Database.shortPatience)
      throw holder?() ?? error
    }
  }

  private func wait(for milliseconds: Int32) {
    isHeldUp = milliseconds < Database.patience
    sqlite3_busy_timeout(handle, milliseconds)
  }
}

extension Database {
  /// Runs `body` on the database at one point in time, while writers continue.
  ///
  /// Inside a transaction of the same connection it is a part of that.
  package func readTransaction<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    try statement("BEGIN DEFERRED").run()
    // Nothing was written, so there is nothing that the end could fail to store.
    defer { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    return try body()
  }
}

extension Database {
  /// The error of a result code, with the message of the database.
  func error(_ code: Int32, _ operation: String) -> StoreError {
    let error = Database.error(code, operation, name: name, handle: handle)
    if case .corrupted = error, hasDiskError { return diskError(operation) }
    return error
  }

  /// The result code for a path with a symbolic link in it: `SQLITE_CANTOPEN_SYMLINK`, which Swift
  /// does not import.
  static let linkInPath = SQLITE_CANTOPEN | 6 << 8

  /// The result code of an error in a statement, or in the description of the tables.
  static let plainError = SQLITE_ERROR

  /// The result code where there is no space for the index of the log: `SQLITE_IOERR_SHMSIZE`.
  static let noSpaceForIndex = SQLITE_IOERR | 19 << 8

  /// The error of a disk that SQLite reports as damage.
  private func diskError(_ operation: String) -> StoreError {
    .database(store: name, operation: operation, code: SQLITE_IOERR, message: "disk I/O error")
  }

  /// True if a call of the system has failed on the database or its log: SQLite then says that they are
  /// damaged, and what they hold is not known. Lasts as long as the connection.
  var hasDiskError: Bool { wayline_sqlite_has_disk_error(handle) == 1 }

  /// The error of a result code.
  static func error(
    _ code: Int32, _ operation: String, name: String, handle: OpaquePointer?
  ) -> StoreError {
    let message =
      handle.map { String(cString: sqlite3_errmsg($0)) }
      ?? sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown"
    // The low byte is the primary code; the rest is the variant.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy(store: name, milliseconds: Int(patience))
    case SQLITE_FULL: return .full(store: name)
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly(store: name)
    // A row longer than the limit, or a query without an end, is nothing that a store has written;
    // whether the file is damaged is for `quickCheck()` to say.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_TOOBIG, SQLITE_INTERRUPT:
      return .corrupted(store: name, detail: message)
    default:
      return .database(store: name, operation: operation, code: code, message: message)
    }
  }
}
