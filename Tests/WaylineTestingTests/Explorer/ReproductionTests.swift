import Testing
import Wayline

@testable import WaylineTesting

@Suite("Tests that reproduce a violation")
struct ReproductionTests {
  private func test(of property: String) -> String {
    let violation = ExplorationReport.Violation(
      property: property, message: "It is broken.", commands: ["Say \"yes\""], after: ["Desk"])
    return violation.test("desk", 1)
  }

  @Test("A leak is looked for at the end of the host, and the right screen is not refused")
  func leak() {
    let test = test(of: "no-leak")
    #expect(test.contains("host.onFailure = { Issue.record(\"\\($0)\") }"))
    #expect(test.contains("await host.end()"))
    #expect(!test.contains("host.lines"))
  }

  @Test("A host starts the program again where the commands have a restart")
  func restart() {
    var violation = ExplorationReport.Violation(
      property: "no-leak", message: "It leaks.", commands: ["Lend", "restart"], after: ["Desk"])
    violation.setup.lines = ["restart"]
    let line = #"  if command == "restart" { host.restart() } else { host.send(command) }"#
    #expect(violation.test("desk", 1).contains(line))
  }

  @Test("A wrong screen is refused", arguments: ["unique-labels", "dead-end"])
  func screen(property: String) {
    let test = test(of: property)
    #expect(test.contains("#expect(host.lines != [\"Desk\"])"))
    #expect(test.contains("\"Say \\\"yes\\\"\","))
  }

  @Test(
    "A law that no screen shows is checked again",
    arguments: ["link-round-trip", "restores-place", "end-of-input", "undo-redo"])
  func law(name: String) {
    let test = test(of: name)
    #expect(test.contains("let report = await Explorer {"))
    #expect(test.contains(".budget(depth: 2)"))
    #expect(test.contains("#expect(!report.violations.contains { $0.property == \"\(name)\" }"))
    #expect(!test.contains("host.lines"))
  }

  @Test("A violation at the start, and one after a wait, are tests that can be compiled")
  func compiled() {
    var violation = ExplorationReport.Violation(
      property: "width", message: "Two\nlines.", commands: [], after: ["Desk"])
    #expect(violation.test("desk", 1).contains("let commands: [String] = [\n    ]"))
    #expect(violation.test("desk", 1).contains("// Two lines."))
    #expect(violation.test("desk", 12).contains("struct Violation12Tests {"))
    violation.commands = ["Name: Ann", "2 torn", "wait 30"]
    violation.setup.fields = [
      ViolationSetup.Field(label: "Name", values: ["Ann"]),
      ViolationSetup.Field(label: "Note 2: long", values: ["torn"]),
    ]
    violation.setup.lines = ["lend 42", "restart"]
    let waits = violation.test("desk", 2)
    #expect(waits.contains("Explorer { <#the first screen#> }"))
    #expect(waits.contains(".values([\"Ann\"], for: \"Name\")"))
    #expect(waits.contains(".values([\"torn\"], for: \"Note 2: long\")"))
    #expect(waits.contains(".command(\"lend 42\")") && waits.contains(".restarts()"))
    #expect(violation.script.contains("# Repeat it with: explore --script FILE"))
    #expect(waits.contains(".budget(depth: 4).run()") && !waits.contains("<#the property#>"))
  }

  @Test("A goal that cannot be reached, and a promise, are looked for in all states")
  func allStates() {
    var violation = ExplorationReport.Violation(
      property: "A book is lent", message: "No reachable screen satisfies it.", commands: [])
    let goal = violation.test("desk", 1)
    #expect(goal.contains(".budget(states: 20_000).run()") && goal.contains("<#the property#>"))
    violation = ExplorationReport.Violation(
      property: "reaches-quit", message: "It cannot be left.", commands: ["Lend"], after: ["Desk"])
    violation.setup.needsAllStates = true
    #expect(violation.test("desk", 1).contains(".budget(states: 20_000).run()"))
  }

  @Test("A property of one's own is asked again, since the lines of a screen do not decide it")
  func ownProperty() {
    let test = test(of: "A book is lent for a week")
    #expect(test.contains("<#the property#>") && test.contains(".budget(depth: 2)"))
    #expect(!test.contains("host.lines"))
  }

  @Test("Of a long list the text has 50 entries, and the number of the others")
  func longLists() {
    var report = ExplorationReport(subject: "Desk")
    report.uncovered = (1...50).map { "'Book \($0)' on 'Desk'" }
    #expect(report.description.contains("'Book 50'") && !report.description.contains(" more"))
    report.uncovered.append("'Book 51' on 'Desk'")
    report.coverage = (1...52).map { "Shelf \($0): 1 state" }
    let lines = report.description.split(separator: "\n")
    #expect(lines.contains("  and 1 more") && lines.contains("  and 2 more"))
    #expect(!report.description.contains("'Book 51'"))
  }

  @Test("One state is counted as one, and a goal without a way names no start")
  func words() {
    var report = ExplorationReport(subject: "Desk")
    (report.states, report.transitions) = (1, 1)
    report.violations = [
      ExplorationReport.Violation(
        property: "A book is lent", message: "No reachable screen satisfies it.", commands: [])
    ]
    let text = "\(report)"
    #expect(text.contains("1 state, 1 transition, depth 0, all explored."))
    #expect(ExplorationReport.counted(0, "state") == "0 states")
    let one = ExplorationLimits(states: 1, depth: 1)
    let shard = ExplorationShard(index: 1, count: 2)
    let cuts: [ExplorationCut] = [.states, .depth, .shard]
    #expect(
      cuts.map { $0.sentence(one, shard) } == [
        "states beyond the first 1.", "states that need more than 1 command.",
        "the states of the other 1 shard.",
      ])
    #expect("\(RandomWalks(count: 1, steps: 1))" == "1 random walk of at most 1 step")
    #expect(!text.contains("At the start."))
  }
}
