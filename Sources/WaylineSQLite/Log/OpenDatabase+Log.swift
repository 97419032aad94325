import WaylineStorage
import WaylineSystem

/// The part of a log that a connection knows to be acknowledged, and where it notes it.
struct LogState {
  /// The lineage of the database, and the salts of the log that it had then; nil if it has to be read.
  fileprivate var known: (salts: UInt64, lineage: Lineage)?
  /// True if the last log was begun without a lineage: it was moved into the file by another process as
  /// a statement of this one began.
  fileprivate var isUnnamed = false
  /// The database when it was last found to be that of the connection.
  fileprivate var seen: FileStatus?
  /// The time at which the database was made; nil if it has to be read.
  fileprivate var birth: Int?
  /// The open file of the note.
  fileprivate var note: FileDescriptor?
  /// The name of the state in which the database was opened, if its rows were checked then.
  var token: UInt64?
  /// The name of the state of which the note says that it has no log; nil if there was one since.
  fileprivate var noted: UInt64?
  /// The lineage that the last transaction with one has written.
  fileprivate var written: Lineage?

  /// True if the database has not changed since it was last found to be that of the connection.
  fileprivate func hasSeen(_ status: FileStatus) -> Bool {
    seen?.modified == status.modified && seen?.size == status.size
  }
}

/// A connection names each log that it begins, and notes each commit.
extension OpenDatabase {
  /// Begins to note commits; called once, before another thread uses the connection.
  ///
  /// - Parameters:
  ///   - status: the file before it was opened; nil if it was created.
  ///   - noted: the name of a state that has no log, as the note says.
  func prepareLog(_ status: FileStatus?, noted: UInt64?) {
    guard isLogging, let file else { return }
    logState.seen = status ?? file.file.status
    logState.noted = noted
    connection?.willCommit = { [weak self] () throws(StoreError) in try self?.nameNewLog() }
    connection?.holder = { file.stoppedWriter }
  }

  /// Gives the database a new lineage if the running transaction may begin a new log, and notes that
  /// before the commit: a log that no note knows is not acknowledged.
  private func nameNewLog() throws(StoreError) {
    guard let connection, let file, connection.logIndex?.isMoved ?? true else { return }
    // All of the last log is in the file, which is read faster than the table.
    let last = connection.fileLineage.row
    guard let lineage = try rename(connection, last, { Lineage(continuing: $0.token) }) else {
      return
    }
    logState.note = try file.openLogNote()
    try file.write(LogNote(hasLog: true, lineage: lineage), to: logState.note)
    // The log of a durable commit must not be without its note after a power failure.
    if isDurable, let note = logState.note {
      try storing { () throws(SystemError) in try note.synchronize() }
    }
  }

  /// Gives the database another lineage, inside a transaction; nil if its key is taken.
  ///
  /// - Parameter last: the present lineage, if it is known.
  private func rename(
    _ connection: Database, _ last: Lineage? = nil, _ new: (Lineage) -> Lineage
  ) throws(StoreError) -> Lineage? {
    let table = ValueTable(connection)
    let present = if let last { last } else { try table.lineage() }
    let lineage = new(present ?? .none)
    (logState.known, logState.noted) = (nil, nil)
    logState.written = try table.set(lineage, isKnown: present != nil) ? lineage : nil
    return logState.written
  }

  /// Gives the database a new lineage in the same log, before all of it is moved into the file.
  ///
  /// A copy of the log that was made earlier does not know it, and so does not belong to the file.
  /// - Returns: the note to write when the log is deleted; nil if that is noted.
  func sealLog() throws(StoreError) -> LogNote? {
    guard let connection else { return nil }
    if connection.logIndex?.frames == 0 {
      if let noted = logState.noted, noted == logState.token { return nil }
      let token = try ValueTable(connection).lineage()?.token ?? 0
      return token == logState.noted ? nil : .withoutLog(token)
    }
    // Moving the log synchronises it; and a process that writes keeps it from being moved.
    connection.stopWaiting()
    if isDurable { try? connection.execute("PRAGMA synchronous=NORMAL") }
    if let token = try? renewLineage(connection) { return .withoutLog(token) }
    return .withoutLog(try ValueTable(connection).lineage()?.token ?? 0)
  }

  /// Gives the database a new lineage; its commit is acknowledged to nobody, so no note counts it.
  ///
  /// - Returns: the name of the state; nil if the key of the lineage is taken.
  @discardableResult
  func renewLineage(_ connection: Database) throws -> UInt64? {
    var last: Lineage?
    if let known = logState.known, known.salts == connection.logIndex?.salts {
      last = known.lineage
    }
    _ = try connection.transaction {
      try rename(connection, last) { Lineage(base: $0.base, token: .random(in: 1 ... .max)) }
    }
    // If the transaction has begun a new log, that has its own.
    return logState.written?.token
  }

  /// Notes what is in the log after a commit.
  ///
  /// - Parameter status: the database, before it was looked how much of the log is moved into it.
  func noteCommit(_ status: FileStatus) {
    // NB: the file is copied only where it is needed, which after the first commit it is not.
    guard let connection, var index = connection.logIndex else { return }
    if logState.note == nil { logState.note = try? file?.openLogNote() }
    let birth = birth
    // Another process may commit, and write an older note over a newer one; the last one is repeated.
    for _ in 0..<3 {
      let note = LogNote(
        hasLog: true, lineage: lineage(of: index), salts: index.salts,
        frames: index.frames, moved: index.moved, database: DatabaseState(status, birth: birth))
      if let file = logState.note { try? note.write(to: file) }
      if logState.isUnnamed {
        logState.isUnnamed = false
        _ = try? connection.transaction { try rename(connection) { Lineage(continuing: $0.token) } }
      }
      guard !connection.hasIndex(index), let next = connection.logIndex else { return }
      index = next
    }
  }

  /// The time at which the database was made.
  private var birth: Int {
    if let birth = logState.birth { return birth }
    let birth = file.map { FileSystem.birthTime(of: $0.file.path) } ?? 0
    logState.birth = birth
    return birth
  }

  /// The lineage of the log in an index.
  private func lineage(of index: LogIndex) -> Lineage {
    if let known = logState.known, known.salts == index.salts { return known.lineage }
    let lineage = connection.flatMap { try? ValueTable($0).lineage() } ?? .none
    // A log has its salts before its first commit, and its lineage from that on.
    guard index.frames > 0 else { return lineage }
    logState.isUnnamed = logState.known?.lineage == lineage && lineage != .none
    logState.known = (index.salts, lineage)
    return lineage
  }
}

// MARK: - The files at the path

extension OpenDatabase {
  /// True if the files of the connection are at its path, unchanged by other programs.
  ///
  /// A file that took the place of the database is another one. A file that was written over it has the
  /// same number, and another lineage; it is read when the time of its last change is another one,
  /// which is so after the log was moved into it, too. The connection is closed if it is not that file:
  /// what it has in memory are the pages of the earlier one.
  /// - Parameter status: the file at the path.
  func isCurrent(_ status: FileStatus?) -> Bool {
    guard let status, status.identity == identity else { return status == nil && identity == nil }
    guard isLogging, !logState.hasSeen(status) else { return true }
    guard hasUnchangedFiles else {
      discard()
      return false
    }
    logState.seen = status
    // It may have been replaced as well.
    logState.note = nil
    return true
  }

  private var hasUnchangedFiles: Bool {
    guard let file, let connection, let index = connection.logIndex else { return true }
    guard hasIndex(of: file), hasLog(of: index, file) else { return false }
    guard let own = connection.fileLineage.row else { return true }
    let lineage = lineage(of: index)
    return lineage == .none || own.token == lineage.base || own.token == lineage.token
  }

  /// True if the log beside the database is that of the index, which other processes may change.
  private func hasLog(of index: LogIndex, _ file: DatabaseFile) -> Bool {
    var index = index
    while !index.isMoved, (try? file.logSalts()) != index.salts {
      guard let next = connection?.logIndex, next != index else { return false }
      index = next
    }
    return true
  }
}
