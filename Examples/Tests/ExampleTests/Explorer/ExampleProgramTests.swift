import LendingDesk
import TestScale
import Testing
import Wayline
import WaylineTesting

@testable import counter

@Suite("The examples as programs", .serialized)
@MainActor
struct ExampleProgramTests {
  @Test("The lending desk keeps every law, and a lent book can be returned")
  func desk() async {
    let report = await Explorer(program: "desk") { LendingDesk.DeskView() }
      .values(["torn"], for: "Remark")
      .sometimes("A book is lent") { $0.lines.contains { $0.hasSuffix("(lent)") } }
      .leadsTo(
        "It comes back", from: { $0.labels.contains("Return") },
        to: { $0.labels.contains("Lend") }
      )
      .budget(states: 60 * Scale.factor, depth: 4 + Scale.factor)
      .run()
    print(report)
    #expect(report.isSound, "\(report)")
    #expect(
      report.goals.map(\.commands) == [["Middlemarch", "Lend", "Ada", "back"]], "\(report)")
  }

  @Test("The counter never counts below zero")
  func counter() async {
    let report = await Explorer(program: "counter") { CounterView() }
      .never("It counts below zero") { $0.lines.contains { $0.contains("-1") } }
      .budget(states: 12 * Scale.factor)
      .run()
    print(report)
    #expect(report.isSound && report.states == 12 * Scale.factor, "\(report)")
  }
}
