import FoundationEssentials
import Glibc
import Testing
import WaylineStorage

@testable import WaylineSQLite

/// A folder of a test's own, and stores in it; gone with the test.
final class Place {
  let folder: PrivateFolder

  /// With `inMemory`, on a file system in memory if there is one: only the end of processes is tried,
  /// and thousands of synchronisations would wait for a disk that may be busy.
  init(inMemory: Bool = false) {
    let base = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    folder = PrivateFolder("\(base)/wayline-tests/\(UInt64.random(in: .min ... .max))")
  }

  /// A folder at a path that every user may reach.
  init(at path: String) {
    folder = PrivateFolder(path)
  }

  var file: PrivateFile { folder.file("state.sqlite3") }

  deinit {
    for path in [folder.path, folder.path + "-home"] {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  var store: SQLiteStore { SQLiteStore(file.path) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// The damaged databases in the quarantine, each with the files that were beside it.
  var quarantines: Set<String> {
    Set(
      names.filter { $0.contains(".corrupt-") }.map { name in
        DatabaseFile.companions.reduce(name) {
          $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0
        }
      })
  }

  /// True if a damaged file that begins so was put aside.
  func hasQuarantined(_ beginning: String) throws -> Bool {
    try names.contains { name in
      guard name.contains(".corrupt-") else { return false }
      return try folder.file(name).read()?.starts(with: Data(beginning.utf8)) ?? false
    }
  }

  /// The bytes of the database, or of a file beside it, also while a store uses it.
  ///
  /// The descriptor stays open: closing it would drop the locks of this process on the file.
  func bytes(_ suffix: String = "") -> Data {
    let descriptor = open(file.path + suffix, O_RDONLY)
    var content = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(descriptor, &chunk, chunk.count), count > 0 {
      content.append(contentsOf: chunk[..<count])
    }
    return content
  }

  func mode(_ path: String) -> UInt32 {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  /// Writes over some bytes of a file as it is.
  func overwrite(_ bytes: [UInt8], at offset: Int) {
    let descriptor = open(file.path, O_WRONLY)
    pwrite(descriptor, bytes, bytes.count, off_t(offset))
    close(descriptor)
  }
}

@Suite("Opening a store")
struct OpeningTests {
  let place = Place()

  @Test("Nothing is opened before the first key is used (15)")
  func lazy() throws {
    let store = place.store
    @AppStorage("copies", store: store) var copies = 1
    #expect(!store.isOpen && place.names.isEmpty)
    #expect(copies == 1 && store.isOpen)
  }

  @Test("The folder is 0700 and every file in it 0600, whatever the umask (14)")
  func modes() throws {
    let store = place.store
    try store.set(1, for: "copies")
    #expect(place.mode(place.folder.path) == 0o700)
    #expect(place.names.contains("state.sqlite3-wal"))
    for name in place.names { #expect(place.mode("\(place.folder.path)/\(name)") == 0o600) }
  }

  @Test("A value is read back by the next store on the file")
  func reopening() throws {
    try place.store.set(["Ada"], for: "members")
    #expect(try place.store.value([String].self, for: "members") == ["Ada"])
  }

  @Test(
    "The file has a write-ahead log, is synchronised as configured, and has our application ID (11)",
    arguments: [true, false])
  func settings(isDurable: Bool) throws {
    let layout = DatabaseLayout.state(isDurable: isDurable)
    let file = DatabaseFile(place.file.path, name: "state", layout: layout)
    var database = LazyDatabase(file)
    var findings = LazyDatabase.Findings()
    try database.use(isWriting: true, findings: &findings) { database throws(StoreError) in
      #expect(try database.text("PRAGMA journal_mode") == "wal")
      #expect(try database.integer("PRAGMA synchronous") == (isDurable ? 2 : 1))
      #expect(try database.integer("PRAGMA secure_delete") == 0)
      #expect(try database.integer("PRAGMA trusted_schema") == 0)
      #expect(try database.integer("PRAGMA application_id") == 0x5761_7953)
      #expect(try database.integer("PRAGMA user_version") == 1)
    }
  }

  @Test("A long log that was left behind is moved into the file before the first write")
  func longLog() throws {
    let first = place.store
    for number in 1...100 { try first.set(number, for: "copies") }
    let killed = Place()
    try killed.folder.create()
    for suffix in ["", "-wal"] {
      try PrivateFile(killed.file.path + suffix).write(place.bytes(suffix))
    }
    let second = killed.store
    #expect(try second.value(Int.self, for: "copies") == 100)
    for isMoved in [false, true] {
      if isMoved { try second.set(1, for: "shelves") }
      let copy = Place()
      try copy.folder.create()
      try copy.file.write(killed.bytes())
      let copies = try copy.store.value(Int.self, for: "copies")
      #expect((copies == 100) == isMoved)
    }
    second.close()
  }

  @Test("A symbolic link in place of the file is refused (14)")
  func link() throws {
    try place.folder.create()
    symlink("/tmp/elsewhere.sqlite3", place.file.path)
    let expected = StoreError.unsafeFile(path: place.file.path, problem: .symbolicLink)
    #expect(throws: expected) { try place.store.set(1, for: "copies") }
    #expect(!FileManager.default.fileExists(atPath: "/tmp/elsewhere.sqlite3"))
  }

  @Test(
    "A symbolic link beside the file is refused, and what it leads to stays as it is (14)",
    arguments: ["-wal", "-shm", "-journal", ".lock", ".used"])
  func linkBeside(suffix: String) throws {
    let store = place.store
    try store.set(1, for: "copies")
    store.close()
    let (link, target) = (place.file.path + suffix, place.folder.file("letter"))
    try target.write(Data(count: 5_000))
    unlink(link)
    symlink(target.path, link)
    #expect(throws: StoreError.unsafeFile(path: link, problem: .symbolicLink)) {
      try place.store.set(2, for: "copies")
    }
    #expect(try target.read() == Data(count: 5_000))
  }

  @Test("A folder that is reached through a link is used")
  func linkedParent() throws {
    try place.folder.create()
    symlink(place.folder.path, place.folder.path + "-home")
    let store = SQLiteStore(place.folder.path + "-home/desk/state.sqlite3")
    try store.set(1, for: "copies")
    #expect(place.names == ["desk"])
  }

  @Test(
    "A file of another program is refused and left as it is (24)",
    arguments: ["not a database", "SQLite format 3\0" + String(repeating: "x", count: 200)])
  func foreign(content: String) throws {
    try place.folder.create()
    try place.file.write(Data(content.utf8))
    let store = place.store
    #expect(throws: StoreError.foreign(store: "state")) { try store.set(1, for: "copies") }
    #expect(try place.file.read() == Data(content.utf8))
  }

  @Test("Zeros are another program's file, and no journal undoes them (24)")
  func zeros() throws {
    try place.folder.create()
    for content in [Data(count: 10), Data(count: 4096)] {
      try place.file.write(content)
      try PrivateFile(place.file.path + "-journal").write(Data("loans of the day".utf8))
      #expect(throws: StoreError.foreign(store: "state")) { try place.store.set(1, for: "copies") }
      #expect(try place.file.read() == content)
    }
  }

  @Test("A store of a newer program may be read, and refuses to be written (24)")
  func newerSchema() throws {
    try place.store.set(1, for: "copies")
    try Database(place.file.path, name: "test").execute("PRAGMA user_version=9")
    let store = place.store
    let refusal = StoreError.newerSchema(store: "state", found: 9, known: 1)
    #expect(try store.value(Int.self, for: "copies") == 1)
    #expect(throws: refusal) { try store.set(2, for: "copies") }
    #expect(store.hub.takeEvents() == [.problem(refusal)])
  }

  @Test(
    "A store that is missing or empty is distinguished from a first start (13)",
    arguments: [true, false])
  func vanished(isEmptied: Bool) throws {
    let first = place.store
    try first.set(1, for: "copies")
    #expect(first.hub.takeEvents().isEmpty)
    first.close()
    for suffix in ["-wal", "-shm", ""] { unlink(place.file.path + suffix) }
    if isEmptied { try place.file.write(Data()) }
    let second = place.store
    #expect(try second.value(Int.self, for: "copies") == nil)
    #expect(second.hub.takeEvents() == [.vanished(store: "state")])
  }

  @Test("A file that vanishes while it is open is noticed at the next write (13)")
  func vanishedWhileOpen() throws {
    let store = place.store
    try store.set(1, for: "copies")
    for suffix in ["-wal", "-shm", ""] { unlink(place.file.path + suffix) }
    try store.set(2, for: "copies")
    #expect(store.hub.takeEvents() == [.vanished(store: "state")])
    #expect(try place.store.value(Int.self, for: "copies") == 2)
  }
}
