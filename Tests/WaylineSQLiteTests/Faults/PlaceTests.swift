import FoundationEssentials
import Glibc
import Testing
import WaylineStorage
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSQLite

@Suite("Places that are not usual", .waitsForPrograms)
struct PlaceTests {
  private let place = Place()

  private let probe = Program.built("WaylineStorageProbe")

  @Test(
    "A read-only folder shows its values, and refuses writes (3)",
    arguments: ["", " #?%20é"])
  func readOnlyFolder(ending: String) throws {
    let place = Place(at: "/tmp/wayline-\(UInt64.random(in: .min ... .max))\(ending)")
    try place.store.set(1, for: "copies")
    let run = try probe.run(["guest", place.folder.path])
    let refusal = StoreError.readOnly(store: "state")
    #expect(
      run.lines == ["user", "shows 1", "\(refusal)", "\(StoreEvent.problem(refusal))"],
      "\(run.output)")
  }

  @Test(
    "A log that cannot be read in a read-only folder is explained, and nothing else is shown (3)")
  func readOnlyLog() throws {
    let place = Place(at: "/tmp/wayline-\(UInt64.random(in: .min ... .max))")
    let store = place.store
    defer { store.close() }
    try store.set(1, for: "copies")
    try DatabaseFile(place.file.path, name: "state", layout: .state).open().discard()
    try PrivateFile(place.file.path + "-shm").remove()
    let run = try probe.run(["guest", place.folder.path])
    let sentence =
      "The store 'state' could not be read: nothing can be created in its folder, and reading its "
      + "log needs that; copy the folder to a place where you can write (SQLite 14)."
    #expect(run.lines == ["user", sentence, sentence, sentence], "\(run.output)")
  }

  @Test("Without a file and a way to make one, defaults show and writes are refused (3)")
  func readOnlyEmpty() throws {
    let place = Place(at: "/tmp/wayline-\(UInt64.random(in: .min ... .max))")
    try place.folder.create()
    let run = try probe.run(["guest", place.folder.path])
    let refusal = StoreError.readOnly(store: "state")
    #expect(
      run.lines == ["user", "shows 0", "\(refusal)", "\(StoreEvent.problem(refusal))"],
      "\(run.output)")
    #expect(place.names == [])
  }

  @Test("A store in a read-only folder shows what others have changed in it (9)")
  func readOnlyChanges() throws {
    let store = place.store
    try store.set(1, for: "copies")
    store.close()
    let file = DatabaseFile(place.file.path, name: "state", layout: .state)
    let frozen = try #require(try place.file.check())
    let opened = OpenDatabase(
      try Database(place.file.path, name: "state", for: .readingAlone), frozen.identity,
      frozen: FrozenFiles(database: frozen, log: nil))
    #expect(try ValueTable(#require(opened.connection)).value(for: StoreKey("copies")) != nil)
    #expect(!file.hasChanged(opened))
    let other = place.store
    try other.set(2, for: "copies")
    #expect(file.hasChanged(opened), "the log is not noticed")
    other.close()
    #expect(file.hasChanged(opened), "the file is not noticed")
  }

  @Test(
    "A full disk refuses writes, keeps what was there, and is used again when there is room (3)",
    .enabled(
      if: mountsAreAllowed, "No small disk can be mounted here: see the file that may not grow"))
  func fullDisk() throws {
    try place.folder.create()
    let run = try probe.run(["full", place.folder.path])
    let refusal = "\(StoreError.full(store: "state"))"
    #expect(
      run.lines == [
        refusal, "short", refusal, refusal, "shows short", "new", "problems 0", "events 0",
        "closed, shows new", refusal, "later", run.lines.dropLast().last ?? "",
        "recovered, shows later",
      ], "\(run.output)")
    #expect(run.lines.dropLast().last?.contains("No space left") == true, "\(run.output)")
  }

  private static let mountsAreAllowed: Bool = {
    let place = Place()
    try? place.folder.create()
    let run = try? Program.built("WaylineStorageProbe").run(["full", place.folder.path])
    return run?.output.hasPrefix("no mount") == false
  }()

  /// The superuser may write anywhere.
  private static let isUser = geteuid() != 0

  @Test("A folder that belongs to another user is refused (14)", .enabled(if: !isUser))
  func foreignFolder() throws {
    try place.folder.create()
    chown(place.folder.path, 12_345, 12_345)
    let problem = FileProblem.foreignOwner(12_345)
    #expect(throws: StoreError.unsafeFile(path: place.folder.path, problem: problem)) {
      try place.store.set(1, for: "copies")
    }
  }

  @Test(
    "A file that belongs to another user is refused, and left to them (14)", .enabled(if: !isUser))
  func foreignFile() throws {
    try place.store.set(1, for: "copies")
    chown(place.file.path, 12_345, 12_345)
    let content = FileManager.default.contents(atPath: place.file.path)
    let problem = FileProblem.foreignOwner(12_345)
    #expect(throws: StoreError.unsafeFile(path: place.file.path, problem: problem)) {
      try place.store.set(2, for: "copies")
    }
    #expect(FileManager.default.contents(atPath: place.file.path) == content)
  }

  @Test("A folder that is itself a symbolic link is refused (14)")
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

  @Test("A value of 50 MB is refused with the limit named, and the old one stays (3)")
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
