import FoundationEssentials
import Testing
import WaylineStorage

@testable import WaylineSQLite

/// A log that a killed program has left, with seven commits, and every damage to it.
@Suite("Acknowledged commits that are lost", .serialized)
struct LostCommitTests {
  private static let commits = 7

  /// The files of a store whose program was killed: the database, its log and the note.
  private struct Image {
    var files: [String: Data] = [:]

    init() throws {
      let place = Place(inMemory: true)
      let store = place.store
      try store.set(0, for: "copies")
      store.close()
      for number in 1...LostCommitTests.commits { try store.set(number, for: "copies") }
      for suffix in ["", "-wal", ".used"] { files[suffix] = place.bytes(suffix) }
      store.close()
    }

    func place() throws -> Place {
      let place = Place(inMemory: true)
      try place.folder.create()
      for (suffix, content) in files { try PrivateFile(place.file.path + suffix).write(content) }
      return place
    }
  }

  /// Expects that the value is the last one, or that a loss is reported, once.
  private func expectReport(_ image: Image, _ what: String) throws {
    let place = try image.place()
    let store = place.store
    let value = try? store.value(Int.self, for: "copies")
    let events = store.hub.takeEvents()
    #expect(value == Self.commits || events.contains { $0.isProblem }, "\(what): \(value ?? -1)")
    #expect(value != Self.commits || events == [], "\(what): \(events)")
    store.close()
    let next = place.store
    #expect(try next.value(Int.self, for: "copies") == value, "\(what)")
    #expect(next.hub.takeEvents() == [], "\(what), again")
  }

  @Test(
    "A copy of the files of a killed program holds every commit, and nothing is reported (20)")
  func whole() throws {
    try expectReport(Image(), "whole")
  }

  @Test("A byte that changes in the header or in a frame of the log loses nothing silently (20)")
  func flipped() throws {
    let image = try Image()
    let log = try #require(image.files["-wal"])
    let frame = 4096 + 24
    let frames = (log.count - 32) / frame
    var offsets = Array(0..<32)
    for number in 0..<frames {
      let start = 32 + number * frame
      offsets += Array(start..<start + 24)
      offsets += stride(from: start + 24, to: start + frame, by: number >= frames - 2 ? 499 : 2039)
    }
    for offset in offsets {
      var damaged = image
      damaged.files["-wal"]?[offset] ^= 1 << UInt8(offset % 8)
      try expectReport(damaged, "byte \(offset)")
    }
  }

  @Test("A log that is cut off anywhere, or missing, loses nothing silently (20)")
  func cut() throws {
    let image = try Image()
    let log = try #require(image.files["-wal"])
    let frames = stride(from: 32, through: log.count, by: 4096 + 24).flatMap {
      [$0 - 1, $0, $0 + 1]
    }
    for count in [0, 1, 31] + frames.dropLast() + stride(from: 100, to: log.count, by: 1_500) {
      var damaged = image
      damaged.files["-wal"] = log.prefix(count)
      try expectReport(damaged, "\(count) bytes")
    }
    var damaged = image
    damaged.files["-wal"] = nil
    try expectReport(damaged, "no log")
  }

  @Test("A byte that changes in the note, or a note that is cut off or missing, loses nothing (20)")
  func note() throws {
    let image = try Image()
    let note = try #require(image.files[".used"])
    #expect(note.count == LogNote.size)
    for offset in note.indices {
      var damaged = image
      damaged.files[".used"]?[offset] ^= 1 << UInt8(offset % 8)
      try expectReport(damaged, "byte \(offset) of the note")
      damaged.files[".used"] = note.prefix(offset)
      // An empty note says that the database is of an earlier version, and its log not one of it.
      try expectReport(damaged, "\(offset) bytes of the note")
    }
    var damaged = image
    damaged.files[".used"] = nil
    try expectReport(damaged, "no note")
  }

  @Test("The same damaged log is retained once, however many starts find it (20)")
  func retainedOnce() throws {
    var image = try Image()
    image.files["-wal"]?[200] ^= 1
    let place = try image.place()
    for _ in 0..<3 {
      try PrivateFile(place.file.path + ".used").write(#require(image.files[".used"]))
      let store = place.store
      _ = try store.value(Int.self, for: "copies")
      guard case .logDamaged? = store.hub.takeEvents().first else {
        Issue.record("not reported")
        return
      }
      try DatabaseFile(place.file.path, name: "state", layout: .state).open().discard()
    }
    #expect(place.quarantines.count == 1, "\(place.names)")
  }

  @Test("Frames that a killed commit has left behind a smaller one are no loss (20)")
  func leftTail() throws {
    var image = try Image()
    // The log of a longer commit, whose last frames stay when a smaller one is written over the first.
    let place = try image.place()
    let store = place.store
    try store.transaction {
      for number in 0..<60 { try store.set(String(repeating: "y", count: 200), for: "y\(number)") }
    }
    let longer = place.bytes("-wal")
    store.close()
    let second = try image.place()
    let other = second.store
    try other.set(8, for: "copies")
    let shorter = second.bytes("-wal")
    image.files["-wal"] = shorter + longer.dropFirst(shorter.count)
    image.files[".used"] = second.bytes(".used")
    other.close()
    let third = try image.place()
    let found = third.store
    #expect(WriteAheadLog([UInt8](try #require(image.files["-wal"]))).framesBehind > 0)
    #expect(try found.value(Int.self, for: "copies") == 8)
    #expect(found.hub.takeEvents() == [])
  }
}
