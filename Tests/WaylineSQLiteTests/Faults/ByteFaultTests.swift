import FoundationEssentials
import Testing
import WaylineStorage

@testable import WaylineSQLite

@Suite("Bytes that are not what was written", .serialized)
struct ByteFaultTests {
  private static let old = "a small value"
  private static let new = "another value"

  /// The files of a small store: two pages of 512 bytes, and a log that holds a second write.
  private struct Image {
    let database: Data
    let log: Data

    init() throws {
      let place = Place(inMemory: true)
      let store = place.store
      try store.set(ByteFaultTests.old, for: "key")
      store.close()
      try Database(place.file.path, name: "test").execute(
        "PRAGMA journal_mode=DELETE; PRAGMA page_size=512; VACUUM;")
      try store.set(ByteFaultTests.new, for: "key")
      database = try #require(try place.file.read())
      log = try #require(try PrivateFile(place.file.path + "-wal").read())
      store.close()
    }

    /// A place with these files, where a store has been used before.
    func place(database: Data? = nil, log: Data? = nil) throws -> Place {
      let place = Place(inMemory: true)
      try place.folder.create()
      try place.file.write(database ?? self.database)
      try PrivateFile(place.file.path + "-wal").write(log ?? self.log)
      try PrivateFile(place.file.path + ".used").write(Data())
      return place
    }
  }

  /// What the store shows: the value, or nil where it says that there is none or that it is damaged.
  private func read(_ place: Place) -> String? {
    let store = place.store
    let value = try? store.value(String.self, for: "key")
    store.close()
    return value
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

  @Test("A flipped bit anywhere in the file gives the value or none, never another one (12)")
  func flippedDatabase() throws {
    let image = try Image()
    for offset in 0..<image.database.count {
      for bit in bits(offset) {
        let damaged = flipped(image.database, at: offset, bit: bit)
        let value = read(try image.place(database: damaged, log: Data()))
        #expect(value == nil || value == Self.old, "byte \(offset): \(value ?? "")")
      }
    }
  }

  @Test("A file that is cut off anywhere gives the value or none (12)")
  func truncatedDatabase() throws {
    let image = try Image()
    for count in 0...image.database.count {
      let value = read(try image.place(database: image.database.prefix(count), log: Data()))
      #expect(value == nil || value == Self.old, "\(count) bytes: \(value ?? "")")
    }
  }

  @Test("A flipped bit anywhere in the log gives the old value or the new one (11)")
  func flippedLog() throws {
    let image = try Image()
    #expect(read(try image.place()) == Self.new)
    for offset in 0..<image.log.count {
      for bit in bits(offset) {
        let value = read(try image.place(log: flipped(image.log, at: offset, bit: bit)))
        #expect(value == Self.old || value == Self.new, "byte \(offset): \(value ?? "none")")
      }
    }
  }

  @Test("A log that is cut off anywhere gives the old value or the new one (11)")
  func truncatedLog() throws {
    let image = try Image()
    for count in 0...image.log.count {
      let value = read(try image.place(log: image.log.prefix(count)))
      #expect(value == Self.old || value == Self.new, "\(count) bytes: \(value ?? "none")")
    }
  }
}
