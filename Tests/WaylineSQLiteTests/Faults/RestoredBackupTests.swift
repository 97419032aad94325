import FoundationEssentials
import Testing
import WaylineFaultRuns
import WaylineStorage
import WaylineTestScale
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSQLite

/// Backups that take the place of the files of a program that was killed, or still runs.
@Suite("A backup is the whole truth", .waitsForPrograms, .serialized)
struct RestoredBackupTests {
  private let place = Place(inMemory: true)

  /// The values and the events of a start.
  private func start(_ folder: String) throws -> (values: History.Values, events: [StoreEvent]) {
    let store = SQLiteStore("\(folder)/state.sqlite3")
    var values: History.Values = [:]
    for key in try store.keys() { values[key.name] = try store.value(String.self, for: key.name) }
    let events = store.hub.takeEvents()
    store.close()
    return (values, events)
  }

  private func history() throws -> History {
    try place.folder.create()
    return try History("state", in: place.folder.path)
  }

  @Test(
    "Whatever files of a backup replace those of a killed program, in any way, one state is read, and what is not used is reported and retained (20)",
    arguments: Backup.allCases)
  func restored(backup: Backup) throws {
    let history = try history()
    for (number, files) in backup.choices.enumerated() {
      // The index is made anew whichever way it comes.
      let ways = files.contains("-shm") ? [Restoring.allCases[number % 4]] : Restoring.allCases
      for way in ways {
        let folder = "\(place.folder.path)/case-\(number)-\(way)"
        try history.copyPresent(to: folder)
        try history.restore(backup, files, by: way, in: folder)
        let log = FileManager.default.contents(atPath: "\(folder)/state.sqlite3-wal") ?? Data()
        let outcome = History.outcome(backup, files)
        let (values, events) = try start(folder)
        let title = Comment(rawValue: "\(backup) \(files) \(way): \(events)")
        #expect(values == history.values(of: outcome.state), title)
        #expect(events.contains { $0.isOfStrangeLog } == outcome.hasStrangeLog, title)
        #expect(events.contains(.logMissing(store: "state")) == outcome.lacksLog, title)
        #expect(events.count == (outcome.hasStrangeLog ? 1 : 0) + (outcome.lacksLog ? 1 : 0), title)
        if outcome.hasStrangeLog { #expect(try isRetained(log, folder), title) }
        let next = try start(folder)
        #expect(next.values == values && next.events == [], title)
        try FileManager.default.removeItem(atPath: folder)
      }
    }
  }

  /// The files that are put in the place of those of a program that still runs.
  private static let choices = [[""], ["", ".used"], ["", "-wal", ".used"], ["-wal"], [".used"]]

  @Test(
    "Whatever files of a backup replace those of a running program, one state is read, and what that program writes then is there (20)",
    arguments: Backup.allCases)
  func restoredInUse(backup: Backup) throws {
    let history = try history()
    for files in Self.choices where files.allSatisfy(backup.files.contains) {
      for way in Restoring.allCases {
        try restoreInUse(history, backup, files, way)
      }
    }
  }

  private func restoreInUse(
    _ history: History, _ backup: Backup, _ files: [String], _ way: Restoring
  ) throws {
    let folder = "\(place.folder.path)/in-use"
    try history.copyPresent(to: folder, of: "base")
    let program = try LivingProgram("state", in: folder, control: folder + "-control")
    let isSameFile = way == .overwriting || way == .overwritingWithTime
    try history.restore(backup, files, by: way, in: folder)
    var outcome = History.outcome(backup, files)
    // The program goes on with a log that it uses, if the database is the one that it uses.
    if backup == .base, files == [".used"] || isSameFile { outcome = History.outcome(.base, [""]) }
    let (values, events) = try start(folder)
    let title = Comment(rawValue: "\(backup) \(files) \(way): \(events)")
    #expect(values == history.values(of: outcome.state), title)
    #expect(events.contains { $0.isOfStrangeLog } == outcome.hasStrangeLog, title)
    program.write()
    var later = values
    later["late"] = "present"
    let seen = try start(folder)
    #expect(seen.values == later && seen.events == [], "\(title), written: \(seen.events)")
    program.end()
    let next = try start(folder)
    #expect(next.values == later && next.events == [], "\(title), ended: \(next.events)")
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.removeItem(atPath: folder + "-control")
  }

  /// The orders of some files.
  private func orders(_ files: [String]) -> [[String]] {
    if files.count < 2 { return [files] }
    return files.flatMap { first in orders(files.filter { $0 != first }).map { [first] + $0 } }
  }

  @Test(
    "When files of a backup come one after the other, with a start between, each start reads one state, and retains each log that it does not use (20)",
    arguments: Backup.allCases)
  func oneByOne(backup: Backup) throws {
    let history = try history()
    let states = ["older", "olderKilled", "base", "present", "other", "otherKilled"]
    let folder = "\(place.folder.path)/one-by-one"
    for order in orders(backup.files.filter { $0 != "-shm" }) {
      for way in Restoring.allCases {
        try history.copyPresent(to: folder)
        for (step, suffix) in order.enumerated() {
          try history.restore(backup, [suffix], by: way, in: folder)
          let log = FileManager.default.contents(atPath: "\(folder)/state.sqlite3-wal") ?? Data()
          let (values, events) = try start(folder)
          let title = Comment(rawValue: "\(backup) \(order) \(step) \(way): \(events)")
          let state = states.first { history.values(of: $0) == values }
          #expect(state != nil, title)
          #expect(events.contains { $0.isOfStrangeLog } == (try isRetained(log, folder)), title)
          let isUsed = state == "present" || state == "olderKilled" || state == "otherKilled"
          if !isUsed, !log.isEmpty { #expect(try isRetained(log, folder), title) }
          let next = try start(folder)
          #expect(next.values == values && next.events == [], title)
        }
        try FileManager.default.removeItem(atPath: folder)
      }
    }
  }

  private func isRetained(_ log: Data, _ folder: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
      name.contains(".corrupt-") && name.hasSuffix("-wal")
        && FileManager.default.contents(atPath: "\(folder)/\(name)") == log
    }
  }
}

extension StoreEvent {
  /// True if it reports a log that is not that of the database.
  var isOfStrangeLog: Bool {
    if case .logMismatched = self { true } else { false }
  }
}
