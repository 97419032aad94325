import Testing
import Wayline
import WaylineTesting

// Write the first screen of desk, and the property as in `explorable`, in place of <#…#>.
// Import the module that has it.
@Suite("desk")
@MainActor
struct Violation4Tests {
  // This screen breaks it.
  @Test("A banner is short")
  func reproduced() async {
    // 1 torn, Save, wait
    let report = await Explorer { ReproducedBanner() }
      .values(["torn"], for: "2nd note")
      .always("A banner is short") { $0.timers.allSatisfy { $0 <= .seconds(3) } }
      .budget(depth: 4).run()
    #expect(!report.violations.contains { $0.property == "A banner is short" }, "\(report)")
  }
}
