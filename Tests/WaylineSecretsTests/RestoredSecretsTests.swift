import FoundationEssentials
import Testing
import WaylineFaultRuns
import WaylineStorage
import WaylineTestThreads

@testable import WaylineSecrets

@Suite("A backup of secrets is the whole truth", .waitsForPrograms, .serialized)
struct RestoredSecretsTests {
  /// The secrets and the events of a start.
  private func start(_ folder: String) throws -> (values: History.Values, events: [StoreEvent]) {
    let desk = try Desk(at: folder, isRemoved: false)
    let store = desk.open()
    var values: History.Values = [:]
    for key in try store.keys(in: StoreKey.keychain) {
      values[key.name] = try store.value(String.self, for: key.name, in: StoreKey.keychain)
    }
    return (values, store.hub.takeEvents())
  }

  @Test(
    "Whatever files of a backup replace those of a killed program, in any way, one state is read, and what is not used is reported (20)",
    arguments: Backup.allCases)
  func restored(backup: Backup) throws {
    let place = try Desk(inMemory: true)
    let history = try History("secrets", in: place.folder.path)
    for (number, files) in backup.choices.enumerated() {
      // The index is made anew whichever way it comes.
      let ways = files.contains("-shm") ? [Restoring.allCases[number % 4]] : Restoring.allCases
      for way in ways {
        let folder = "\(place.folder.path)/case-\(number)-\(way)"
        try history.copyPresent(to: folder)
        try history.restore(backup, files, by: way, in: folder)
        let outcome = History.outcome(backup, files)
        let (values, events) = try start(folder)
        let title = Comment(rawValue: "\(backup) \(files) \(way): \(events)")
        #expect(values == history.values(of: outcome.state), title)
        #expect(events.count == (outcome.hasStrangeLog ? 1 : 0) + (outcome.lacksLog ? 1 : 0), title)
        let next = try start(folder)
        #expect(next.values == values && next.events == [], title)
        try FileManager.default.removeItem(atPath: folder)
      }
    }
  }

  /// The files that are put in the place of those of a program that still runs.
  private static let choices = [[""], ["", ".used"], ["", "-wal", ".used"], ["-wal"], [".used"]]

  @Test(
    "Whatever files of a backup replace those of a program that uses its secrets, one state is read, and what that program writes then is there (20)",
    arguments: Backup.allCases)
  func restoredInUse(backup: Backup) throws {
    let place = try Desk(inMemory: true)
    let history = try History("secrets", in: place.folder.path)
    for files in Self.choices where files.allSatisfy(backup.files.contains) {
      for way in Restoring.allCases {
        try restoreInUse(history, backup, files, way, "\(place.folder.path)/in-use")
      }
    }
  }

  private func restoreInUse(
    _ history: History, _ backup: Backup, _ files: [String], _ way: Restoring, _ folder: String
  ) throws {
    try history.copyPresent(to: folder, of: "base")
    let program = try LivingProgram("secrets", in: folder, control: folder + "-control")
    let isSameFile = way == .overwriting || way == .overwritingWithTime
    try history.restore(backup, files, by: way, in: folder)
    var outcome = History.outcome(backup, files)
    // The program continues with a log that it uses, if the database is the one that it uses.
    if backup == .base, files == [".used"] || isSameFile { outcome = History.outcome(.base, [""]) }
    let (values, events) = try start(folder)
    let title = Comment(rawValue: "\(backup) \(files) \(way): \(events)")
    #expect(values == history.values(of: outcome.state), title)
    program.write()
    let seen = try start(folder)
    program.end()
    let next = try start(folder)
    // A program with the keys of another life of the secrets has none that open these.
    var later = values
    later["late"] = "present"
    #expect(seen.values == later && next.values == later, title)
    #expect(seen.events == [] && next.events == [], title)
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.removeItem(atPath: folder + "-control")
  }
}
