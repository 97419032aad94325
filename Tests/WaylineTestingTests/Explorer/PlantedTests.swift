import Testing
import Wayline
import WaylineTesting

@Suite("Planted bugs", .serialized, .enabled(if: Exploring.isAlone))
@MainActor
struct PlantedTests {
  @Test("Each is found, shrunk to its fewest commands, and named once", arguments: Planted.all)
  func found(_ planted: Planted) async {
    let report = await planted.explorer().budget(states: 400, depth: 8, time: .seconds(20)).run()
    print(
      "planted | \(planted.name) | \(report.violations.map { "\($0.property): \($0.commands)" })")
    #expect(report.violations.map(\.property) == [planted.property], "\(report)")
    if report.goals.isEmpty, !planted.isUnreachedGoal {
      #expect(report.violations.first?.commands == planted.commands, "\(report)")
    }
  }

  @Test("There are at least twenty")
  func count() {
    #expect(Planted.all.count >= 20)
  }

  @Test("A deep bug is found by random walks and shrunk to the same commands")
  func random() async {
    let deep = Planted.all.filter {
      ["copies below zero", "a wizard that skips its check"].contains($0.name)
    }
    for planted in deep {
      let report = await planted.explorer().random(walks: 40, steps: 20).seed(3).run()
      #expect(report.violations.map(\.property) == [planted.property], "\(report)")
      #expect(report.violations.first?.commands == planted.commands, "\(report)")
    }
  }
}

extension Planted {
  /// A goal that is not reached has no commands.
  fileprivate var isUnreachedGoal: Bool { property == "Both can be on" }
}
