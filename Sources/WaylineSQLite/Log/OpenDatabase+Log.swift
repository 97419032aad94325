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
  /// The time at which the database was made.
  fileprivate var birth = 0
  /// The open file of the note.
  fileprivate var note: FileDescriptor?
}

/// A connection names each log that it begins, and notes each commit.
extension OpenDatabase {
  /// Begins to note commits; called once, before another thread uses the connection.
  func prepareLog() {
    guard isLogging, refusal == nil, let file else { return }
    logState.seen = file.file.status
    logState.birth = FileSystem.birthTime(of: file.file.path)
    connection?.willCommit = { [weak self] () throws(StoreError) in try self?.nameNewLog() }
  }

  /// Gives the database a new lineage if the running transaction may begin a new log, and notes that
  /// before the commit: a log that no note knows is not acknowledged.
  private func nameNewLog() throws(StoreError) {
    guard let connection, let file, connection.logIndex?.isMoved ?? true,
      let lineage = try rename(connection, { Lineage(continuing: $0.token) })
    else { return }
    logState.note = try file.openLogNote()
    try file.write(LogNote(hasLog: true, lineage: lineage), to: logState.note)
    // The log of a durable commit must not be without its note after a power failure.
    if isDurable, let note = logState.note {
      try storing { () throws(SystemError) in try note.synchronize() }
    }
  }

  /// Gives the database another lineage, inside a transaction; nil if its key is taken.
  private func rename(
    _ connection: Database, _ new: (Lineage) -> Lineage
  ) throws(StoreError) -> Lineage? {
    let table = ValueTable(connection)
    let lineage = new(try table.lineage() ?? .none)
    logState.known = nil
    return try table.set(lineage) ? lineage : nil
  }

  /// Gives the database a new lineage in the same log, before all of it is moved into the file.
  ///
  /// A copy of the log that was made earlier does not know it, and so does not belong to the file.
  func sealLog() {
    guard let connection, let file, connection.logIndex?.isMoved == false else { return }
    // Without the log being synchronised, which moving it does; and without waiting for a process that
    // writes, and so keeps the log from being moved.
    try? connection.execute("PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=0")
    var frames = 0
    _ = try? connection.transaction {
      frames = connection.logIndex?.frames ?? 0
      _ = try rename(connection) { Lineage(base: $0.base, token: .random(in: 1 ... .max)) }
    }
    // The frames of this commit were acknowledged to nobody.
    if frames > 0, let status = file.file.status { noteCommit(status, upTo: frames) }
  }

  /// Notes what is in the log after a commit.
  ///
  /// - Parameters:
  ///   - status: the database, before it was looked how much of the log is moved into it.
  ///   - limit: the largest number of frames that were acknowledged.
  func noteCommit(_ status: FileStatus, upTo limit: Int = .max) {
    guard let file, let connection, var index = connection.logIndex else { return }
    // Another process may commit, and write an older note over a newer one; the last one is repeated.
    for _ in 0..<3 {
      let note = LogNote(
        hasLog: true, lineage: lineage(of: index), salts: index.salts,
        frames: min(index.frames, limit),
        moved: index.moved, database: DatabaseState(status, birth: logState.birth))
      if logState.note == nil { logState.note = try? file.openLogNote() }
      try? file.write(note, to: logState.note)
      if logState.isUnnamed {
        logState.isUnnamed = false
        _ = try? connection.transaction { try rename(connection) { Lineage(continuing: $0.token) } }
      }
      guard let next = connection.logIndex,
        (next.salts, next.frames) != (index.salts, index.frames)
      else { return }
      index = next
    }
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
    guard status?.identity == identity else { return false }
    guard isLogging, refusal == nil, logState.seen != status else { return true }
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
    guard case .row(let own) = connection.fileLineage else { return true }
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
