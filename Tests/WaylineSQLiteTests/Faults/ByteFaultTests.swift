import FoundationEssentials
import Testing
import WaylineFaultRuns
import WaylineStorage
import WaylineTestScale

@testable import WaylineSQLite

@Suite("Bytes that are not what was written", .serialized)
struct ByteFaultTests {
  private static let old = "a small value"
  private static let new = "another value"

  /// The files of a small store: a few pages, and a log that holds a second write.
  private struct Image {
    let database: Data
    let log: Data
    let note: Data

    init(pageSize: Int = 512) throws {
      let place = Place(inMemory: true)
      let store = place.store
      try store.set(ByteFaultTests.old, for: "key")
      store.close()
      try Database(place.file.path, name: "test").execute(
        "PRAGMA journal_mode=DELETE; PRAGMA page_size=\(pageSize); VACUUM;")
      try store.set(ByteFaultTests.new, for: "key")
      database = place.bytes()
      log = place.bytes("-wal")
      note = place.bytes(".used")
      store.close()
    }

    /// A place with these files, where a store has been used before, and has left a note of its log.
    func place(database: Data? = nil, log: Data? = nil) throws -> Place {
      let place = Place(inMemory: true)
      try place.folder.create()
      try place.file.write(database ?? self.database)
      try PrivateFile(place.file.path + "-wal").write(log ?? self.log)
      try PrivateFile(place.file.path + ".used").write(log?.isEmpty == true ? Data() : note)
      return place
    }
  }

  /// The values that the store shows, and whether it reports a problem.
  private func read(_ place: Place) -> (value: String?, isReported: Bool) {
    let store = place.store
    var value: String?
    var isReported = false
    do { value = try store.value(String.self, for: "key") } catch { isReported = true }
    isReported = isReported || !store.hub.takeEvents().isEmpty
    if isReported { expectUse(of: store) }
    store.close()
    return (value, isReported)
  }

  /// A damaged file is put aside, and does not refuse its store for ever.
  private func expectUse(of store: SQLiteStore) {
    do throws(StoreError) {
      try store.set("written", for: "other")
    } catch {
      switch error {
      // The bytes that say whose file it is, and of which version, are those of another one.
      case .foreign, .newerSchema: break
      default: Issue.record("refused: \(error)")
      }
    }
  }

  /// The bits that are flipped at an offset, one at a time: one, or up to all eight of the byte.
  private func bits(_ offset: Int) -> [UInt8] {
    (0..<min(8, Scale.factor)).map { 1 << ((offset + $0) % 8) }
  }

  private func flipped(_ data: Data, at offset: Int, bit: UInt8) -> Data {
    var data = data
    data[offset] ^= bit
    return data
  }

  @Test(
    "A flipped bit anywhere in the file is harmless or reported, and never gives another value (19)",
    arguments: [512, 4096])
  func flippedDatabase(pageSize: Int) throws {
    let image = try Image(pageSize: pageSize)
    let step = pageSize == 512 || Scale.factor > 7 ? 1 : 8 - Scale.factor
    for offset in stride(from: 0, to: image.database.count, by: step) {
      for bit in bits(offset) {
        let damaged = flipped(image.database, at: offset, bit: bit)
        let (value, isReported) = read(try image.place(database: damaged, log: Data()))
        #expect(value == Self.old || value == nil && isReported, "byte \(offset): \(value ?? "")")
      }
    }
  }

  @Test(
    "A file that is cut off anywhere is harmless or reported (19)", arguments: [512, 4096])
  func truncatedDatabase(pageSize: Int) throws {
    let image = try Image(pageSize: pageSize)
    let step = pageSize == 512 || Scale.factor > 7 ? 1 : 8 - Scale.factor
    for count in stride(from: 0, through: image.database.count, by: step) {
      let damaged = image.database.prefix(count)
      let (value, isReported) = read(try image.place(database: damaged, log: Data()))
      #expect(value == Self.old || value == nil && isReported, "\(count) bytes: \(value ?? "")")
    }
  }

  @Test("A flipped bit anywhere in the log is harmless or reported (20)")
  func flippedLog() throws {
    let image = try Image()
    let whole = read(try image.place())
    #expect(whole.value == Self.new && !whole.isReported)
    for offset in 0..<image.log.count {
      for bit in bits(offset) {
        let damaged = flipped(image.log, at: offset, bit: bit)
        let (value, isReported) = read(try image.place(log: damaged))
        #expect(
          value == Self.new || value == Self.old && isReported, "byte \(offset): \(value ?? "none")"
        )
      }
    }
  }

  @Test("A log that is cut off anywhere is harmless or reported (20)")
  func truncatedLog() throws {
    let image = try Image()
    for count in 1...image.log.count {
      let (value, isReported) = read(try image.place(log: image.log.prefix(count)))
      #expect(
        value == Self.new || value == Self.old && isReported, "\(count) bytes: \(value ?? "none")")
    }
  }

  @Test("A log with intact commits behind a broken frame is reported, and retained (20)")
  func brokenLog() throws {
    let place = Place(inMemory: true)
    let store = place.store
    for number in 1...9 { try store.set(number, for: "copies") }
    let (database, log) = (place.bytes(), place.bytes("-wal"))
    let killed = Place(inMemory: true)
    try killed.folder.create()
    try killed.file.write(database)
    try PrivateFile(killed.file.path + ".used").write(Data())
    let damaged = flipped(log, at: log.count / 2, bit: 1)
    try PrivateFile(killed.file.path + "-wal").write(damaged)
    let next = killed.store
    let copies = try next.value(Int.self, for: "copies") ?? 0
    #expect(copies < 9)
    guard case .logDamaged("state", let path, let pages)? = next.hub.takeEvents().first else {
      Issue.record("not reported")
      return
    }
    let retained = try PrivateFile(path).read()
    #expect(pages > 0 && retained == damaged)
  }

  @Test(
    "A log that was deleted is reported once, and not after a clean end, which leaves none (21)")
  func deletedLog() throws {
    let place = Place(inMemory: true)
    let first = place.store
    try first.set(1, for: "copies")
    first.close()
    #expect(!place.names.contains { $0.hasSuffix("-wal") })
    let second = place.store
    try second.set(2, for: "copies")
    // As a killed process leaves the files, without the log.
    let killed = try Image().place(log: Data([0]))
    let third = killed.store
    _ = try third.value(String.self, for: "key")
    #expect(third.hub.takeEvents() == [.logMissing(store: "state")])
    third.close()
    #expect(try killed.store.value(String.self, for: "key") == Self.old)
    let fourth = killed.store
    _ = try fourth.value(String.self, for: "key")
    #expect(fourth.hub.takeEvents() == [])
    second.close()
  }
}
