import Synchronization
import Testing
import Wayline

@testable import WaylineTesting

@Suite("Random walks after a crash")
@MainActor
struct WalkResumingTests {
  private var explorer: Explorer<Screens> {
    Explorer { FragileShelf() }
      .sometimes("Three books are lent") { $0.lines.contains("Lent: 3") }
      .without(Law.allCases.filter { $0 != .noCrash }).random(walks: 12, steps: 12).seed(11)
  }

  @Test("The next worker continues after the walks that were saved, and takes none of them again")
  func continues() async throws {
    let saved = Saved()
    var first = explorer
    first.subject.onWalk = { saved.note($0()) }
    let whole = await first.run()

    var second = explorer
    second.subject.walked = try Self.copy(saved.all[5])
    var walks: [Int] = []
    second.subject.onWalk = { walks.append($0().walks) }
    #expect("\(await second.run())" == "\(whole)")
    #expect(walks == Array(7...12))
  }

  @Test("A crash ends its walk, is reported once, and the walks before it are not taken again")
  func crash() async throws {
    let continued = try await workers(saving: true)
    #expect(continued.report.violations.map(\.property) == ["no-crash"], "\(continued.report)")
    #expect(
      continued.report.violations.map(\.commands) == [["Lend", "Lend", "Lend", "Lose"]],
      "\(continued.report)")
    #expect(continued.report.goals.map(\.commands) == [["Lend", "Lend", "Lend"]])
    let restarted = try await workers(saving: false)
    #expect("\(continued.report)" == "\(restarted.report)")
    #expect(continued.walks < restarted.walks)
  }

  /// Runs workers as the command does: each ends with the first command that crashes the program.
  private func workers(saving: Bool) async throws -> (report: ExplorationReport, walks: Int) {
    var crashes: [CrashRecord.Crash] = []
    var walked: WalkProgress?
    var walks = 0
    while true {
      var worker = explorer
      worker.subject.crashes = CrashRecord(crashes)
      worker.subject.walked = walked
      let (saved, crash) = (Saved(), FirstCrash())
      worker.subject.onWalk = { if crash.crash == nil { saved.note($0()) } }
      worker.subject.journal = { if $0.cause == "Lose" { crash.note($0) } }
      let report = await worker.run()
      walks += saved.all.count
      guard let crash = crash.crash else { return (report, walks) }
      crashes.append(crash)
      if saving, let last = saved.all.last { walked = try Self.copy(last) }
    }
  }

  private static func copy(_ progress: WalkProgress) throws -> WalkProgress {
    try JSONDecoder().decode(WalkProgress.self, from: try JSONEncoder().encode(progress))
  }
}

@MainActor
private final class Saved {
  private(set) var all: [WalkProgress] = []

  func note(_ progress: WalkProgress) { all.append(progress) }
}

private final class FirstCrash: Sendable {
  private let noted = Mutex<CrashRecord.Crash?>(nil)
  var crash: CrashRecord.Crash? { noted.withLock { $0 } }

  func note(_ crash: CrashRecord.Crash) { noted.withLock { $0 = $0 ?? crash } }
}

private struct FragileShelf: View {
  @State private var lent = 0
  @State private var bell = 0

  var body: some View {
    Text("Lent: \(lent)")
    Button("Lend") { lent += 1 }.disabled(lent > 4)
    Button("Return") { lent -= 1 }.disabled(lent < 1)
    Button("Ring") { bell += 1 }
    if lent == 3 { Button("Lose") { lent = 0 } }
  }
}
