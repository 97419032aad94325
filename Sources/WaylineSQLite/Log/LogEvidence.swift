/// A database, its log and the note beside it, as a start finds them.
///
/// Any of the three may have been replaced, deleted or damaged, by itself or with others.
struct LogEvidence {
  /// The note; nil if it cannot be read.
  var note: LogNote?
  /// The note of an earlier version.
  var earlier: EarlierLogNote?
  /// The log; without frames if there is none.
  var log: WriteAheadLog
  /// The device and the number of the file of the log, as earlier versions noted them.
  var logFile = ""
  /// The lineage of the database without its log.
  var database: FileLineage
  /// The file of the database.
  var state: DatabaseState
  /// True if the log was being moved into the database.
  var sharesPage = false
  /// True if another process is connected to the database: the index then decides what is in the log.
  var isInUse = false
  /// The index of the log, if the database is in use.
  var index: LogIndex?
}

/// The outcome of looking at a database, its log and the note.
struct LogVerdict: Hashable {
  /// True if the log belongs to another database, or to another state of this one.
  var isForeign = false
  /// True if the database has more of the log than the file of the log has.
  var isOutdated = false
  /// The number of frames of the log that were acknowledged and cannot be read.
  var lostFrames = 0
  /// True if there was a log, whose changes are in it alone.
  var isMissing = false
  /// True if another process writes a log of which the note does not know: the note was replaced.
  var isUnnoted = false

  /// True if nothing has to be done.
  var isGood: Bool { self == LogVerdict() }
}

extension LogEvidence {
  /// The outcome; see the article "A log belongs by its content" for the reasons.
  var verdict: LogVerdict {
    let hasCommits = log.usedFrames > 0 || log.framesBehind > 0
    if hasCommits, isForeign { return LogVerdict(isForeign: true, isMissing: isMissing) }
    if let note, note.hasLog, note.salts == log.salts { return verdict(on: note) }
    if !hasCommits { return LogVerdict(isMissing: isMissing) }
    if isInUse { return LogVerdict(isUnnoted: note?.hasLog == false) }
    var verdict = LogVerdict(lostFrames: log.framesBehind)
    if continues != true { verdict.isMissing = note != nil && isMissing }
    return verdict
  }

  /// The outcome for the log of the note.
  private func verdict(on note: LogNote) -> LogVerdict {
    var readable = log.usedFrames
    if let index, index.salts == note.salts { readable = max(readable, index.frames) }
    guard readable < note.frames else { return LogVerdict() }
    // Without the first commit of the log, the database has nothing of it.
    let moved = token == note.lineage.token ? min(note.moved, note.frames) : 0
    return LogVerdict(
      isOutdated: moved > readable && !isInUse, lostFrames: note.frames - max(moved, readable))
  }

  /// The name of the state that the database is in; 0 without one, nil if it is not known.
  var token: UInt64? {
    switch database {
    case .row(let lineage): lineage.token
    case .absent: 0
    case .unreadable, .empty: nil
    }
  }

  /// True if the log continues the database by its content; nil if the content does not decide.
  private var continues: Bool? {
    switch database {
    case .empty: false
    case .unreadable: nil
    case .row(let own):
      log.lineages.isEmpty
        ? nil : log.lineages.contains { $0.base == own.token || $0.token == own.token }
    case .absent:
      log.lineages.isEmpty || log.lineages.contains { $0.base == 0 } ? nil : sharesPage
    }
  }

  private var isForeign: Bool {
    switch continues {
    case false?: true
    case nil where earlier != nil: earlier?.isOf(state) == false && earlier?.log == logFile
    default: isReplacedWithItsNote || isSpent
    }
  }

  /// True if the note says that all of the log was moved into the database: it has come back, and the
  /// database may have later changes.
  private var isSpent: Bool {
    guard let note, !isInUse, let token, token != 0, log.lineages.last?.token == token else {
      return false
    }
    // Another program writes a log without a lineage of its own, which may hold the row as it is.
    guard note.hasLog else { return note.lineage.token == token && log.lineages.count > 1 }
    return note.frames > 0 && note.salts != log.salts && note.lineage.base == token
  }

  /// True if the note says that the present state of the database had no log: a backup of the same
  /// state, with its note, has taken the place of the database.
  private var isReplacedWithItsNote: Bool {
    guard let note, !note.hasLog, !isInUse, let token, note.lineage.token == token else {
      return false
    }
    return log.lineages.first?.base == token
  }

  /// True if changes were in the log of the note alone, and that log is missing.
  private var isMissing: Bool {
    if let earlier { return earlier.isUnchanged(state) }
    guard let note, note.hasLog, note.moved < note.frames else { return false }
    switch token {
    case nil: return database == .unreadable && state == note.database
    case note.lineage.token where note.lineage.token != note.lineage.base:
      // Some of the log was moved into the file; if it was changed since, all of it was, unless the
      // file is a copy.
      return state == note.database || !state.isSameFile(as: note.database)
    case note.lineage.base: return true
    default: return state == note.database
    }
  }
}
