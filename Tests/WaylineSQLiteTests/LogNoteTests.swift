import FoundationEssentials
import Testing
import WaylineStorage

@testable import WaylineSQLite

@Suite("The note of a log")
struct LogNoteTests {
  private let place = Place(inMemory: true)

  private var file: DatabaseFile {
    DatabaseFile(place.file.path, name: "state", layout: .state)
  }

  /// Leaves the files as a killed process does, and deletes the log.
  private func loseLog() throws {
    try file.open().discard()
    try PrivateFile(place.file.path + "-wal").remove()
  }

  /// The events of the next start.
  private func nextStart() throws -> [StoreEvent] {
    let store = place.store
    _ = try store.keys()
    return store.hub.takeEvents()
  }

  @Test(
    "A transaction that changes nothing leaves none, so no loss is reported (20)",
    arguments: ["empty", "equal", "erased", "refused"])
  func unchanged(kind: String) throws {
    let first = place.store
    try first.set(1, for: "copies")
    first.close()
    let store = place.store
    @AppStorage("copies", store: store) var copies = 0
    switch kind {
    case "empty": try store.transaction {}
    case "equal": try store.transaction { copies = 1 }
    case "erased": try store.erase("title")
    default: #expect(throws: StoreError.self) { try store.set("one", for: "copies") }
    }
    try loseLog()
    #expect(try nextStart() == [])
    #expect(try place.store.value(Int.self, for: "copies") == 1)
  }

  @Test(
    "A log that is missing after a commit is reported, also if it was moved into the file before (20)"
  )
  func movedBefore() throws {
    let store = place.store
    try store.set(1, for: "copies")
    // As another process does.
    try #require(try file.open().connection).emptyLog()
    try store.set(2, for: "copies")
    try loseLog()
    #expect(try nextStart() == [.logMissing(store: "state")])
    #expect(try nextStart() == [])
  }

  @Test("A log that was emptied on purpose is not missing (20)")
  func emptied() throws {
    var database = LazyDatabase(file)
    var findings = LazyDatabase.Findings()
    let store = place.store
    defer { store.close() }
    try store.set(1, for: "copies")
    try database.emptyLog(findings: &findings)
    try loseLog()
    #expect(try nextStart() == [])
    #expect(findings.events == [])
    try store.set(2, for: "copies")
    try loseLog()
    #expect(try nextStart() == [.logMissing(store: "state")])
  }

  @Test("A log that could not be emptied is missed if it is lost (20)")
  func notEmptied() throws {
    let store = place.store
    try store.set(1, for: "copies")
    let reader = try Database(place.file.path, name: "reader")
    try reader.execute("BEGIN; SELECT * FROM value")
    try store.set(2, for: "copies")
    let note = try #require(try PrivateFile(place.file.path + ".used").read())
    var database = LazyDatabase(file)
    var findings = LazyDatabase.Findings()
    #expect(throws: StoreError.busy(store: "state", milliseconds: 2000)) {
      try database.emptyLog(findings: &findings)
    }
    #expect(try PrivateFile(place.file.path + ".used").read() == note)
  }

  @Test("A start that fails leaves the report of a missing log to the next one (20)")
  func failedStart() throws {
    let store = place.store
    defer { store.close() }
    try store.set(1, for: "copies")
    try loseLog()
    let obstacle = PrivateFolder(place.file.path + ".notice")
    try obstacle.create()
    #expect(throws: StoreError.unsafeFile(path: obstacle.path, problem: .notAFile)) {
      try place.store.keys()
    }
    try FileManager.default.removeItem(atPath: obstacle.path)
    #expect(try nextStart() == [.logMissing(store: "state")])
    #expect(try nextStart() == [])
  }
}
