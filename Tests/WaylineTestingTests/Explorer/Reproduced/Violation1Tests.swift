import Testing
import Wayline
import WaylineTesting

// Write the first screen of desk in place of <#…#>.
// Import the module that has it.
@Suite("desk")
@MainActor
struct Violation1Tests {
  // 2 elements are called 'Lend'. Give each a label of its own.
  @Test("unique-labels")
  func reproduced() async {
    let commands: [String] = [
      "Lend",
      "Lend",
    ]
    let host = TestHost { ReproducedDesk() }
    host.onFailure = { Issue.record("\($0)") }
    for command in commands { host.send(command) }
    await host.settle()
    #expect(host.lines != ["Copies: 1", "[1] Lend", "[2] Lend"])
  }
}
