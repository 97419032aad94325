import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import Testing
import WaylineFaultRuns
import WaylineStorage
import WaylineTestScale
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSQLite

@Suite("Processes on one store", .waitsForPrograms, .serialized)
struct ProcessTests {
  private let place = Place()
  private let probe = Program.built("WaylineStorageProbe")

  @Test("A process that is killed at any time loses no acknowledged write (11)")
  func killed() throws {
    var (last, dice) = (0, Dice(seed: Scale.seed))
    for round in 0..<Scale.rounds(60) {
      // From before the store is made to the middle of hundreds of writes.
      let moment = dice.below(round % 4 == 0 ? 3_000 : 30_000)
      let run = try probe.run(["write", place.folder.path, "\(moment)"])
      #expect(run.status == 128 + SIGKILL, "\(run.output.suffix(200))")
      last = run.lines.last.flatMap { Int($0) } ?? last
      let store = place.store
      let number = try store.value(Int.self, for: "number") ?? 0
      #expect(number == last || number == last + 1, "acknowledged \(last), found \(number)")
      #expect(try store.diagnose() == [])
      #expect(store.hub.takeEvents() == [])
      store.close()
      last = number
    }
    #expect(last > 0)
  }

  @Test(
    "A power failure takes only the last writes, and no part of one, from a store that may lose some (11)",
    arguments: ["cut", "tear"])
  func powerCuts(action: String) throws {
    let place = Place(inMemory: true)
    var (reached, dice) = (0, Dice(seed: Scale.seed))
    for _ in 0..<Scale.rounds(5) {
      let number = 1 + dice.below(6_000)
      let run = try probe.run(["pairs", place.folder.path, "write", "\(number)", action])
      #expect(run.status == 128 + SIGKILL, "\(run.output.suffix(200))")
      let store = place.store
      let left = try store.value(Int.self, for: "left") ?? 0
      let right = try store.value(String.self, for: "right") ?? ""
      let last = run.lines.last.flatMap { Int($0) } ?? reached
      #expect(left >= reached, "\(left) after \(reached)")
      #expect(left <= last + 1, "\(left), said \(last)")
      #expect(
        right == String(repeating: "\(left),", count: left == 0 ? 0 : 4_000), "torn at \(left)")
      #expect(try store.diagnose() == [])
      let others = store.hub.takeEvents().filter { !$0.isLossOfLog }
      #expect(others == [], "more than the log was lost")
      store.close()
      reached = left
    }
    #expect(reached > 0)
  }

  @Test("Four processes that start cold on one folder count exactly, and none is refused (10)")
  func coldStarts() throws {
    for _ in 0..<Scale.rounds(20) {
      let place = Place(inMemory: true)
      let failures = Mutex<[String]>([])
      let (probe, folder) = (probe, place.folder.path)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do {
          let run = try probe.run(["count", folder, "3"])
          if run.status != 0 { failures.withLock { $0.append(run.output) } }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      #expect(failures.withLock { $0 } == [])
      #expect(try place.store.value(Int.self, for: "count") == 12)
    }
  }

  @Test("Four processes that add to one number by an atomic update lose no increment (23)")
  func additions() throws {
    for _ in 0..<Scale.rounds(3) {
      let place = Place(inMemory: true)
      let statuses = Mutex<[Int32]>([])
      let (probe, folder) = (probe, place.folder.path)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let status = (try? probe.run(["add", folder, "50"]))?.status ?? -1
        statuses.withLock { $0.append(status) }
      }
      #expect(statuses.withLock { $0 } == [0, 0, 0, 0])
      #expect(try place.store.value(Int.self, for: "count") == 200)
    }
  }

  @Test("Four processes that change two numbers together see and leave no partial change (7)")
  func transfers() throws {
    for _ in 0..<Scale.rounds(3) {
      let place = Place(inMemory: true)
      let torn = Mutex<[String]>([])
      let (probe, folder) = (probe, place.folder.path)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let run = try? probe.run(["transfer", folder, "100"])
        torn.withLock { $0.append(run?.output ?? "not run") }
      }
      #expect(torn.withLock { $0 } == ["0\n", "0\n", "0\n", "0\n"])
      #expect(try place.store.value(Int.self, for: "shelf") == -400)
      #expect(try place.store.value(Int.self, for: "lent") == 400)
    }
  }

  @Test("Processes that carry a value over at the same time do it once, and none is refused (10)")
  func migrations() throws {
    for _ in 0..<Scale.rounds(5) {
      let place = Place(inMemory: true)
      let store = place.store
      try store.set(3, for: "old")
      store.close()
      let outputs = Mutex<[String]>([])
      let (probe, folder) = (probe, place.folder.path)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let run = try? probe.run(["migrate", folder, "write", "0", "fail"])
        outputs.withLock { $0.append(run?.output ?? "not run") }
      }
      #expect(outputs.withLock { Set($0) } == ["migrated\nunreached\n"])
      let old = try place.store.bytes(for: StoreKey("old"))
      #expect(old == (try StoredValue(encoding: "3 copies", version: 2)))
    }
  }

  @Test("Memory stays the same over many commands with state and secrets in files")
  func steady() throws {
    let place = Place(inMemory: true)
    let run = try probe.run(["steady", place.folder.path, "\(Scale.rounds(20_000))"])
    let growth = try #require(run.lines.last.flatMap { Int($0) }, "\(run.output)")
    // A leak of 32 bytes for each command is more.
    #expect(growth < 512, "grew by \(growth) kB")
  }

  @Test("A process sees what another one writes (9)")
  func seen() throws {
    let store = place.store
    try store.set(1, for: "number")
    let seen = Mutex("")
    let group = DispatchGroup()
    DispatchQueue(label: "wayline.tests").async(group: group) { [probe, path = place.folder.path] in
      let run = try? probe.run(["see", path, "2"])
      seen.withLock { $0 = run?.lines.last ?? "" }
    }
    // Written again and again until it ends: the other process may not be there yet.
    for _ in 0..<6000 where group.wait(timeout: .now() + .milliseconds(10)) == .timedOut {
      try store.set(2, for: "number")
    }
    #expect(seen.withLock { $0 } == "2")
  }

  @Test(
    "A file that may grow no more refuses the write, keeps the old value, and works again later (3)"
  )
  func limited() throws {
    let run = try probe.run(["limited", place.folder.path, "100000"])
    #expect(run.lines.count == 3, "\(run.output)")
    #expect(run.lines[0].contains("state"), "\(run.lines[0])")
    #expect(run.lines[0] != "written")
    #expect(run.lines.dropFirst() == ["short", "new"])
    #expect(!place.names.contains { $0.contains(".corrupt-") })
  }
}

extension StoreEvent {
  /// True if it reports that the log has lost its end, as a power failure may cause.
  fileprivate var isLossOfLog: Bool {
    switch self {
    case .logDamaged, .logMissing: true
    default: false
    }
  }
}
