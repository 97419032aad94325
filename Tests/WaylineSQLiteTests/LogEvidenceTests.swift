import Testing

@testable import WaylineSQLite

@Suite("The evidence about a log")
struct LogEvidenceTests {
  /// A note of seven frames of a log that continues state 1 and is state 2.
  private let note = LogNote(
    hasLog: true, lineage: Lineage(base: 1, token: 2), salts: 9, frames: 7, moved: 0,
    database: DatabaseState(inode: 5, birth: 6, size: 7, modified: 8))

  private func evidence(_ database: FileLineage, _ note: LogNote?) -> LogEvidence {
    LogEvidence(note: note, log: WriteAheadLog([]), database: database, state: DatabaseState())
  }

  @Test(
    "A log that is missing is missed if the database is in the state before it, or is a copy of a part",
    arguments: [(1, 0, true), (2, 0, true), (2, 7, false), (3, 0, false), (3, 7, false)]
      as [(UInt64, Int, Bool)])
  func missing(token: UInt64, moved: Int, isMissing: Bool) {
    var note = note
    note.moved = moved
    let verdict = evidence(.row(Lineage(base: 0, token: token)), note).verdict
    #expect(verdict == LogVerdict(isMissing: isMissing))
  }

  @Test("A log that another program has moved into the same file is not missed")
  func movedByAnother() {
    var evidence = evidence(.row(Lineage(base: 1, token: 2)), note)
    evidence.state = DatabaseState(inode: 5, birth: 6, size: 7, modified: 9)
    #expect(evidence.verdict.isGood)
    evidence.state = note.database
    #expect(evidence.verdict == LogVerdict(isMissing: true))
  }

  @Test("A database of an earlier version has no state, and misses only a log that continues none")
  func earlierVersion() {
    #expect(evidence(.absent, note).verdict.isGood)
    var first = note
    first.lineage = Lineage(base: 0, token: 2)
    #expect(evidence(.absent, first).verdict == LogVerdict(isMissing: true))
  }

  @Test("A note that nothing was acknowledged claims nothing, whatever the database is")
  func begun() {
    let begun = LogNote(hasLog: true, lineage: Lineage(base: 1, token: 2))
    let databases: [FileLineage] = [.row(Lineage(base: 0, token: 1)), .absent, .unreadable, .empty]
    for database in databases { #expect(evidence(database, begun).verdict.isGood) }
  }

  @Test("A note is read as it was written, and not with a byte that was changed")
  func bytes() throws {
    var note = note
    note.database = DatabaseState(inode: 3, birth: -1, size: 4096, modified: .max)
    let bytes = try note.withBytes { [UInt8]($0) }
    #expect(bytes.count == LogNote.size && LogNote(bytes) == note)
    for offset in bytes.indices {
      var changed = bytes
      changed[offset] ^= 1
      #expect(LogNote(changed) == nil)
    }
  }
}
