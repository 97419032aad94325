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

  @Test("They fail as long as the bug is there")
  func fails() async {
    await withKnownIssue("The label is there twice.") {
      await ReproducedDesk.$isBroken.withValue(true) { await Violation1Tests().reproduced() }
    }
    await withKnownIssue("The note is lost.") {
      await ReproducedDesk.$isBroken.withValue(true) { await Violation2Tests().reproduced() }
    }
  }
}
