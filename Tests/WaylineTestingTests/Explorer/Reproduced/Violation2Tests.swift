import Testing
import Wayline
import WaylineTesting

// Write the first screen of desk, and the property as in `explorable`, in place of <#…#>.
// Import the module that has it.
@Suite("desk")
@MainActor
struct Violation2Tests {
  // This screen breaks it.
  @Test("A note is lost")
  func reproduced() async {
    // Note: torn, Save, wait
    let report = await Explorer { ReproducedNote() }
      .values(["torn"], for: "Note")
      .never("A note is lost") { $0.lines.contains("Lost.") }
      .budget(depth: 4).run()
    #expect(!report.violations.contains { $0.property == "A note is lost" }, "\(report)")
  }
}
