import FoundationEssentials
import Testing
import WaylineStorage
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSQLite

/// A backup that takes the place of a database whose program was killed, and has left a log.
@Suite("A file that takes the place of another", .waitsForPrograms)
struct ReplacedFileTests {
  private let place = Place(inMemory: true)
  private let backup = Place(inMemory: true)

  /// Has a program write numbers until it is killed. Returns the last one that it has acknowledged.
  private func killWriter(in place: Place) throws -> Int {
    for moment in [30_000, 300_000, 3_000_000, 30_000_000] {
      let run = try Program.built("WaylineStorageProbe").run([
        "write", place.folder.path, "\(moment)",
      ])
      if let last = run.lines.last.flatMap({ Int($0) }) { return last }
    }
    return 0
  }

  /// Writes a number into the backup, and returns its bytes.
  private func backedUp(_ number: Int) throws -> Data {
    let store = backup.store
    try store.set(number, for: "number")
    store.close()
    return try #require(try backup.file.read())
  }

  private func log(in place: Place) -> Data { place.bytes("-wal") }

  @Test("It is read without the log of the other one, which is reported and retained (20)")
  func renamed() throws {
    let content = try backedUp(-1)
    #expect(try killWriter(in: place) > 0)
    let old = log(in: place)
    try place.file.write(content)
    let store = place.store
    #expect(try store.value(Int.self, for: "number") == -1)
    guard case .logMismatched("state", let path)? = store.hub.takeEvents().first else {
      Issue.record("not reported")
      return
    }
    #expect(try PrivateFile(path).read() == old)
    try store.set(-2, for: "number")
    #expect(store.hub.takeEvents() == [])
    store.close()
    let next = place.store
    #expect(try next.value(Int.self, for: "number") == -2 && next.hub.takeEvents() == [])
  }

  @Test(
    "A note of an earlier version, without the time of the database, is understood (20)",
    arguments: [true, false])
  func earlierNote(hasLog: Bool) throws {
    let last = try killWriter(in: place)
    let (status, log) = try (#require(place.file.status), log(in: place))
    #expect(!log.isEmpty)
    try PrivateFile(place.file.path + ".used").write(
      Data("\(status.identity.inode) \(status.size) \(status.modified) 1:2\n".utf8))
    if !hasLog { try PrivateFile(place.file.path + "-wal").remove() }
    let store = place.store
    let found = try store.value(Int.self, for: "number") ?? 0
    #expect(!hasLog || found == last || found == last + 1)
    #expect(store.hub.takeEvents() == (hasLog ? [] : [.logMissing(store: "state")]))
  }

  @Test("It is read without the log while a store still has the other one open (20)")
  func renamedInUse() throws {
    let content = try backedUp(-1)
    let store = place.store
    try store.set(1, for: "number")
    try place.file.write(content)
    store.checkForeignChanges()
    #expect(try store.value(Int.self, for: "number") == -1)
    let isReported = store.hub.takeEvents().contains { event in
      if case .logMismatched = event { true } else { false }
    }
    #expect(isReported)
    try store.set(2, for: "number")
    store.close()
    #expect(try place.store.value(Int.self, for: "number") == 2)
  }

  @Test("A start that is interrupted while it puts the log aside leaves the report to the next one")
  func interrupted() throws {
    let content = try backedUp(-1)
    #expect(try killWriter(in: place) > 0)
    let old = log(in: place)
    try place.file.write(content)
    let quarantine = PrivateFile(place.file.path + ".corrupt-20260101T000000.000000Z-1-wal")
    try quarantine.write(old)
    try PrivateFile(place.file.path + "-wal").remove()
    try PrivateFile(place.file.path + ".used").write(
      Data("moving .corrupt-20260101T000000.000000Z-1\n".utf8))
    let store = place.store
    #expect(try store.value(Int.self, for: "number") == -1)
    #expect(store.hub.takeEvents() == [.logMismatched(store: "state", quarantine: quarantine.path)])
    store.close()
    let next = place.store
    #expect(try next.value(Int.self, for: "number") == -1 && next.hub.takeEvents() == [])
  }

  @Test("A folder that is copied with its log holds everything, and nothing is reported (20)")
  func copied() throws {
    let last = try killWriter(in: place)
    try backup.folder.create()
    for name in place.names {
      try backup.folder.file(name).write(try #require(try place.folder.file(name).read()))
    }
    let store = backup.store
    let number = try #require(try store.value(Int.self, for: "number"))
    #expect(number == last || number == last + 1)
    #expect(store.hub.takeEvents() == [])
  }

  @Test("A log whose database was deleted is retained, and reported beside the loss (13)")
  func deleted() throws {
    #expect(try killWriter(in: place) > 0)
    let old = log(in: place)
    try place.file.remove()
    let store = place.store
    #expect(try store.value(Int.self, for: "number") == nil)
    let events = store.hub.takeEvents()
    #expect(events.first == .vanished(store: "state"))
    guard case .logMismatched("state", let path)? = events.last else {
      Issue.record("not reported: \(events)")
      return
    }
    #expect(try PrivateFile(path).read() == old)
  }
}
