import FoundationEssentials
import WaylineStorage

// Proof: stores use it in their lock only, and a connection may change threads between calls.
/// A database that is opened when it is first needed, and again when its file was replaced.
///
/// Not safe to share between threads: stores hold it in a `Mutex`.
package struct LazyDatabase: @unchecked Sendable {
  /// The file it opens.
  package let file: DatabaseFile
  private var use: DatabaseUse?
  private var dataVersion: Int64 = 0
  private var commits = 0
  /// True if the file has been open before: if it is new now, it was removed.
  private var wasOpen = false

  /// Names the file to open, and opens nothing.
  package init(_ file: DatabaseFile) {
    self.file = file
  }

  /// The results of using the database besides the value of the call.
  package struct Findings {
    /// The events to publish, oldest first.
    package var events: [StoreEvent] = []
    /// True if live values may be out of date, since another file is in use now.
    package var isReplaced = false

    /// Creates empty findings.
    package init() {}
  }

  /// True if the file is open.
  package var isOpen: Bool { opened?.isOpen ?? false }

  private var opened: OpenDatabase? { use?.database }

  /// Releases the file; the next use opens it.
  package mutating func close() {
    use = nil
  }

  /// The number of attempts at a write whose file is replaced meanwhile.
  private static let attempts = 20
}

extension LazyDatabase {
  /// Lets `body` read or write; opens the file first if need be.
  ///
  /// A damaged file is recovered, and `body` runs once more. A write to a file that was replaced or
  /// deleted meanwhile is repeated on the new one, so what is acknowledged is in the file at the path.
  /// - Parameter isWriting: whether `body` changes something; refused if the file is read-only.
  package mutating func use<Result>(
    isWriting: Bool = false, findings: inout Findings,
    _ body: (Database) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try attempt(isWriting, &findings, body)
    } catch .corrupted(_, let detail) {
      try recover(from: detail, &findings)
      return try attempt(isWriting, &findings, body)
    }
  }

  private mutating func attempt<Result>(
    _ isWriting: Bool, _ findings: inout Findings,
    _ body: (Database) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    for _ in 0..<Self.attempts {
      let opened = try database(isWriting: isWriting, &findings)
      let (isNested, seen) = (opened.turn.isMine, opened.commits)
      if isNested, isWriting { throw .busy(store: file.name, milliseconds: 0) }
      do throws(StoreError) {
        let outcome = try opened.turn.hold(for: file.name) { () throws(StoreError) in
          guard let database = opened.connection else { throw Self.closed(file.name) }
          guard isWriting else { return (result: try body(database), isCurrent: true) }
          let outcome = try opened.committing { database throws(StoreError) in
            try database.writing { () throws(StoreError) in try body(database) }
          }
          guard let outcome else { throw Self.closed(file.name) }
          return outcome
        }
        // Inside a transaction of another store the values seen are not committed yet.
        if isNested { commits = -1 }
        if isWriting, commits == seen { commits += 1 }
        if outcome.isCurrent { return outcome.result }
      } catch {
        let isOutdated = isWriting && !isCurrent(opened) || isNewer(opened, after: error)
        guard !opened.isOpen || isOutdated else { throw error }
      }
      replaced(&findings)
    }
    throw .busy(store: file.name, milliseconds: 0)
  }

  /// Lets `body` run in a transaction.
  ///
  /// The file is compared with that at the path once writers are excluded, so `body` runs once and on
  /// the right file. Damage is recovered, and the error thrown nevertheless, since `body` may have
  /// done what cannot be done twice.
  package mutating func transaction(
    findings: inout Findings, _ body: (Database) throws -> Void
  ) throws {
    for _ in 0..<Self.attempts {
      let opened = try writable(&findings)
      if opened.turn.isMine { throw StoreError.busy(store: file.name, milliseconds: 0) }
      let seen = opened.commits
      var hasBegun = false
      do {
        let isDone = try run(in: opened) { database in
          hasBegun = true
          try body(database)
        }
        if isDone {
          if commits == seen { commits += 1 }
          return
        }
      } catch StoreError.corrupted(let store, let detail) {
        try recover(from: detail, &findings)
        throw StoreError.corrupted(store: store, detail: detail)
      } catch {
        // A file that is deleted as the transaction begins makes that an error of the disk.
        guard !hasBegun, !isCurrent(opened) else {
          guard let failure = error as? StoreError, isNewer(opened, after: failure) else {
            throw error
          }
          replaced(&findings)
          _ = try writable(&findings)
          throw error
        }
      }
      replaced(&findings)
    }
    throw StoreError.busy(store: file.name, milliseconds: 0)
  }

  /// Runs a transaction; false if the file was replaced before it began.
  private func run(in opened: OpenDatabase, _ body: (Database) throws -> Void) throws -> Bool {
    try opened.turn.take(for: file.name)
    defer { opened.turn.release() }
    return try opened.committing { database in
      try database.transaction {
        guard isCurrent(opened) else { return false }
        try body(database)
        return true
      }
    }?.result ?? false
  }

  /// Moves the log into the file, where deleted bytes have been overwritten, and empties it.
  ///
  /// - Parameter isRebuilding: whether the file is written anew first, without any deleted bytes.
  /// - Throws: ``StoreError/busy(store:milliseconds:)`` if another process reads the old log.
  package mutating func emptyLog(
    isRebuilding: Bool = false, findings: inout Findings
  ) throws(StoreError) {
    let opened = try writable(&findings)
    if opened.turn.isMine { throw .busy(store: file.name, milliseconds: 0) }
    try opened.turn.hold(for: file.name) { () throws(StoreError) in
      guard let database = opened.connection else { throw Self.closed(file.name) }
      if isRebuilding { try database.execute("VACUUM") }
      try opened.emptyLog()
    }
  }

  /// True if another connection or store has changed the file since the last call, or replaced it.
  ///
  /// - Complexity: O(1), a little more than a microsecond.
  package mutating func hasForeignChanges(findings: inout Findings) throws(StoreError) -> Bool {
    guard let opened, !opened.turn.isMine else { return false }
    if !opened.isOpen || !isCurrent(opened) || file.hasChanged(opened) {
      replaced(&findings)
      return true
    }
    let (version, commits) = try opened.turn.hold(for: file.name) { () throws(StoreError) in
      (try opened.connection?.integer("PRAGMA data_version") ?? 0, opened.commits)
    }
    defer { (dataVersion, self.commits) = (version, commits) }
    return version != dataVersion || commits != self.commits
  }
}

extension LazyDatabase {
  private static func closed(_ store: String) -> StoreError { .busy(store: store, milliseconds: 0) }

  /// The open database, ready for writing; a damaged file is recovered first.
  private mutating func writable(_ findings: inout Findings) throws(StoreError) -> OpenDatabase {
    do throws(StoreError) {
      return try database(isWriting: true, &findings)
    } catch .corrupted(_, let detail) {
      try recover(from: detail, &findings)
      return try database(isWriting: true, &findings)
    }
  }

  private mutating func database(
    isWriting: Bool, _ findings: inout Findings
  ) throws(StoreError) -> OpenDatabase {
    if let opened, !opened.isOpen { replaced(&findings) }
    if isWriting, let opened, opened.refusal == .full(store: file.name), !opened.turn.isMine {
      // There may be space again.
      try opened.turn.hold(for: file.name) { opened.discard() }
      replaced(&findings)
    }
    let opened: OpenDatabase
    if let current = self.opened {
      opened = current
    } else {
      opened = try take(try file.open(), &findings)
    }
    if isWriting { try setUpForWriting(opened) }
    return opened
  }

  private func setUpForWriting(_ opened: OpenDatabase) throws(StoreError) {
    if let refusal = opened.refusal { throw refusal }
    // A write inside the transaction of another store is refused by the caller.
    if opened.turn.isMine { return }
    try opened.turn.hold(for: file.name) { () throws(StoreError) in
      let isSetUp = opened.isSetUpForWriting && (opened.isDurable || !file.layout.isDurable)
      // One that was closed meanwhile is opened again by the caller.
      guard !isSetUp, let database = opened.connection else { return }
      try file.configureWriting(opened, database)
      opened.isSetUpForWriting = true
    }
  }

  /// Recovers the file, with the connection closed for all stores that share it.
  private mutating func recover(
    from detail: String, _ findings: inout Findings
  ) throws(StoreError) {
    if let opened {
      if opened.turn.isMine { throw .corrupted(store: file.name, detail: detail) }
      try opened.turn.take(for: file.name)
      opened.discard()
      opened.turn.release()
    }
    replaced(&findings)
    do throws(StoreError) {
      _ = try take(try file.recover(), &findings)
    } catch {
      findings.events.append(.problem(.corrupted(store: file.name, detail: detail)))
      throw error
    }
  }

  private mutating func take(
    _ new: OpenDatabase, _ findings: inout Findings
  ) throws(StoreError) -> OpenDatabase {
    let events = new.takeEvents()
    findings.events += events
    if wasOpen, new.isNew, events.isEmpty { findings.events.append(.vanished(store: file.name)) }
    wasOpen = true
    if let refusal = new.refusal { findings.events.append(.problem(refusal)) }
    // Before the wait for its turn: the last other store to leave would close it meanwhile, again and again.
    let use = DatabaseUse(of: new)
    (dataVersion, commits) = try new.turn.hold(for: file.name) { () throws(StoreError) in
      (try new.connection?.integer("PRAGMA data_version") ?? 0, new.commits)
    }
    self.use = use
    return new
  }

  /// Releases a file that is not the one at the path any more.
  private mutating func replaced(_ findings: inout Findings) {
    findings.isReplaced = true
    use = nil
  }

  private func isCurrent(_ opened: OpenDatabase) -> Bool {
    let status = file.file.status
    guard status?.identity == opened.identity else { return false }
    // While another thread has the connection, that thread looks.
    return (try? opened.turn.hold(for: file.name) { opened.isCurrent(status) }) ?? true
  }

  /// True if a newer program has changed the tables, so that a statement has failed; the connection is
  /// then closed, and the next one is for reading.
  private func isNewer(_ opened: OpenDatabase, after error: StoreError) -> Bool {
    guard case .database(_, _, Database.plainError, _) = error, !opened.turn.isMine else {
      return false
    }
    let isNewer = try? opened.turn.hold(for: file.name) { () throws(StoreError) in
      let version = try opened.connection?.integer("PRAGMA user_version") ?? 0
      if version > file.layout.version { opened.discard() }
      return version > file.layout.version
    }
    return isNewer ?? false
  }
}
