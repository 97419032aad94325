import FoundationEssentials
import Testing
import Wayline

@testable import WaylineTesting

/// A desk that has a bug only where a test asks for it.
struct ReproducedDesk: View {
  @TaskLocal static var isBroken = false

  private let isBroken = Self.isBroken
  @State private var copies = 3

  var body: some View {
    Text("Copies: \(copies)")
    Button("Lend") { copies -= 1 }.disabled(copies == 0)
    Button(isBroken && copies == 1 ? "Lend" : "Return") { copies = 3 }.disabled(copies == 3)
  }
}

/// A note that is lost only where a test asks for it, when the task that saves it comes to its end.
struct ReproducedNote: View {
  private let isBroken = ReproducedDesk.isBroken
  @State private var note = ""
  @State private var isLost = false

  var body: some View {
    TextField("Note", text: $note)
    if isLost { Text("Lost.") }
    Button("Save") { Task { isLost = isBroken } }.disabled(note.isEmpty || isLost)
    Button("Clear") { (note, isLost) = ("", false) }.disabled(note.isEmpty)
  }
}

/// A shelf from which a fourth book cannot be lent only where a test asks for it.
struct ReproducedGoal: View {
  private let isBroken = ReproducedDesk.isBroken
  @State private var loans = 0

  var body: some View {
    Text("Loans: \(loans)")
    Button("Lend") { loans += 1 }.disabled(loans == (isBroken ? 3 : 4))
    Button("Return all") { loans = 0 }
  }
}

/// A banner that stays too long only where a test asks for it; its field is used by its number.
struct ReproducedBanner: View {
  private let isBroken = ReproducedDesk.isBroken
  @State private var text = ""
  @State private var isShown = false
  @Environment(\.clock) private var clock

  var body: some View {
    TextField("2nd note", text: $text)
    Button("Save") { isShown = true }.disabled(text != "torn" || isShown)
    if isShown {
      Text("Saved.").task {
        try? await clock.sleep(for: .seconds(isBroken ? 30 : 3))
        isShown = false
      }
    }
  }
}

@Suite("Tests that explore writes", .serialized)
@MainActor
struct ReproducedTests {
  private func text(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  private func violation(_ explorer: Explorer<Screens>) async throws
    -> ExplorationReport.Violation
  {
    let report = await ReproducedDesk.$isBroken.withValue(true) { await explorer.run() }
    #expect(report.violations.count == 1, "\(report)")
    return try #require(report.violations.first)
  }

  @Test("A test about a screen is compiled here as it was written, with the screen filled in")
  func screen() async throws {
    let test = try await violation(Explorer { ReproducedDesk() }).test("desk", 1)
    #expect(
      try test.replacing("<#the first screen#>", with: "ReproducedDesk()")
        == text("Violation1Tests.swift"))
  }

  @Test("A test about a property after a wait is compiled here with the property filled in")
  func property() async throws {
    let test = try await violation(
      Explorer { ReproducedNote() }.values(["torn"], for: "Note")
        .never("A note is lost") { $0.lines.contains("Lost.") }
    ).test("desk", 2)
    #expect(
      try test.replacing("<#the first screen#>", with: "ReproducedNote()").replacing(
        "<#the property#>", with: #".never("A note is lost") { $0.lines.contains("Lost.") }"#)
        == text("Violation2Tests.swift"))
  }

  @Test("A test about a goal that cannot be reached looks for it in all states")
  func goal() async throws {
    let goal = #".sometimes("Four books can be lent") { $0.lines.contains("Loans: 4") }"#
    let test = try await violation(
      Explorer { ReproducedGoal() }
        .sometimes("Four books can be lent") { $0.lines.contains("Loans: 4") }
    ).test("desk", 3)
    #expect(
      try test.replacing("<#the first screen#>", with: "ReproducedGoal()")
        .replacing("<#the property#>", with: goal) == text("Violation3Tests.swift"))
  }

  @Test(
    "A test about a time has the values of fields that are used by their numbers, and compares no lines"
  )
  func time() async throws {
    let property = #".always("A banner is short") { $0.timers.allSatisfy { $0 <= .seconds(3) } }"#
    let test = try await violation(
      Explorer { ReproducedBanner() }.values(["torn"], for: "2nd note")
        .always("A banner is short") { $0.timers.allSatisfy { $0 <= .seconds(3) } }
    ).test("desk", 4)
    #expect(
      try test.replacing("<#the first screen#>", with: "ReproducedBanner()")
        .replacing("<#the property#>", with: property) == text("Violation4Tests.swift"))
  }

  @Test("They fail as long as the bug is there")
  func fails() async {
    await withKnownIssue("The label is there twice.") {
      await ReproducedDesk.$isBroken.withValue(true) { await Violation1Tests().reproduced() }
    }
    await withKnownIssue("The note is lost.") {
      await ReproducedDesk.$isBroken.withValue(true) { await Violation2Tests().reproduced() }
    }
    await withKnownIssue("The fourth book cannot be lent.") {
      await ReproducedDesk.$isBroken.withValue(true) { await Violation3Tests().reproduced() }
    }
    await withKnownIssue("The banner stays too long.") {
      await ReproducedDesk.$isBroken.withValue(true) { await Violation4Tests().reproduced() }
    }
  }
}
