import Testing
import Wayline

@testable import WaylineTesting

/// A desk with a field, and a command that takes one copy only.
private struct Desk: View {
  static let lend = ShellCommand("lend", usage: "lend N", summary: "Lends copies.") { call in
    guard call.words == ["1"] else { throw ShellFailure("There is one copy.") }
    return .lines(["Lent."])
  }

  @State private var isOpen = false
  @State private var member = ""

  var body: some View {
    NavigationStack {
      Form {
        Toggle("Open", isOn: $isOpen)
        TextField("Member", text: $member)
      }
      .navigationTitle("Desk")
    }
  }

  @MainActor static var explorer: Explorer<Screens> { Explorer(commands: [lend]) { Desk() } }
}

@Suite("Parts of a plan that had no effect")
@MainActor
struct UnusedPlanTests {
  private static let refused =
    "The command 'lend 2' was refused on every screen: There is one copy."
  private static let mistyped =
    "The command 'lend 1' was taken on no screen: none that was shown has the titles or the link 'Dsk'."
  private static let values =
    "The values for 'Membr' were given to no field: none that was shown has this label, place or link."
  private static let links = "No link was opened: no screen declares a place with a link."

  @Test("A command that is refused everywhere is listed as not covered, with the reason")
  func refusal() async {
    let report = await Desk.explorer.command("lend 2").run()
    #expect(report.isSound && report.uncovered == [Self.refused], "\(report)")
  }

  @Test("A command that does not exist is listed")
  func unknown() async {
    let report = await Desk.explorer.command("lnd 1").run()
    #expect(
      report.uncovered.count == 1
        && report.uncovered[0].hasPrefix("The command 'lnd 1' was refused on every screen: "),
      "\(report)")
  }

  @Test("A command of a place that does not exist is listed")
  func place() async {
    let report = await Desk.explorer.command("lend 1", at: "Dsk").run()
    #expect(report.uncovered == [Self.mistyped], "\(report)")
  }

  @Test("Values of a field that does not exist are listed")
  func field() async {
    let report = await Desk.explorer.values(["Ann"], for: "Membr").run()
    #expect(report.uncovered == [Self.values], "\(report)")
  }

  @Test(
    "Values whose condition holds on no screen with such a field are listed, in every kind of search"
  )
  func fieldWhere() async throws {
    let explorer = Desk.explorer.values(["Ann", "Bob"], for: "Member") { $0.place == "Shelf" }
      .values(["Cem"], for: "Member") { $0.place == "Desk" }
      .values(["Dan"], for: "Member")
    let values = [
      "The values 'Ann', 'Bob' for 'Member' were given to no field: none with this label, place or link was shown where their condition holds.",
      "The values for 'Member' were given to no field: none that was shown has this label, place or link.",
    ]
    let report = await explorer.run()
    #expect(report.uncovered == values, "\(report)")
    let part = await explorer.budget(states: 2).run()
    let resumed = try await explorer.run(resuming: try #require(part.programCheckpoint))
    #expect(resumed.uncovered == values, "\(resumed)")
    let walks = await explorer.random(walks: 4, steps: 6).run()
    #expect(walks.uncovered == values, "\(walks)")
  }

  @Test("Links of a program without places are listed")
  func noLinks() async {
    let report = await Desk.explorer.links().run()
    #expect(report.uncovered == [Self.links], "\(report)")
  }

  @Test("A plan whose every part had an effect lists nothing")
  func used() async {
    let report = await Desk.explorer.command("lend 1").command("lend 1", at: "Desk")
      .values(["Ann"], for: "Member").run()
    #expect(report.uncovered.isEmpty, "\(report)")
    let place = await Desk.explorer.values(["Ann"], for: "Desk").run()
    #expect(place.uncovered.isEmpty, "\(place)")
  }

  @Test("A resumed search and random walks list the same")
  func otherSearches() async throws {
    let explorer = Desk.explorer.command("lend 1").command("lend 2").command("lend 1", at: "Dsk")
      .values(["Ann", "Bob"], for: "Membr")
    let all = [Self.refused, Self.mistyped, Self.values]
    let part = await explorer.budget(states: 3).run()
    let report = try await explorer.run(resuming: try #require(part.programCheckpoint))
    #expect(report.uncovered == all, "\(report)")
    let walks = await explorer.random(walks: 6, steps: 10).run()
    #expect(walks.uncovered == all, "\(walks)")
  }

  @Test("Shards that are merged list what had no effect in any of them")
  func merged() {
    let line = Alphabet.Line(text: "lend 2", place: nil)
    var (left, right) = (ExplorationReport(subject: "desk"), ExplorationReport(subject: "desk"))
    (left.unused, right.unused) = (
      [.line(line, refusal: nil)], [.line(line, refusal: "There is one copy.")]
    )
    (left.uncovered, right.uncovered) = (
      left.unused.map(\.sentence), right.unused.map(\.sentence)
    )
    #expect(ExplorationReport.merging([left, right]).uncovered == [Self.refused])
    (right.unused, right.uncovered) = ([], [])
    #expect(ExplorationReport.merging([left, right]).uncovered.isEmpty)
  }
}
