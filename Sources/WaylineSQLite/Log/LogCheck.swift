import FoundationEssentials
import WaylineStorage
import WaylineSystem

/// The log is looked at before SQLite does, which uses whatever is beside the database.
///
/// Other processes may be connected to the same files, or to files that were at the same path before.
/// What looks wrong is looked at again while none of them can commit.
extension DatabaseFile {
  /// The findings about the log of a database.
  struct LogCheck {
    /// The events to report.
    var events: [StoreEvent] = []
    /// The note to write once the start has succeeded: one that fails leaves the report to the next.
    var note: LogNote?
    /// True if the file of the note exists.
    var isMarked = false
    /// The name of the state that has no log, if the note and the files agree on that.
    var token: UInt64?
  }

  /// Looks at the log and the note, and sets aside a log that is not that of the database.
  func checkLog() throws(StoreError) -> LogCheck {
    var marked = try readLogNote()
    if case .moving(let place) = marked {
      // A start that was interrupted.
      let log = try moveLog(to: place)
      let event = StoreEvent.logMismatched(store: name, quarantine: log.path)
      return LogCheck(events: [event], note: .withoutLog(try evidence(marked).token ?? 0))
    }
    if let token = marked.tokenWithoutLog, !hasLog, beside("-shm").status == nil {
      return LogCheck(isMarked: true, token: token)
    }
    try removeStrangeIndex()
    guard try !evidence(marked).verdict.isGood else { return LogCheck() }
    let held = try HeldDatabase(self)
    defer { withExtendedLifetime(held) {} }
    marked = try readLogNote()
    return try settle(try evidence(marked), held)
  }

  /// Looks at the log, where nothing can be changed.
  ///
  /// - Returns: the events, and whether the log has to be ignored.
  func checkReadOnlyLog() throws(StoreError) -> (events: [StoreEvent], ignoresLog: Bool) {
    let marked = try readLogNote()
    guard marked.tokenWithoutLog == nil || hasLog else { return ([], false) }
    let verdict = try evidence(marked).verdict
    var events: [StoreEvent] = []
    if verdict.isForeign { events.append(.logMismatched(store: name, quarantine: log.path)) }
    if verdict.lostFrames > 0 {
      events.append(.logDamaged(store: name, quarantine: log.path, pages: verdict.lostFrames))
    }
    if verdict.isMissing { events.append(.logMissing(store: name)) }
    return (events, verdict.isForeign || verdict.isOutdated)
  }

  private var hasLog: Bool { (log.status?.size ?? 0) > WriteAheadLog.headerSize }

  /// Acts on what was found, while no process commits.
  private func settle(
    _ evidence: LogEvidence, _ held: HeldDatabase
  ) throws(StoreError) -> LogCheck {
    let verdict = evidence.verdict
    var check = LogCheck()
    guard !verdict.isGood else { return check }
    if verdict.isUnnoted {
      // The process opens the note again after its next write.
      try held.touch()
      return check
    }
    check.note = .withoutLog(evidence.token ?? 0)
    if verdict.isForeign || verdict.isOutdated {
      let place = freePlace
      try writeMovingNote(place)
      let log = try moveLog(to: place)
      // Processes that are connected to the database find that their log was moved.
      try held.touch()
      check.events.append(
        verdict.isForeign
          ? .logMismatched(store: name, quarantine: log.path)
          : .logDamaged(store: name, quarantine: log.path, pages: verdict.lostFrames))
      if verdict.isOutdated, verdict.lostFrames == 0 { check.events = [] }
    } else if verdict.lostFrames > 0 {
      let place = try retainLog()
      check.events.append(
        .logDamaged(store: name, quarantine: place.path, pages: verdict.lostFrames))
      check.note = evidence.noteOfRest
    }
    if verdict.isMissing { check.events.append(.logMissing(store: name)) }
    return check
  }
}

extension LogNoteFile {
  /// The name of the state of which the note says that it has no log.
  fileprivate var tokenWithoutLog: UInt64? {
    if case .note(let note) = self, !note.hasLog { note.lineage.token } else { nil }
  }
}

extension LogEvidence {
  /// The note of what can still be read of a damaged log.
  fileprivate var noteOfRest: LogNote {
    LogNote(
      hasLog: log.usedFrames > 0, lineage: note?.lineage ?? log.lineages.last ?? .none,
      salts: log.salts ?? 0, frames: log.usedFrames, moved: 0, database: state)
  }
}

// MARK: - Evidence

extension DatabaseFile {
  /// Reads the database, the log and what the note says, without SQLite.
  private func evidence(_ marked: LogNoteFile) throws(StoreError) -> LogEvidence {
    let log = WriteAheadLog(hasLog ? try self.log.read().map { [UInt8]($0) } ?? [] : [])
    var evidence = LogEvidence(log: log, database: .empty, state: DatabaseState())
    if case .note(let note) = marked { evidence.note = note }
    if case .earlier(let note) = marked { evidence.earlier = note }
    if let status = self.log.status {
      evidence.logFile = "\(status.identity.device):\(status.identity.inode)"
    }
    guard let (database, status) = try file.openChecked(for: .reading) else { return evidence }
    evidence.state = DatabaseState(status, birth: FileSystem.birthTime(of: file.path))
    let read = { (position: Int, count: Int) throws(StoreError) in
      try HeldDatabase.bytes(of: database, at: position, count: count, path: file.path)
    }
    evidence.database = try FileLineage(read)
    if evidence.database == .absent { evidence.sharesPage = try log.sharesPage(with: read) }
    evidence.isInUse = try Self.isInUse(database)
    // After the note, so that it has at least the commits that are noted.
    if evidence.isInUse, let index = try beside("-shm").open(for: .reading) {
      evidence.index = try state(of: index)
    }
    return evidence
  }

  /// The bytes of a database that every connection locks: SQLite's shared lock.
  private static let sharedLock = 0x4000_0002..<0x4000_0200

  /// True if another process is connected to a database.
  private static func isInUse(_ database: FileDescriptor) throws(StoreError) -> Bool {
    try storing { () throws(SystemError) in
      try database.isRecordLocked(from: sharedLock.lowerBound, count: sharedLock.count)
    }
  }
}

// MARK: - Index

extension DatabaseFile {
  /// The byte of an index that every connection locks.
  private static let indexLock = 128

  /// Removes an index that describes another log than the one beside the database.
  ///
  /// Processes that are connected to a file which was at the path before, or whose log was replaced,
  /// hold the index in use; SQLite would read the wrong frames of the log by it. An index that no
  /// process uses is made anew by SQLite itself.
  private func removeStrangeIndex() throws(StoreError) {
    let file = beside("-shm")
    guard let index = try file.open(for: .reading) else { return }
    let isUsed = try storing { () throws(SystemError) in
      try index.isRecordLocked(from: Self.indexLock, count: 1)
    }
    guard isUsed, let database = try self.file.open(for: .reading) else { return }
    guard try Self.isInUse(database) else { return try file.remove() }
    guard try isStrange(index) else { return }
    let held = try HeldDatabase(self)
    guard try isStrange(index) else { return }
    try file.remove()
    try held.touch()
  }

  /// True if the log does not have the frames of the index.
  private func isStrange(_ index: FileDescriptor) throws(StoreError) -> Bool {
    guard let state = try state(of: index), !state.isMoved else { return false }
    return try logSalts() != state.salts
  }

  private func state(of index: FileDescriptor) throws(StoreError) -> LogIndex? {
    let bytes = try HeldDatabase.bytes(
      of: index, at: 0, count: LogIndex.size, path: beside("-shm").path)
    return bytes.withUnsafeBytes { LogIndex($0) }
  }

  /// The salts in the header of the log; nil without a log, or if its header is damaged.
  func logSalts() throws(StoreError) -> UInt64? {
    guard let log = try log.open(for: .reading) else { return nil }
    let bytes = try HeldDatabase.bytes(
      of: log, at: 0, count: WriteAheadLog.headerSize, path: self.log.path)
    guard bytes.count == WriteAheadLog.headerSize else { return nil }
    return bytes.withUnsafeBytes { LogHeader(BigEndianWords(bytes: $0)).salts }
  }
}
