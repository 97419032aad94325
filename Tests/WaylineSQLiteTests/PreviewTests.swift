import FoundationEssentials
import Testing
import WaylineStorage
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSQLite

@Suite("Previews of a store", .waitsForPrograms)
struct PreviewTests {
  private let place = Place()

  /// The bytes of each file in the folder.
  private var files: [String: Data] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder.path)) ?? []
    let files = names.compactMap { name in
      FileManager.default.contents(atPath: "\(place.folder.path)/\(name)").map { (name, $0) }
    }
    return Dictionary(uniqueKeysWithValues: files)
  }

  @Test("The values of the file are shown, changes stay in memory, and no file changes")
  func shown() throws {
    let store = place.store
    try store.set(1, for: "copies")
    try store.set("Emma", for: "title")
    store.close()
    let before = files
    let preview = MemoryStore(previewing: place.file.path)
    #expect(try preview.value(Int.self, for: "copies") == 1)
    try preview.set(2, for: "copies")
    try preview.set(3, for: "shelf")
    try preview.erase("title")
    #expect(try preview.value(Int.self, for: "copies") == 2)
    #expect(try preview.keys().map(\.name) == ["copies", "shelf"])
    #expect(throws: CancellationError.self) {
      try preview.transaction {
        try preview.set(4, for: "copies")
        throw CancellationError()
      }
    }
    #expect(try preview.value(Int.self, for: "copies") == 2)
    #expect(files == before && before.count > 1)
  }

  @Test("Of a killed process too the values are shown, without a new index and without a change")
  func killed() throws {
    let (store, left) = (Place(), place.folder.path)
    try store.store.set(1, for: "copies")
    let open = store.store
    try open.set(2, for: "copies")
    try place.folder.create()
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.copyItem(
        atPath: store.file.path + suffix, toPath: "\(left)/state.sqlite3\(suffix)")
    }
    let before = files
    #expect(try MemoryStore(previewing: place.file.path).value(Int.self, for: "copies") == 2)
    #expect(files == before && before.count == 3)
    try FileManager.default.removeItem(atPath: "\(left)/state.sqlite3-shm")
    #expect(try MemoryStore(previewing: place.file.path).keys() == [])
    #expect(files.keys.sorted() == ["state.sqlite3", "state.sqlite3-wal"])
    open.close()
  }

  @Test("Beside a store of the same process the values of one point in time are shown (25)")
  func besideStore() throws {
    let store = place.store
    try store.set(1, for: "copies")
    let preview = MemoryStore(previewing: place.file.path)
    #expect(try preview.value(Int.self, for: "copies") == 1)
    try store.set(2, for: "copies")
    #expect(try preview.value(Int.self, for: "copies") == 1 && preview.keys().count == 1)
    // The connection of the store still has its locks.
    let probe = Program.built("WaylineStorageProbe")
    #expect(try probe.run(["count", place.folder.path, "1"]).status == 0)
    try store.set(3, for: "copies")
    #expect(try place.store.value(Int.self, for: "count") == 1)
  }

  @Test("A preview of a closed file is connected to it no longer than it reads (25)")
  func disconnected() throws {
    let store = place.store
    try store.set(1, for: "copies")
    store.close()
    let preview = MemoryStore(previewing: place.file.path)
    let next = place.store
    try next.set(2, for: "copies")
    #expect(try preview.value(Int.self, for: "copies") == 1)
    #expect(try place.store.value(Int.self, for: "copies") == 2)
  }

  @Test("A file that does not exist is not created, and one of another program has no values")
  func missing() throws {
    #expect(try MemoryStore(previewing: place.file.path).keys() == [])
    #expect(files.isEmpty && place.folder.file("state.sqlite3").status == nil)
    try place.folder.create()
    try Data("no database".utf8).write(to: URL(filePath: place.file.path))
    #expect(try MemoryStore(previewing: place.file.path).keys() == [])
    #expect(files == ["state.sqlite3": Data("no database".utf8)])
  }
}
