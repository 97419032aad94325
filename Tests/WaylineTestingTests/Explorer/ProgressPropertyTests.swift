import Testing
import Wayline
import WaylineTesting

/// A desk that is taken by pressing a button, and becomes free by another one, by time, or by both.
private struct Seat: View {
  let hasButton: Bool
  let hasTimer: Bool
  @State private var isTaken = false
  @State private var isLit = false
  @Environment(\.clock) private var clock

  var body: some View {
    Text(isTaken ? "Taken" : "Free")
    if !isTaken { Button("Take") { isTaken = true } }
    if isTaken, hasButton { Button("Leave") { isTaken = false } }
    Toggle("Light", isOn: $isLit)
      .task(id: isTaken) {
        guard isTaken, hasTimer else { return }
        if (try? await clock.sleep(for: .seconds(30))) != nil { isTaken = false }
      }
  }
}

@Suite("Goals that bounds cut off, and those that time must reach", .serialized)
@MainActor
struct ProgressPropertyTests {
  private func report(hasButton: Bool, hasTimer: Bool) async -> ExplorationReport {
    await Explorer { Seat(hasButton: hasButton, hasTimer: hasTimer) }.without(.deadEnd)
      .leadsTo(
        "A seat becomes free", .inevitably, from: { $0.lines.contains("Taken") },
        to: { $0.lines.contains("Free") }
      ).run()
  }

  @Test("Nobody has to press a button: a goal that only a button reaches is avoided")
  func button() async {
    let report = await report(hasButton: true, hasTimer: false)
    #expect(report.violations.map(\.property) == ["A seat becomes free"], "\(report)")
    #expect(report.violations.first?.commands.first == "Take", "\(report)")
    #expect(
      report.violations.map(\.message) == [
        "If nothing more is typed here, the goal is never reached."
      ], "\(report)")
  }

  @Test(
    "Time does not stand still: a goal that a timer reaches is reached, whatever is pressed",
    arguments: [false, true])
  func timer(hasButton: Bool) async {
    let report = await report(hasButton: hasButton, hasTimer: true)
    #expect(report.isSound && report.isComplete, "\(report)")
  }

  @Test("A goal that a bound cuts off is undecided, and no violation")
  func undecided() async {
    let seat = Explorer { Seat(hasButton: true, hasTimer: false) }
      .sometimes("It is taken") { $0.lines.contains("Taken") }
      .sometimes("It is sold") { $0.lines.contains("Sold") }
    let part = await seat.budget(states: 1).run()
    #expect(part.isSound && part.undecided == ["It is taken", "It is sold"], "\(part)")
    #expect(
      "\(part)".contains(
        "Undecided: It is sold. It was not reached in the part that was explored."))
    let whole = await seat.run()
    #expect(whole.undecided.isEmpty && whole.violations.map(\.property) == ["It is sold"])
    let walks = await seat.random(walks: 8, steps: 4).run()
    #expect(walks.undecided == ["It is sold"] && walks.isSound, "\(walks)")
  }

  @Test("A goal that no shard reaches is decided when all shards are joined")
  func joined() async {
    var reports: [ExplorationReport] = []
    for index in 1...2 {
      reports.append(
        await Explorer { Seat(hasButton: true, hasTimer: false) }.without(Law.allCases)
          .sometimes("It is sold") { $0.lines.contains("Sold") }
          .shard(index, of: 2).run())
    }
    let joined = ExplorationReport.merging(reports)
    #expect(joined.violations.map(\.property) == ["It is sold"], "\(joined)")
    #expect(joined.undecided.isEmpty)
  }
}
