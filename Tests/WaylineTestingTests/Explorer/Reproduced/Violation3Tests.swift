import Testing
import Wayline
import WaylineTesting

// Write the first screen of desk, and the property as in `explorable`, in place of <#…#>.
// Import the module that has it.
@Suite("desk")
@MainActor
struct Violation3Tests {
  // No reachable screen satisfies it.
  @Test("Four books can be lent")
  func reproduced() async {
    // At the start
    let report = await Explorer { ReproducedGoal() }
      .sometimes("Four books can be lent") { $0.lines.contains("Loans: 4") }
      .budget(states: 20_000).run()
    #expect(!report.violations.contains { $0.property == "Four books can be lent" }, "\(report)")
  }
}
