import FoundationEssentials
import Glibc
import Testing
import WaylineFaultRuns
import WaylineStorage
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSQLite

/// Faults while a start finds a log that does not belong to the database.
@Suite("A log that is set aside", .waitsForPrograms, .serialized)
struct SetAsideLogTests {
  /// Makes the files of a store, of which a backup of the database was put back after a kill.
  ///
  /// - Returns: the log of the killed program, which has the value 3.
  private func makeRestored(_ place: Place) throws -> Data {
    let store = place.store
    try store.set(1, for: "copies")
    store.close()
    let backup = place.bytes("")
    try store.set(2, for: "copies")
    store.close()
    try store.set(3, for: "copies")
    let killed = [("", backup), ("-wal", place.bytes("-wal")), (".used", place.bytes(".used"))]
    store.close()
    for (suffix, content) in killed { try PrivateFile(place.file.path + suffix).write(content) }
    return killed[1].1
  }

  /// The number of copies of the log, in its place or in the quarantine.
  private func copies(of log: Data, in place: Place) throws -> Int {
    try place.names.count { name in
      guard name.contains("-wal") else { return false }
      return try place.folder.file(name).read() == log
    }
  }

  @Test(
    "Whichever operation fails meanwhile, the restored state is read, and the log is retained (20)",
    arguments: FaultRun.operations)
  func faults(operation: String) throws {
    let folder = Place(inMemory: true)
    try folder.folder.create()
    // Its folder lasts as long as it does.
    let template = Place(at: "\(folder.folder.path)/template")
    defer { withExtendedLifetime(template) {} }
    let log = try makeRestored(template)
    for run in try FaultRun.all(of: "recover", operation: operation, in: folder.folder.path) {
      let place = Place(at: run.folder)
      #expect(run.endedAsPlanned, "\(run)")
      #expect(run.lines.allSatisfy { !$0.contains("damaged") }, "\(run)")
      let store = place.store
      #expect(try store.value(Int.self, for: "copies") == 1, "\(run)")
      if run.lines.contains("first 1") {
        #expect(try store.value(Int.self, for: "first") == 1, "\(run)")
      }
      #expect(try copies(of: log, in: place) == 1, "\(run): \(place.names)")
      store.close()
      let next = place.store
      #expect(try next.value(Int.self, for: "copies") == 1, "\(run)")
      #expect(next.hub.takeEvents() == [], "\(run)")
    }
  }

  @Test("In a read-only folder the restored state is shown, and the log is reported and left (20)")
  func readOnlyFolder() throws {
    let place = Place(at: "/tmp/wayline-\(UInt64.random(in: .min ... .max))")
    let log = try makeRestored(place)
    let run = try Program.built("WaylineStorageProbe").run(["guest", place.folder.path])
    let refusal = StoreError.readOnly(store: "state")
    let event = StoreEvent.logMismatched(store: "state", quarantine: place.file.path + "-wal")
    #expect(
      run.lines == [
        "user", "shows 1", "\(refusal)", "\(StoreEvent.problem(refusal))", "\(event)",
      ]
        || run.lines == [
          "user", "shows 1", "\(refusal)", "\(event)", "\(StoreEvent.problem(refusal))",
        ], "\(run.output)")
    #expect(place.bytes("-wal") == log)
  }

  @Test(
    "Errors of the disk, once or from one read on, are no damage, and the next start is whole (20)")
  func failingReads() throws {
    let folder = Place(inMemory: true)
    try folder.folder.create()
    let template = Place(at: "\(folder.folder.path)/template")
    let store = template.store
    try store.set(1, for: "copies")
    let log = (template.bytes("-wal"), template.bytes(".used"), template.bytes(""))
    store.close()
    for (suffix, content) in [("-wal", log.0), (".used", log.1), ("", log.2)] {
      try PrivateFile(template.file.path + suffix).write(content)
    }
    defer { withExtendedLifetime(template) {} }
    for run in try FaultRun.all(of: "recover", operation: "read", in: folder.folder.path) {
      #expect(run.endedAsPlanned, "\(run)")
      for line in run.lines where line.hasPrefix("refused") {
        #expect(!line.contains("damaged") && !line.contains("backup"), "\(run)")
        #expect(line.contains("disk") || line.contains("nput/output error"), "\(run)")
      }
      let place = Place(at: run.folder)
      let next = place.store
      #expect(try next.value(Int.self, for: "copies") == 1, "\(run)")
      #expect(next.hub.takeEvents() == [], "\(run)")
      #expect(place.quarantines.isEmpty, "\(run): \(place.names)")
    }
  }

  @Test("A copy of the log from before it was emptied does not belong to the database (20)")
  func emptied() throws {
    let place = Place(inMemory: true)
    let store = place.store
    try store.set(1, for: "copies")
    let log = place.bytes("-wal")
    try store.set(2, for: "copies")
    var database = LazyDatabase(DatabaseFile(place.file.path, name: "state", layout: .state))
    var findings = LazyDatabase.Findings()
    try database.emptyLog(findings: &findings)
    let emptied = place.bytes("")
    store.close()
    database.close()
    for note in [nil, place.bytes(".used")] {
      try PrivateFile(place.file.path).write(emptied)
      try PrivateFile(place.file.path + "-wal").write(log)
      try PrivateFile(place.file.path + ".used").remove()
      if let note { try PrivateFile(place.file.path + ".used").write(note) }
      let next = place.store
      #expect(try next.value(Int.self, for: "copies") == 2)
      #expect(next.hub.takeEvents().contains { $0.isOfStrangeLog })
      next.close()
    }
  }
}

/// Programs that are killed in the middle of a commit, while another one uses the same store.
@Suite("A commit of several pages that is killed", .waitsForPrograms, .serialized)
struct KilledCommitTests {
  private let place = Place(inMemory: true)

  private func start(_ folder: String) throws -> (values: History.Values, events: [StoreEvent]) {
    let store = SQLiteStore("\(folder)/state.sqlite3")
    defer { store.close() }
    var values: History.Values = [:]
    for key in try store.keys() {
      values[key.name] = try store.storedValue(for: key).map { "\($0.bytes.count)" }
    }
    return (values, store.hub.takeEvents())
  }

  @Test(
    "Whichever write the kill interrupts, no start reports a loss, before and after smaller commits (20)"
  )
  func killed() throws {
    for number in stride(from: 1, through: 37, by: 3) {
      let folder = "\(place.folder.path)/\(number)"
      let store = Place(at: folder).store
      try store.set("first", for: "title")
      store.close()
      let other = try LivingProgram("state", in: folder, control: folder + "-control")
      let run = try Program.built("WaylineStorageProbe").run(
        ["pairs", folder, "write", "\(number)", "kill"])
      #expect(run.status == 128 + SIGKILL, "\(number): \(run.output) \(run.errors)")
      let found = try start(folder)
      #expect(found.events == [], "\(number)")
      other.write()
      let seen = try start(folder)
      other.end()
      let last = try start(folder)
      #expect(seen.events == [] && last.events == [], "\(number): \(seen.events) \(last.events)")
      #expect(seen.values["late"] != nil && seen.values == last.values, "\(number)")
      #expect(seen.values.count == found.values.count + 1, "\(number)")
      // Both of a pair, or none; and the last one that was acknowledged.
      #expect((seen.values["left"] == nil) == (seen.values["right"] == nil), "\(number)")
      if run.lines.isEmpty == false { #expect(seen.values["left"] != nil, "\(number)") }
    }
  }
}
