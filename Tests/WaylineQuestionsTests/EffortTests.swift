import Testing
import WaylineTestPrograms
import WaylineTestThreads

/// The keys of a person and the lines that remain, for flows that other tools have.
///
/// A key is a press other than the characters of a text that is itself the answer, such as a title.
@Suite("The effort of known flows", .waitsForPrograms)
struct EffortTests {
  /// A person who counts keys.
  private final class Person {
    let tool: Tool
    private(set) var keys = 0

    init(_ question: String, _ environment: [String: String] = [:]) throws {
      tool = try Tool([question], Tool.live.merging(environment) { $1 })
    }

    /// Presses keys, each one character, once a text is shown.
    func press(_ pressed: String, when text: String) -> Bool {
      keys += pressed.count
      return tool.hear(text, say: pressed)
    }

    /// Types a text and Enter.
    func answer(_ text: String, when shown: String) -> Bool {
      keys += 1
      return tool.hear(shown, say: "\(text)\r")
    }
  }

  @Test("npm init with two changes takes at most 12 keys, and leaves at most 12 lines")
  func npmInit() throws {
    let person = try Person("npm-init")
    try #require(person.press("d\r", when: "1 to 8 of 10"))
    try #require(person.answer("A site", when: "description:"))
    try #require(person.press("l\r", when: "1 to 8 of 10"))
    try #require(person.answer("MIT", when: "license: (ISC)"))
    try #require(person.press("\r", when: "1 to 8 of 10"))
    try #require(person.tool.hear("answer: [\"site\", \"1.0.0\", \"A site\""))
    #expect(person.tool.program.end() == 0)
    let lines = TerminalScreen(person.tool.heard).lines.filter { !$0.hasPrefix("answer: ") }
    #expect(lines.first == "package name: site" && lines.last == "license: MIT", "\(lines)")
    #expect((person.keys, lines.count) == (7, 9))
    #expect(person.keys <= 12 && lines.count <= 12)
  }

  @Test("gh pr create with title, body, two reviewers of 40 and a label takes at most 19 keys")
  func pullRequest() throws {
    let person = try Person("pull-request", ["EDITOR": "printf 'It lends.\\n' >"])
    try #require(person.answer("Lend more books", when: "Title:"))
    try #require(person.press("17 3", when: "1 to 8 of 40"))
    try #require(person.press(" \r", when: "> [ ] reviewer-3"))
    try #require(person.press("d \r", when: "[ ] bug"))
    try #require(person.press("\r", when: "> Continue"), "\(person.tool.heard.debugDescription)")
    let answer = #"["Lend more books", "It lends.", "reviewer-3", "reviewer-17", "documentation"]"#
    try #require(person.tool.hear("answer: \(answer)"), "\(person.tool.heard.debugDescription)")
    #expect(person.keys == 11 && person.keys <= 19)
  }
}
