import FoundationEssentials
import Glibc
import Testing
import WaylineStorage

@testable import WaylineSQLite

/// Files that other names, other programs or other versions change while a store uses them.
@Suite("Files that others use too")
struct UnusualFileTests {
  private let place = Place(inMemory: true)

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

}
