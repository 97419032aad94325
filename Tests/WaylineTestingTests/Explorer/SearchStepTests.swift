import Testing
import Wayline

@testable import WaylineTesting

/// Screens without titles that look the same, and a button that opens two of them at once.
private struct EqualScreens: View {
  enum Place: NavigationValue, CaseIterable {
    case shelf, desk, office
  }

  @State private var path: [Place] = []

  var body: some View {
    NavigationStack(path: $path) {
      links.navigationDestination(for: Place.self) { _ in links }
    }
  }

  @ViewBuilder private var links: some View {
    NavigationLink("Shelf", value: Place.shelf)
    Button("Office on the desk") { path = [.desk, .office] }.disabled(path.count > 1)
  }
}

@Suite("The steps of a search")
@MainActor
struct SearchStepTests {
  private var explorer: Explorer<Screens> {
    Explorer { EqualScreens() }.without(Law.allCases.filter { $0 != .routeCoverage })
      .budget(depth: 3)
  }

  @Test("A search without laws begins one scene")
  func scenes() async {
    var (count, counts) = (0, [Int]())
    var explorer = Explorer(program: "desk") { stores, _ in
      count += 1
      return SceneHost(stores: stores) { EqualScreens() }
    }.without(Law.allCases).budget(states: 30, depth: 3)
    explorer.subject.onExpanded = { _ in counts.append(count) }
    let report = await explorer.run()
    #expect(report.states > 4)
    #expect(counts.last == 1)
  }

  @Test("A command that opens a screen that looks the same has changed something")
  func equalScreens() async {
    let report = await explorer.run()
    #expect(
      report.coverage.allSatisfy { $0.hasSuffix("2 of 2 elements used, 2 changed something") },
      "\(report)")
  }

  @Test("A place below another one that was opened with it counts as reached")
  func placesBelow() async {
    let report = await explorer.run()
    let unreached = report.uncovered.filter { $0.contains("desk") || $0.contains("office") }
    #expect(unreached.isEmpty, "\(report)")
  }

  @Test("The places of a screen are put into words as they were when it was found")
  func shapes() async {
    let report = await explorer.sometimes("The office lies on the desk") {
      $0.shape == "first screen [first screen › desk › office]"
    }.run()
    #expect(report.goals.map(\.commands) == [["Office on the desk"]], "\(report)")
  }
}
