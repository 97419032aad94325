import Dispatch
import FoundationEssentials
import Synchronization
import Testing
import WaylineFaultRuns
import WaylineStorage
import WaylineTestScale
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSQLite

@Suite("Recovery", .waitsForPrograms, .serialized)
struct RecoveryTests {
  private let probe = Program.built("WaylineStorageProbe")
  private let count = 494

  /// A closed store with values on many pages, the first of which is damaged.
  private func damagedPlace() throws -> Place {
    let place = Place(inMemory: true)
    let store = place.store
    try store.transaction {
      for number in 0..<count { try store.set(number, for: "key\(number)") }
    }
    store.close()
    place.overwrite([UInt8](repeating: 0xEE, count: 60), at: 0)
    return place
  }

  @Test("A process that is killed at any time during a recovery loses no readable value (22)")
  func killed() throws {
    var (interrupted, dice) = (0, Dice(seed: Scale.seed))
    for round in 0..<Scale.rounds(25) {
      let place = try damagedPlace()
      let run = try probe.run(["mend", place.folder.path, "\(500 + dice.below(9_000))"])
      interrupted += run.status == 0 ? 0 : 1
      let store = place.store
      #expect(try store.keys().count == count, "round \(round): \(place.names)")
      #expect(place.names.allSatisfy { !$0.contains(".salvage") }, "\(place.names)")
      store.close()
    }
    #expect(interrupted > 0)
  }

  @Test(
    "A recovery that another process interrupted is reported by the start that finishes it (22)")
  func reported() throws {
    for number in 1...60 {
      let place = try damagedPlace()
      let run = try probe.run(["recover", place.folder.path, "call", "\(number)", "kill"])
      if run.lines.last == "unreached" { return }
      let isPending =
        place.bytes().first == 0xEE || place.names.contains { $0.hasSuffix(".notice") }
      let store = place.store
      #expect(try store.keys().count >= count)
      let reports = store.hub.takeEvents().compactMap { event in
        if case .recovered(_, _, let salvaged, let lost) = event { [salvaged, lost] } else { nil }
      }
      #expect(reports == (isPending ? [[count, 0]] : []), "call \(number): \(place.names)")
    }
    Issue.record("more than 60 calls")
  }

  @Test("A write acknowledged while another process recovers the file is in the new file (22)")
  func writerMeanwhile() throws {
    for round in 0..<Scale.rounds(3) {
      let place = Place(inMemory: true)
      let first = place.store
      try first.set(0, for: "number")
      first.close()
      let lines = Mutex<[String]>([])
      let group = DispatchGroup()
      DispatchQueue(label: "wayline.tests").async(group: group) {
        [probe, path = place.folder.path] in
        let run = try? probe.run(["write", path, "60000000"])
        lines.withLock { $0 = run?.lines ?? [] }
      }
      // The writer is at work once its log exists.
      while place.bytes("-wal").isEmpty, group.wait(timeout: .now() + .milliseconds(5)) == .timedOut
      {
      }
      var recovered = 0
      while recovered < 5, group.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
        place.overwrite([UInt8](repeating: 0xEE, count: 60), at: 0)
        let store = place.store
        _ = try? store.value(Int.self, for: "number")
        for case .recovered in store.hub.takeEvents() { recovered += 1 }
      }
      try place.folder.file("stop").write(Data())
      group.wait()
      let acknowledged = lines.withLock { $0.last.flatMap { Int($0) } } ?? 0
      let number = try place.store.value(Int.self, for: "number") ?? 0
      #expect(number >= acknowledged, "round \(round): \(number) after \(acknowledged)")
      #expect(recovered > 0 && acknowledged > 0)
    }
  }

  @Test(
    "Earlier quarantines are deleted only after a recovery has succeeded (22)")
  func quarantines() throws {
    var failures = 0
    for number in 1...60 {
      let place = try damagedPlace()
      for day in 1...3 {
        try place.folder.file("state.sqlite3.corrupt-2026010\(day)T000000.000000Z-1").write(
          Data([1]))
      }
      let earlier = place.quarantines
      let run = try probe.run(["recover", place.folder.path, "call", "\(number)", "fill"])
      let isRecovered = place.bytes().first != 0xEE
      #expect(isRecovered || place.quarantines.isSuperset(of: earlier), "call \(number)")
      failures += isRecovered ? 0 : 1
      #expect(try place.store.keys().count >= count)
      // An old one that could not be deleted stays until the next recovery.
      #expect(isRecovered || place.quarantines.count == 3, "call \(number): \(place.names)")
      if run.lines.last == "unreached" { break }
    }
    #expect(failures > 0)
  }

  @Test("A copy that could not be deleted does not undo a recovery that is complete (22)")
  func leftCopy() throws {
    let place = try damagedPlace()
    try PrivateFile(place.file.path + "-wal").write(Data("log".utf8))
    try DatabaseFile(place.file.path, name: "state", layout: .state).recover().discard()
    try PrivateFile(place.file.path + ".salvage").write(Data("copy".utf8))
    #expect(try place.store.keys().count == count)
    #expect(try place.hasQuarantined("log"), "\(place.names)")
    #expect(!place.names.contains { $0.hasSuffix(".salvage") })
  }
}
