import Synchronization
import Testing
import Wayline

@testable import WaylineTesting

/// A shelf, and a cellar that looks like it and has another title.
private struct Shelf: View {
  let title: String

  var body: some View {
    Button("Lend") {}
    Button("Lose") {}
    Text("A book").navigationTitle(title)
  }
}

@Suite("The record of crashes")
@MainActor
struct CrashRecordTests {
  private let shelf = ProgramProbe(Explorer { NavigationStack { Shelf(title: "Shelf") } }.subject)
  private let cellar = ProgramProbe(Explorer { NavigationStack { Shelf(title: "Cellar") } }.subject)

  /// Crashes of a command after different commands, on screens of one kind or of different ones.
  private func crashes(
    of command: String, _ count: Int, on screen: ExploredScreen? = nil
  ) -> [CrashRecord.Crash] {
    (0..<count).map { number in
      CrashRecord.Crash(
        kind: screen.map(CrashRecord.kind) ?? "kind \(number)",
        commands: ["\(number)", command])
    }
  }

  @Test("The commands that crashed are known, each list once")
  func known() {
    let crash = CrashRecord.Crash(kind: "shelf", commands: ["Lend", "Lose"])
    let record = CrashRecord([crash, crash])
    #expect(record.all == [crash])
    #expect(record.contains(["Lend", "Lose"]))
    #expect(!record.contains(["Lose"]) && !CrashRecord().contains([]))
  }

  @Test("After three crashes on one kind of screen a command is avoided there, and not on others")
  func kinds() {
    let two = CrashRecord(crashes(of: "Lose", 2, on: shelf.screen))
    #expect(!two.avoids("Lose", on: shelf.screen) && two.avoided.isEmpty)
    let three = CrashRecord(crashes(of: "Lose", 3, on: shelf.screen))
    #expect(three.avoids("Lose", on: shelf.screen) && three.avoided == ["'Lose'"])
    #expect(!three.avoids("Lose", on: cellar.screen))
    #expect(!three.avoids("Lend", on: shelf.screen))
  }

  @Test("After nine crashes on different kinds of screens a command is avoided on every screen")
  func everywhere() {
    let fewer = CrashRecord(crashes(of: "Lose", 8))
    #expect(!fewer.avoids("Lose", on: shelf.screen) && fewer.avoided.isEmpty)
    let record = CrashRecord(crashes(of: "Lose", 9))
    #expect(record.avoids("Lose", on: shelf.screen) && record.avoids("Lose", on: cellar.screen))
    #expect(record.avoided == ["'Lose'"] && !record.avoids("Lend", on: shelf.screen))
  }

  @Test("A program with more than fifty commands that crash is hopeless")
  func hopeless() {
    let fifty = (0..<50).flatMap { crashes(of: "Command \($0)", 2) }
    #expect(!CrashRecord(fifty).exceedsCauses)
    #expect(CrashRecord(fifty + crashes(of: "One more", 1)).exceedsCauses)
  }

  @Test("Crashes are listed by their last command, in the order of the first of each")
  func causes() {
    let record = CrashRecord(
      crashes(of: "Lose", 1) + crashes(of: "Lend", 2) + crashes(of: "Lose", 3))
    #expect(record.byCause.map(\.cause) == ["Lose", "Lend"])
    #expect(record.byCause.map(\.crashes.count) == [3, 2])
  }

  @Test("A line of the journal is read as it was written")
  func lines() {
    var crash = CrashRecord.Crash(kind: "1f", commands: ["Member: Ann", "", "Lose"])
    #expect(CrashRecord.Crash("\(crash)") == crash)
    crash.ending = "SIGSEGV"
    #expect(CrashRecord.Crash("\(crash)") == crash)
    #expect(CrashRecord.Crash("") == nil)
  }

  @Test(
    "A command and the check of a law that crashed eight like screens are both not tried again",
    arguments: ["Lend", "quit", "# interrupt", "# no-leak"])
  func search(_ step: String) async {
    var explorer = Explorer { NavigationStack { Shelf(title: "Shelf") } }.budget(states: 5)
    let journal = Journal()
    explorer.subject.journal = { journal.add($0) }
    _ = await explorer.run()
    #expect(journal.steps.contains(step))

    journal.removeAll()
    explorer.subject.crashes = CrashRecord(crashes(of: step, 8, on: shelf.screen))
    let report = await explorer.run()
    #expect(!journal.steps.contains(step), "\(journal.steps)")
    #expect(report.violations.map(\.property) == ["no-crash"], "\(report)")
    #expect(
      report.limits.contains(
        "'\(step)' was not taken on every screen that has it, because it crashed several."))
  }

  @Test("A step that crashed counts as a transition, and its element as used", arguments: [1, 2])
  func covered(times: Int) async {
    var explorer = Explorer { NavigationStack { Shelf(title: "Shelf") } }
      .without(Law.allCases.filter { $0 != .noCrash })
    let before = await explorer.run()
    explorer.subject.crashes = CrashRecord(
      (0..<times).map { _ in
        CrashRecord.Crash(kind: CrashRecord.kind(of: shelf.screen), commands: ["Lend"])
      })
    let report = await explorer.run()
    #expect(report.violations.map(\.commands) == [["Lend"]], "\(report)")
    #expect(report.transitions == before.transitions && before.transitions == 2, "\(report)")
    #expect(report.uncovered == before.uncovered && before.uncovered == [], "\(report)")
  }
}

/// The last commands of the lists that a search notes before it takes them.
private final class Journal: Sendable {
  private let noted = Mutex<Set<String>>([])
  var steps: Set<String> { noted.withLock { $0 } }

  func add(_ crash: CrashRecord.Crash) { _ = noted.withLock { $0.insert(crash.cause) } }
  func removeAll() { noted.withLock { $0 = [] } }

  @Test("Crashes after different times, or of several tasks with one name, have one cause")
  func waits() {
    func cause(_ command: String) -> [String] {
      LawFinding(crashAfter: command, ending: nil).causes
    }
    #expect(cause("wait 25") == cause("wait 0.5"))
    #expect(cause("wait for a task of Load 2") == cause("wait for a task of Load"))
    #expect(Set(["wait", "wait 25", "wait for a task of Load"].map(cause)).count == 3)
    #expect(cause("Row 2") == ["Row 2"])
  }
}
