import Testing
import WaylineSystem
import WaylineViews

@testable import WaylineShell

@Suite("Forms and their meanings in two columns")
struct DefinitionListTests {
  private let rows: [DefinitionList.Row] = [
    ("where", "Show this place, its link and the command that opens it."),
    ("wait [time] [for task|until text]", "Wait for work to finish, or for a text."),
    ("deploy --strategy rolling|blue-green|canary|recreate", ""), ("本を借りる", "Lend the book."),
    ("quit", "Save and quit."),
  ]

  @Test("Without a width each row is a line")
  func whole() {
    #expect(
      DefinitionList(rows).lines(columns: nil) == [
        "  where       Show this place, its link and the command that opens it.",
        "  wait [time] [for task|until text]  Wait for work to finish, or for a text.",
        "  deploy --strategy rolling|blue-green|canary|recreate",
        "  本を借りる  Lend the book.", "  quit        Save and quit.",
      ])
  }

  @Test("With a width, the meaning of a form that is too wide begins below it")
  func wide() {
    #expect(
      DefinitionList(rows).lines(columns: 60) == [
        "  where       Show this place, its link and the command that",
        "              opens it.", "  wait [time] [for task|until text]",
        "              Wait for work to finish, or for a text.",
        "  deploy --strategy rolling|blue-green|canary|recreate",
        "  本を借りる  Lend the book.", "  quit        Save and quit.",
      ])
  }

  @Test("In 40 columns everything wraps with a hanging indent")
  func narrow() {
    #expect(
      DefinitionList(rows).lines(columns: 40) == [
        "  where       Show this place, its link", "              and the command that opens",
        "              it.", "  wait [time] [for task|until text]",
        "              Wait for work to finish,", "              or for a text.",
        "  deploy --strategy", "      rolling|blue-green|canary|recreate",
        "  本を借りる  Lend the book.", "  quit        Save and quit.",
      ])
  }

  @Test("No line is wider than the width, and no character is lost", arguments: 20..<120)
  func widths(columns: Int) {
    let lines = DefinitionList(rows).lines(columns: columns)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
    let characters = { (lines: [String]) in lines.joined().filter { $0 != " " } }
    #expect(characters(lines) == characters(DefinitionList(rows).lines(columns: nil)))
    // A further line is indented more than the form of a row.
    #expect(lines.count { !$0.hasPrefix("   ") } == rows.count)
  }
}
