import FoundationEssentials
import Testing
import WaylineStorage

@testable import WaylineSQLite

@Suite("Refusals")
struct RefusalTests {
  let place = Place()

  @Test("A write waits for another process no longer than two seconds; reading never waits (10)")
  func busy() throws {
    let store = place.store
    try store.set(1, for: "copies")
    let other = try Database(place.file.path, name: "other")
    let start = ContinuousClock.now
    try other.transaction { () throws in
      #expect(throws: StoreError.busy(store: "state", milliseconds: 2000)) {
        try store.set(2, for: "copies")
      }
      let waited = start.duration(to: .now)
      #expect(waited < .seconds(10))
      #expect(try place.store.value(Int.self, for: "copies") == 1)
    }
    try store.set(3, for: "copies")
    #expect(try store.value(Int.self, for: "copies") == 3)
  }

  @Test(
    "A start waits for another one no longer than two seconds, and then works when it is free (10)")
  func startHeldUp() throws {
    try place.folder.create()
    let held = DatabaseFile(place.file.path, name: "other", layout: .state).lock
    let store = place.store
    try held.withLock(store: "other") { () throws(StoreError) in
      do throws(StoreError) {
        try store.set(1, for: "copies")
        Issue.record("The store was opened meanwhile.")
      } catch {
        #expect(error == .busy(store: "state", milliseconds: 2000))
      }
    }
    try store.set(2, for: "copies")
    #expect(try place.store.value(Int.self, for: "copies") == 2)
  }

  @Test("A full disk refuses the write, keeps the old value, and is no damage (3)")
  func full() throws {
    try place.store.set("short", for: "title")
    let file = DatabaseFile(place.file.path, name: "state", layout: .state)
    let opened = try file.open()
    let database = try #require(opened.connection)
    try database.execute("PRAGMA max_page_count=4")
    let table = ValueTable(database)
    let long = try StoredValue(encoding: String(repeating: "x", count: 100_000))
    #expect(throws: StoreError.full(store: "state")) {
      try table.set(long, for: StoreKey("title"))
    }
    #expect(try table.value(for: StoreKey("title")) == StoredValue(encoding: "short"))
    #expect(!place.names.contains { $0.contains(".corrupt-") })
  }

  @Test("A wrapper shows the old value when the store is busy, and reports it (3)")
  func wrapper() throws {
    let store = place.store
    @AppStorage("copies", store: store) var copies = 0
    copies = 1
    try Database(place.file.path, name: "other").transaction { copies = 2 }
    #expect(copies == 1 && _copies.error == .busy(store: "state", milliseconds: 2000))
  }
}
