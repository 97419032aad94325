import FoundationEssentials
import Glibc
import Testing
import WaylineStorage

@testable import WaylineSQLite

@Suite("Places that are not usual")
struct PlaceTests {
  private let place = Place()

  @Test("A folder that may only be read shows its values, and refuses writes", .enabled(if: isUser))
  func readOnlyFolder() throws {
    let first = place.store
    try first.set(1, for: "copies")
    first.close()
    chmod(place.folder.path, 0o500)
    chmod(place.file.path, 0o400)
    defer { chmod(place.folder.path, 0o700) }
    let store = place.store
    #expect(try store.value(Int.self, for: "copies") == 1)
    #expect(throws: StoreError.readOnly(store: "state")) { try store.set(2, for: "copies") }
  }

  /// The superuser may write anywhere.
  private static let isUser = geteuid() != 0

  @Test("A folder that belongs to another user is refused", .enabled(if: !isUser))
  func foreignFolder() throws {
    try place.folder.create()
    chown(place.folder.path, 12_345, 12_345)
    let problem = FileProblem.foreignOwner(12_345)
    #expect(throws: StoreError.unsafeFile(path: place.folder.path, problem: problem)) {
      try place.store.set(1, for: "copies")
    }
  }

  @Test("A folder that is itself a symbolic link is refused")
  func linkedFolder() throws {
    try place.folder.create()
    let link = place.folder.path + "-home"
    symlink(place.folder.path, link)
    let store = SQLiteStore(link + "/state.sqlite3")
    #expect(throws: StoreError.unsafeFile(path: link, problem: .symbolicLink)) {
      try store.set(1, for: "copies")
    }
    #expect(place.names.isEmpty)
  }

  @Test(
    "Files from the past and from the future are files like any other", arguments: [0, 1 << 32])
  func clocks(seconds: Int) throws {
    let first = place.store
    try first.set(1, for: "copies")
    first.close()
    var times = [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: seconds, tv_usec: 0)]
    for name in place.names { utimes("\(place.folder.path)/\(name)", &times) }
    let store = place.store
    #expect(try store.value(Int.self, for: "copies") == 1)
    try store.set(2, for: "copies")
    #expect(try place.store.value(Int.self, for: "copies") == 2)
    #expect(store.hub.takeEvents() == [])
  }

  @Test("Ten thousand keys are written, listed, read and erased")
  func manyKeys() throws {
    let store = place.store
    try store.transaction {
      for number in 0..<10_000 { try store.set(number, for: "key\(number)") }
    }
    let other = place.store
    #expect(try other.keys().count == 10_000)
    #expect(try other.value(Int.self, for: "key9999") == 9_999)
    #expect(try other.diagnose() == [])
    #expect(try other.eraseAll(in: nil) == 10_000)
    #expect(try place.store.keys().isEmpty)
  }

  @Test("A value of 50 MB is refused with the limit named, and the old one stays")
  func largeValue() throws {
    let store = place.store
    @AppStorage("cover", store: store) var cover = Data()
    cover = Data([1])
    cover = Data(count: 50_000_000)
    #expect(cover == Data([1]))
    #expect(
      _cover.error == .tooLarge(StoreKey("cover"), bytes: 50_000_000, limit: StoredValue.limit))
    cover = Data(count: StoredValue.limit)
    #expect(try place.store.value(Data.self, for: "cover")?.count == StoredValue.limit)
  }
}
