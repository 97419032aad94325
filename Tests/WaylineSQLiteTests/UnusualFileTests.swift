import Dispatch
import FoundationEssentials
import Glibc
import Testing
import WaylineStorage
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSQLite

/// Files that other names, other programs or other versions change while a store uses them.
@Suite("Files that others use too", .waitsForPrograms)
struct UnusualFileTests {
  private let place = Place(inMemory: true)

  @Test("A database with several names is refused, and used again when it has one (14)")
  func severalNames() throws {
    let first = place.store
    try first.set(1, for: "copies")
    first.close()
    let other = place.folder.path + "/other.sqlite3"
    #expect(link(place.file.path, other) == 0)
    for path in [place.file.path, other] {
      let refusal = StoreError.unsafeFile(path: path, problem: .severalNames(2))
      #expect(throws: refusal) { try SQLiteStore(path).set(2, for: "copies") }
    }
    unlink(other)
    #expect(try place.store.value(Int.self, for: "copies") == 1)
  }

  @Test("A folder that is exchanged for a link while a store is open gets no file (14)")
  func exchangedFolder() throws {
    let store = place.store
    try store.set(1, for: "copies")
    let home = place.folder.path + "-home"
    try FileManager.default.moveItem(atPath: place.folder.path, toPath: home)
    try PrivateFile(home + "/state.sqlite3.lock").remove()
    symlink(home, place.folder.path)
    store.close()
    #expect(throws: StoreError.unsafeFile(path: place.folder.path, problem: .symbolicLink)) {
      try store.set(2, for: "copies")
    }
    #expect(PrivateFile(home + "/state.sqlite3.lock").status == nil)
  }

  @Test("A newer program that adds a column while a store is open makes the store read-only (24)")
  func newerColumn() throws {
    let store = place.store
    try store.set(1, for: "copies")
    let newer = try Database(place.file.path, name: "newer")
    try newer.execute("ALTER TABLE value ADD COLUMN language TEXT; PRAGMA user_version=2")
    let refusal = StoreError.newerSchema(store: "state", found: 2, known: 1)
    #expect(throws: refusal) { try store.set(2, for: "copies") }
    #expect(throws: refusal) { try store.transaction { try store.set(3, for: "copies") } }
    #expect(try store.value(Int.self, for: "copies") == 1)
    #expect(place.quarantines.isEmpty)
  }

  @Test("A path that is longer than SQLite opens is refused with that reason (24)")
  func longPath() throws {
    let folder =
      place.folder.path + String(repeating: "/" + String(repeating: "a", count: 100), count: 10)
    let path = folder + "/state.sqlite3"
    let refusal = StoreError.system(operation: "open", path: path, code: ENAMETOOLONG)
    #expect(throws: refusal) { try SQLiteStore(path).set(1, for: "copies") }
  }

  @Test("A process that holds the lock of opening is waited for once, and named (10)")
  func heldLock() throws {
    try place.folder.create()
    let group = DispatchGroup()
    DispatchQueue(label: "wayline.tests").async(group: group) { [path = place.folder.path] in
      _ = try? Program.built("WaylineStorageProbe").run(["lock", path])
    }
    while place.folder.file("ready").status == nil { usleep(1_000) }
    let start = ContinuousClock.now
    for _ in 0..<20 {
      #expect {
        try place.store.set(1, for: "copies")
      } throws: { error in
        guard case StoreError.heldUp("state", _, "WaylineStorageProbe", false) = error else {
          return false
        }
        return true
      }
    }
    // One wait lasts two seconds, and twenty would last forty.
    #expect(start.duration(to: .now) < .seconds(15))
    try place.folder.file("end").write(Data())
    group.wait()
    try place.store.set(1, for: "copies")
    #expect(try place.store.value(Int.self, for: "copies") == 1)
  }

  @Test("A process that was stopped while it wrote is waited for once, and named (10)")
  func stoppedWriter() throws {
    try place.store.set(1, for: "copies")
    let group = DispatchGroup()
    DispatchQueue(label: "wayline.tests").async(group: group) { [path = place.folder.path] in
      _ = try? Program.built("WaylineStorageProbe").run(["stopped", path])
    }
    while place.folder.file("ready").status == nil { usleep(1_000) }
    let content = try #require(try place.folder.file("ready").read())
    let writer = try #require(Int32(String(decoding: content, as: UTF8.self)))
    let store = place.store
    let start = ContinuousClock.now
    for _ in 0..<20 {
      #expect {
        try store.set(2, for: "copies")
      } throws: { error in
        guard case StoreError.heldUp("state", writer, "WaylineStorageProbe", true) = error else {
          return false
        }
        return true
      }
    }
    #expect(start.duration(to: .now) < .seconds(15))
    kill(writer, SIGCONT)
    group.wait()
    try store.set(3, for: "copies")
    #expect(try store.value(Int.self, for: "copies") == 3)
    #expect(try store.value(Int.self, for: "stopped") == 1)
    store.close()
  }
}
