import Testing
import Wayline
import WaylineTestScale
import WaylineTesting

@Suite("Planted bugs", .serialized)
@MainActor
struct PlantedTests {
  @Test("Each is found, shrunk to its fewest commands, and named once", arguments: Planted.all)
  func found(_ planted: Planted) async {
    let explorer = planted.explorer().budget(states: planted.states, depth: planted.depth)
    let report = await explorer.run()
    let found = report.violations.map { "\($0.property): \($0.commands.joined(separator: ", "))" }
    print("planted | \(planted.name) | \(found.joined(separator: "; "))")
    #expect(report.violations.map(\.property) == [planted.property], "\(report)")
    #expect(report.violations.map(\.commands) == [planted.commands], "\(report)")
  }

  @Test(
    "Two runs give the same report, byte for byte",
    arguments: [
      "a sheet that finishes twice", "a wizard that skips its check", "copies below zero",
      "loads that answer in the wrong order", "an answer that comes before an earlier one",
    ])
  func twice(_ name: String) async throws {
    let planted = try #require(Planted.all.first { $0.name == name })
    let explorer = planted.explorer().budget(states: 40 * Scale.factor, depth: planted.depth)
    let (first, second) = (await explorer.run(), await explorer.run())
    #expect("\(first)" == "\(second)")
  }

  @Test("There are at least twenty")
  func count() {
    #expect(Planted.all.count >= 20)
  }

  @Test(
    "A deep bug is found by random walks and shrunk to the same commands",
    arguments: ["copies below zero", "a wizard that skips its check"])
  func random(_ name: String) async throws {
    let planted = try #require(Planted.all.first { $0.name == name })
    let report = await planted.explorer().random(walks: 10 * Scale.factor, steps: 20).seed(3).run()
    #expect(report.violations.map(\.property) == [planted.property], "\(report)")
    #expect(report.violations.first?.commands == planted.commands, "\(report)")
  }
}
