import FoundationEssentials
import Glibc
import Synchronization
import Testing
import WaylineStorage

@testable import WaylineSQLite

@Suite("Two stores on one file")
struct SharingTests {
  let place = Place()

  @Test("A change by another store is seen after the check, and reaches observers (9)")
  func foreignChange() throws {
    let (here, there) = (place.store, place.store)
    try here.set(1, for: "copies")
    let seen = Mutex(0)
    let observation = here.observe(StoreKey("copies")) { _ in seen.withLock { $0 += 1 } }
    try there.set(2, for: "copies")
    here.checkForeignChanges()
    here.checkForeignChanges()
    #expect(try here.value(Int.self, for: "copies") == 2)
    #expect(seen.withLock { $0 } == 1)
    #expect(here.hub.takeEvents() == [.changedElsewhere([StoreKey("copies")])])
    observation.cancel()
  }

  @Test("The descriptor becomes readable when the other one writes (9)")
  func notice() throws {
    let (here, there) = (place.store, place.store)
    #expect(here.notice?.descriptor() == nil)
    try here.set(1, for: "copies")
    let descriptor = try #require(here.notice?.descriptor())
    here.notice?.look()
    try there.set(2, for: "copies")
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 2000) == 1)
    here.notice?.look()
    #expect(try here.value(Int.self, for: "copies") == 2)
  }

  @Test("A reading transaction sees one point in time while others write, also inside another (16)")
  func readTransaction() throws {
    let store = place.store
    let key = StoreKey("shelf")
    try store.set(1, for: "shelf")
    let other = try Database(place.file.path, name: "other")
    var values: [StoredValue?] = []
    try store.withReadTransaction { transaction throws(StoreError) in
      values = [try transaction.value(for: key)]
      try other.execute("DELETE FROM value")
      values.append(try transaction.value(for: key))
    }
    #expect(try values == [StoredValue(encoding: 1), StoredValue(encoding: 1)])
    #expect(try store.storedValue(for: key) == nil)
    try store.transaction {
      try store.set(2, for: "shelf")
      #expect(try MemoryStore().importValues(from: store.exported()) == 1)
    }
  }

  @Test("A transaction reads what the other one has written, so no increment is lost (10)")
  func increments() async throws {
    let path = place.file.path
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let store = SQLiteStore(path)
          for _ in 0..<25 {
            @AppStorage("count", store: store) var count = 0
            do {
              try store.transaction { count += 1 }
            } catch {
              Issue.record(error)
            }
          }
        }
      }
    }
    #expect(try place.store.value(Int.self, for: "count") == 100)
  }

  @Test("A first-written kind wins against a store that has not seen it (4)")
  func kinds() throws {
    let (here, there) = (place.store, place.store)
    #expect(try here.value(Int.self, for: "copies") == nil)
    try there.set("three", for: "copies")
    let expected = StoreError.kindMismatch(StoreKey("copies"), stored: .string, attempted: .int)
    #expect(throws: expected) { try here.set(3, for: "copies") }
  }

  @Test("A refused transaction leaves nothing in the file (7)")
  func rollback() throws {
    let store = place.store
    #expect(throws: CancellationError.self) {
      try store.transaction {
        try store.set(1, for: "copies")
        throw CancellationError()
      }
    }
    #expect(try store.keys().isEmpty && place.store.keys().isEmpty)
    try store.set(2, for: "copies")
    #expect(try place.store.value(Int.self, for: "copies") == 2)
  }

  @Test("The value that this process last saw is written even if another has changed it (10)")
  func equalToWhatWas() throws {
    let (here, there) = (place.store, place.store)
    try here.set(1, for: "copies")
    #expect(try there.value(Int.self, for: "copies") == 1)
    #expect(try there.value(Int.self, for: "limit") == nil)
    try here.set(2, for: "copies")
    try here.set(3, for: "limit")
    try there.set(1, for: "copies")
    try there.set(Int?.none, for: "limit")
    #expect(try place.store.value(Int.self, for: "copies") == 1)
    #expect(try place.store.keys() == [StoreKey("copies")])
  }

  @Test("Assigning the stored value does not touch the row (2)")
  func equalValue() throws {
    let store = place.store
    @AppStorage("copies", store: store) var copies = 0
    for number in [3, 3, 4, 4] { copies = number }
    let database = try Database(place.file.path, name: "test")
    #expect(try database.integer("SELECT revision FROM value WHERE name='copies'") == 2)
  }

  @Test("Inside a transaction a store can be checked, and is not closed (7)")
  func inside() throws {
    let store = place.store
    try store.transaction {
      try store.set(1, for: "copies")
      store.close()
      #expect(try store.diagnose() == [])
      store.checkForeignChanges()
      try store.set(2, for: "copies")
    }
    #expect(try place.store.value(Int.self, for: "copies") == 2)
  }

  @Test("Text with a zero byte, empty bytes and long keys come back as they were")
  func oddValues() throws {
    let store = place.store
    let name = "a\0b\u{1F4DA}" + String(repeating: "k", count: 5000)
    try store.set("x\0y", for: name)
    try store.set(Data(), for: "empty")
    let other = place.store
    #expect(try other.value(String.self, for: name) == "x\0y")
    #expect(try other.value(Data.self, for: "empty") == Data())
    #expect(try other.keys().map(\.name) == [name, "empty"])
  }
}
