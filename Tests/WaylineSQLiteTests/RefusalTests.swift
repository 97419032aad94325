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

  /// Stores two values, and leaves no space for a large third one.
  private func fillDisk() throws -> SQLiteStore {
    let store = place.store
    try store.set(10, for: "shelf")
    try store.set(7, for: "lent")
    let opened = try DatabaseFile(place.file.path, name: "state", layout: .state).open()
    try #require(opened.connection).execute("PRAGMA max_page_count=4")
    return store
  }

  private let cover = String(repeating: "x", count: 100_000)

  @Test("A transaction that meets a full disk stores nothing, though its body continues (3, 7)")
  func fullTransaction() throws {
    let store = try fillDisk()
    @AppStorage("shelf", store: store) var shelf = 0
    @AppStorage("lent", store: store) var lent = 0
    @AppStorage("cover", store: store) var cover = ""
    #expect(throws: StoreError.full(store: "state")) {
      try store.transaction {
        shelf -= 1
        cover = self.cover
        lent += 1
      }
    }
    #expect(shelf == 10 && lent == 7 && cover == "")
    let next = place.store
    #expect(try next.value(Int.self, for: "shelf") == 10 && next.value(Int.self, for: "lent") == 7)
    lent += 1
    #expect(try place.store.value(Int.self, for: "lent") == 8 && _lent.error == nil)
  }

  @Test("A body that ignores the error of a full disk stores nothing either (3, 7)")
  func ignoredError() throws {
    let store = try fillDisk()
    let value = try StoredValue(encoding: 8)
    #expect(throws: StoreError.full(store: "state")) {
      try store.withTransaction { transaction in
        try transaction.set(value, for: StoreKey("shelf"))
        try? transaction.set(StoredValue(encoding: cover), for: StoreKey("cover"))
        try? transaction.set(value, for: StoreKey("lent"))
      }
    }
    let next = place.store
    #expect(try next.value(Int.self, for: "shelf") == 10 && next.value(Int.self, for: "lent") == 7)
    #expect(try next.value(String.self, for: "cover") == nil)
  }

  @Test("A key or a value that no row can hold is refused, and is no damage (12)")
  func tooLong() throws {
    let store = place.store
    try store.set(1, for: "copies")
    let name = String(repeating: "x", count: 33 << 20)
    let beginning = StoreKey(String(repeating: "x", count: 40) + "…")
    let refusal = StoreError.refused(
      beginning, reason: "the key has 34603011 bytes, and 65536 is the limit")
    #expect(throws: refusal) { try store.set(1, for: name) }
    #expect(throws: refusal) { try store.value(Int.self, for: name) }
    let size = 33 << 20
    let key = StoreKey("cover")
    #expect(throws: StoreError.tooLarge(key, bytes: size, limit: StoredValue.limit)) {
      try store.withTransaction {
        try $0.set(StoredValue(Data(count: size), kind: .data), for: key)
      }
    }
    #expect(try place.store.value(Int.self, for: "copies") == 1)
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
