import Testing
import Wayline
import WaylineTesting

@Suite("Random walks")
struct RandomWalkTests {
  private let explorer = Explorer(ScreenStack(routes: 9, depth: 8))
    .never("A sheet over three screens") { $0.screens.count >= 3 && $0.sheet != nil }

  @Test("A deep failure is shrunk to the fewest and simplest commands")
  func shrinking() {
    let report = explorer.random(walks: 50, steps: 200).seed(1).run()
    #expect(
      report.violations.map(\.commands) == [["push(0)", "push(0)", "push(0)", "present(0)"]])
    #expect(report.violations[0].after == ["State(screens: [0, 0, 0], sheet: Optional(0))"])
  }

  @Test("The same seed gives the same report, byte for byte; another seed another walk")
  func seeds() {
    let walks = explorer.random(walks: 20, steps: 30)
    #expect("\(walks.seed(3).run())" == "\(walks.seed(3).run())")
    #expect(walks.seed(3).run().states != walks.seed(4).run().states)
  }

  @Test("A walk never counts as complete, and says that it was random")
  func honesty() {
    let report = Explorer(Turnstile()).random(walks: 3, steps: 3).seed(5).run()
    #expect(!report.isComplete)
    #expect(report.limits == ["3 random walks of at most 3 steps, seed 5."])
  }

  @Test("The first screen of a program counts, also if no walk comes back to it")
  @MainActor
  func firstScreen() async {
    let report = await Explorer { Welcome() }.without(Law.allCases)
      .never("It says welcome") { $0.lines[0] == "Welcome" }
      .sometimes("It has a button") { $0.labels == ["Begin"] }
      .random(walks: 4, steps: 4).run()
    #expect(report.violations.map(\.property) == ["It says welcome"], "\(report)")
    #expect(report.violations.map(\.commands) == [[]], "\(report)")
    #expect(report.goals.map(\.commands) == [[]], "\(report)")
  }

  @Test("A shrunk list of actions is possible from its start, whatever was left out")
  func preconditions() {
    let report = Explorer(ScreenStack(routes: 3, depth: 6))
      .never("Back at 2 over 1") { $0.screens == [1, 2] }
      .random(walks: 40, steps: 60).seed(9).run()
    #expect(report.violations.map(\.commands) == [["push(1)", "push(2)"]])
  }
}

/// A first screen that is shown once.
private struct Welcome: View {
  @State private var hasBegun = false

  var body: some View {
    if hasBegun {
      Text("The desk")
    } else {
      Text("Welcome")
      Button("Begin") { hasBegun = true }
    }
  }
}
