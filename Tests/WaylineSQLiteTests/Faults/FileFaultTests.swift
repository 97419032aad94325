import FoundationEssentials
import Testing
import WaylineFaultRuns
import WaylineStorage
import WaylineTestThreads

@testable import WaylineSQLite

@Suite("Faults of the file system", .waitsForPrograms, .serialized)
struct FileFaultTests {
  /// Runs a role with its first, second, … operation going wrong, until there is none left.
  private func eachFault(
    _ role: String, _ operation: String, prepare: (Place) throws -> Void = { _ in },
    check: (Place, FaultRun) throws -> Void
  ) throws {
    let place = Place(inMemory: true)
    try place.folder.create()
    let template = Place(at: "\(place.folder.path)/template")
    try prepare(template)
    for run in try FaultRun.all(of: role, operation: operation, in: place.folder.path) {
      #expect(run.endedAsPlanned, "\(run)")
      try check(Place(at: run.folder), run)
    }
  }

  @Test(
    "A store that is being made is old or new whichever operation fails (11)",
    arguments: FaultRun.operations)
  func creation(operation: String) throws {
    try eachFault("create", operation) { place, run in
      let store = place.store
      let first = try store.value(Int.self, for: "first")
      let second = try store.value(Int.self, for: "second")
      #expect(second == nil || (first == 2 && second == 2), "half a transaction: \(run)")
      if run.lines.contains("both 2") { #expect(first == 2 && second == 2, "\(run)") }
      if run.lines.contains("first 1") { #expect(first != nil, "\(run)") }
      let large = try store.value(String.self, for: "large")
      #expect(large == nil || large == String(repeating: "x", count: 20_000))
      if run.lines.contains("large") { #expect(large != nil) }
      #expect(try store.diagnose() == [])
      #expect(!place.names.contains { $0.contains(".corrupt-") }, "taken for damage: \(run)")
      #expect(!run.lines.contains { $0.contains("damaged") }, "taken for damage: \(run)")
    }
  }

  @Test(
    "A value that is carried over is old or new whichever operation fails (6)",
    arguments: FaultRun.operations)
  func migration(operation: String) throws {
    try eachFault("migrate", operation) { place in
      try place.store.set(3, for: "old")
    } check: { (place: Place, run: FaultRun) throws in
      let store = place.store
      store.hub.register(Migration(StoreKey("old"), from: 1) { (old: Int) in "\(old) copies" })
      #expect(try store.value(String.self, for: "old") == "3 copies", "\(run)")
      #expect(try store.diagnose() == [])
    }
  }

  @Test("A file that is published leaves nothing else, whenever its program is killed (16)")
  func publishing() throws {
    try eachFault("publish", "call") { place in
      try place.folder.create()
    } check: { (place: Place, run: FaultRun) throws in
      guard run.action == "kill" else { return }
      #expect(place.names.allSatisfy { $0 == "out.json" }, "\(run): \(place.names)")
      let content = try place.folder.file("out.json").read()
      #expect(content == nil || content == Data("a secret".utf8))
    }
  }

  @Test(
    "A damaged store keeps its readable values whichever operation fails (12)",
    arguments: FaultRun.operations)
  func recovery(operation: String) throws {
    try eachFault("recover", operation) { place in
      let store = place.store
      try store.set(7, for: "kept")
      store.close()
      place.overwrite(Array("garbage".utf8), at: 0)
      try PrivateFile(place.file.path + "-wal").write(Data("log".utf8))
    } check: { (place: Place, run: FaultRun) throws in
      let store = place.store
      let first = try store.value(Int.self, for: "first")
      #expect(first == 1 || (first == nil && !run.lines.contains("first 1")), "\(run)")
      #expect(try store.value(Int.self, for: "kept") == 7, "\(run)")
      try store.set(2, for: "first")
      #expect(try store.diagnose() == [])
      #expect(try place.hasQuarantined("garbage"), "the damaged file is missing: \(place.names)")
      #expect(!place.names.contains { $0.contains(".salvage") }, "\(run): \(place.names)")
      #expect(
        try place.hasQuarantined("log"),
        "its log is missing: \(place.names) \(run) \(store.hub.takeEvents())")
    }
  }
}
