import Testing
import Wayline
import WaylineTesting

@Suite("Labels that a line does not reach")
@MainActor
struct LabelLawTests {
  private static let deploy = ShellCommand("deploy", usage: "deploy SERVICE", summary: "Deploy.") {
    _ in .done
  }

  @Test(
    "A view alone is searched for labels that typing reads as something else",
    arguments: [
      ("#1", ", and begins like a comment"), ("/x", ", and begins like a search in the lines"),
      ("Home", " and a command"), ("Deploy now", ", and begins with the command `deploy`"),
      (":tree", " and a command"),
      (":x", nil), ("Deploy", nil), ("Lend", nil),
    ] as [(String, String?)])
  func labels(label: String, reason: String?) async {
    let report = await Explorer(commands: [Self.deploy]) { Button(label) {} }.run()
    let found = report.violations.filter { $0.property == "label-is-command" }.map(\.message)
    let message = reason.map { "'\(label)' is the label of an element\($0). Use another label." }
    #expect(found == (message.map { [$0] } ?? []), "\(report)")
  }
}
