import FoundationEssentials
import Glibc
import Testing
import WaylineStorage

@testable import WaylineSQLite

@Suite("Damage")
struct DamageTests {
  let place = Place()

  /// A closed store with this many values, everything in the one file.
  private func fill(_ count: Int) throws {
    let store = place.store
    try store.transaction {
      for number in 0..<count {
        try store.set(String(repeating: "x", count: 200), for: "key\(number)")
      }
    }
    store.close()
    try Database(place.file.path, name: "test").execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  @Test("A damaged page quarantines the file, and what can be read is saved (12)")
  func page() throws {
    try fill(100)
    place.overwrite(Array(repeating: 0xEE, count: 4096), at: 4096 * 4)
    let store = place.store
    #expect(throws: Never.self) { try store.set(1, for: "copies") }
    for number in 0..<100 { _ = try? store.value(String.self, for: "key\(number)") }
    let events = store.hub.takeEvents()
    guard case .recovered("state", let path, let salvaged, let lost)? = events.last else {
      Issue.record("not recovered: \(events)")
      return
    }
    #expect(salvaged > 0 && salvaged < 101 && lost > 0)
    #expect(FileManager.default.fileExists(atPath: path) && place.mode(path) == 0o600)
    #expect(try store.keys().count == salvaged + 1)
  }

  @Test("A damaged header costs no value: the pages behind it are read (12)")
  func header() throws {
    try fill(3)
    place.overwrite(Array("garbage".utf8), at: 0)
    let store = place.store
    try store.set(1, for: "copies")
    guard case .recovered("state", _, 3, 0)? = store.hub.takeEvents().first else {
      Issue.record("not recovered")
      return
    }
    #expect(try store.keys().map(\.name) == ["copies", "key0", "key1", "key2"])
  }

  @Test("The database, its log and its index are quarantined together (12)")
  func together() throws {
    try fill(1)
    let parts = ["": "garbage", "-wal": "a log", "-shm": "an index"]
    for (suffix, text) in parts { try PrivateFile(place.file.path + suffix).write(Data(text.utf8)) }
    let store = place.store
    try store.set(1, for: "copies")
    guard case .recovered("state", let path, _, _)? = store.hub.takeEvents().first else {
      Issue.record("not recovered")
      return
    }
    #expect(try PrivateFile(path).read() == Data("garbage".utf8))
    #expect(try PrivateFile(path + "-wal").read() == Data("a log".utf8))
    // SQLite has begun the index anew while it looked whether the file was damaged.
    #expect(PrivateFile(path + "-shm").status != nil)
  }

  @Test("Damage in pages of a large file that were not read is reported by the doctor (16)")
  func unread() throws {
    try fill(6_000)
    place.overwrite(Array(repeating: 0xEE, count: 4096), at: 4096 * 4)
    let store = place.store
    #expect(try store.value(String.self, for: "key0") != nil)
    #expect(store.hub.takeEvents() == [])
    let problems = try store.diagnose()
    guard case .corrupted("state", _)? = problems.first else {
      Issue.record("not reported: \(problems)")
      return
    }
    guard case .recovered("state", _, let salvaged, _)? = store.hub.takeEvents().first else {
      Issue.record("not recovered")
      return
    }
    #expect(salvaged > 5_900 && salvaged < 6_000)
  }

  @Test(
    "A flipped bit in a value is noticed, reported with its key, and retained when replaced (5)")
  func bit() throws {
    try fill(1)
    let content = try #require(try place.file.read())
    let text = try #require(content.firstRange(of: Data("xxxx".utf8)))
    place.overwrite([0x79], at: text.lowerBound)
    let store = place.store
    @AppStorage("key0", store: store) var value = "default"
    #expect(value == "default")
    #expect(store.hub.takeEvents() == [.unreadable(StoreKey("key0"), .damaged(StoreKey("key0")))])
    #expect(try store.diagnose() == [.damaged(StoreKey("key0"))])
    value = "new"
    let kept = StoreKey("app/key0#1", in: StoreKey.quarantine)
    #expect(store.hub.takeEvents() == [.quarantined(StoreKey("key0"), as: kept)])
    #expect(value == "new")
    #expect(try store.keys(in: nil) == [StoreKey("key0"), kept])
    #expect(try store.diagnose() == [] && store.bytes(for: kept)?.kind == .string)
  }

  @Test("A value of a newer version that is replaced is intact in the quarantine (5, 12)")
  func newerVersion() throws {
    let newer = try StoredValue(encoding: 60, version: 2)
    let first = place.store
    try first.withTransaction { try $0.set(newer, for: StoreKey("copies")) }
    first.close()
    let store = place.store
    @AppStorage("copies", store: store) var copies = 1
    copies = 65
    store.close()
    let kept = StoreKey("app/copies#1", in: StoreKey.quarantine)
    let next = place.store
    #expect(try next.diagnose() == [] && next.bytes(for: kept) == newer)
    #expect(next.hub.takeEvents() == [])
  }

  @Test(
    "A row whose namespace, name, kind, version or bytes were changed is damaged, not another value (12)",
    arguments: [
      "namespace='persisted'", "name='key1'", "kind=5", "version=2", "bytes=x'79'", "checksum=1",
    ])
  func row(change: String) throws {
    try fill(1)
    try Database(place.file.path, name: "test").execute(
      "UPDATE value SET \(change) WHERE name<>''")
    let store = place.store
    let key = try #require(try store.keys(in: nil).first)
    #expect(throws: StoreError.damaged(key)) { try store.bytes(for: key) }
    #expect(try store.diagnose() == [.damaged(key)])
  }

  @Test(
    "A store that is busy, full, failing or read-only is reported, and is never treated as damaged (24)",
    arguments: [
      .busy(store: "state", milliseconds: 2000), .full(store: "state"), .readOnly(store: "state"),
      .database(store: "state", operation: "run", code: 10, message: "disk I/O error"),
    ] as [StoreError])
  func noDamage(error: StoreError) throws {
    var database = LazyDatabase(DatabaseFile(place.file.path, name: "state", layout: .state))
    var findings = LazyDatabase.Findings()
    #expect(throws: error) {
      try database.use(findings: &findings) { _ throws(StoreError) in throw error }
    }
    #expect(throws: error) { try database.transaction(findings: &findings) { _ in throw error } }
    #expect(findings.events == [] && !place.names.contains { $0.contains(".corrupt-") })
  }

  @Test(
    "A damaged file of a newer version is not replaced, which would drop its other tables (12)",
    arguments: [true, false])
  func newerFile(isTruncated: Bool) throws {
    try fill(100)
    let newer = try Database(place.file.path, name: "newer")
    try newer.execute(
      """
      CREATE TABLE loan(id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO loan(title) VALUES('Emma');
      PRAGMA user_version=2;
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
    if isTruncated {
      truncate(place.file.path, off_t(try #require(place.file.status).size - 100))
    } else {
      place.overwrite(Array(repeating: 0xEE, count: 4096), at: 4096)
    }
    let content = place.bytes()
    let refusal = StoreError.newerSchema(store: "state", found: 2, known: 1)
    let store = place.store
    for number in 0..<100 { _ = try? store.value(String.self, for: "key\(number)") }
    #expect(throws: refusal) { try store.set(1, for: "copies") }
    #expect(place.bytes() == content && place.quarantines.isEmpty)
  }

  @Test("A log that an earlier version quarantined alone does no harm (12)")
  func halfQuarantine() throws {
    let store = place.store
    try store.set(1, for: "copies")
    store.close()
    place.overwrite(Array("garbage".utf8), at: 0)
    try PrivateFile(place.file.path + ".corrupt-20260101T000000.000000Z-1-wal").write(Data([1]))
    try place.store.set(2, for: "copies")
    #expect(try place.store.value(Int.self, for: "copies") == 2)
    let kept = place.names.filter { $0.contains(".corrupt-") }
    #expect(kept.count { $0.hasSuffix("-wal") } == 1 && kept.count { !$0.hasSuffix("-wal") } >= 1)
  }

  @Test(
    "Only the last three damaged files are retained (12)")
  func limit() throws {
    for _ in 0..<5 {
      try fill(1)
      place.overwrite(Array("garbage".utf8), at: 0)
    }
    try place.store.set(1, for: "copies")
    #expect(place.quarantines.count == 3)
  }

  @Test(
    "A clock that stands still or jumps back deletes no damaged file too early (12)",
    arguments: [0, -315_360_000])
  func clockJumps(seconds: Int) throws {
    try fill(1)
    var file = DatabaseFile(place.file.path, name: "state", layout: .state)
    for number in 1...5 {
      place.overwrite(Array("garbage \(number)".utf8), at: 0)
      file.clock = { .seconds(1_800_000_000 + seconds * number) }
      _ = try file.recover()
      #expect(try place.hasQuarantined("garbage \(number)"))
      #expect(place.quarantines.count == min(number, 3), "\(place.names)")
    }
  }

  @Test(
    "Every byte of the header and of a small page may be wrong: never a crash or a wrong value (12)"
  )
  func everyByte() throws {
    try fill(1)
    let content = try #require(try place.file.read())
    for offset in stride(from: 0, to: content.count, by: 97) {
      var damaged = content
      damaged[offset] ^= 0x10
      let copy = Place()
      try copy.folder.create()
      try copy.file.write(damaged)
      try copy.folder.file("state.sqlite3.used").write(Data())
      let value = try? copy.store.value(String.self, for: "key0")
      #expect(value == nil || value == String(repeating: "x", count: 200))
    }
  }
}
