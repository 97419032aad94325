import FoundationEssentials
import Testing
import WaylineTestPrograms
import WaylineTestThreads

@testable import WaylineQuestions

@Suite("A line of recorded answers")
struct AnswerLineTests {
  private static let texts = [
    "", "site", "a b", " a", "a ", "\"", "\"a\"", "a\"b", "one\ntwo", "tab\t", "\\", "\\n",
    "a\r\nb",
    "\u{1B}[31m", "é雪👩‍👧", "\u{85}", "\u{2028}", "<", "# a", "yes", "1,2",
  ]

  @Test("Is read as the answer that it was written for, of each kind")
  func roundTrip() throws {
    func check(_ kind: QuestionForm.Kind, _ answer: QuestionAnswer) throws {
      let form = QuestionForm("Prompt", kind)
      let line = AnswerLine.line(of: answer, to: form)
      #expect(line.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count == 1)
      let typed = try #require(AnswerLine.answer(to: form, in: line), "\(line)")
      #expect(try form.read(typed.isEmpty ? "\"\"" : typed) == answer, "\(line)")
    }
    for text in Self.texts where text != "\"\"" {
      try check(.text(default: "site"), .text(text))
      try check(.editor(""), .text(text))
    }
    let labels = ["web", "Web", "10", "a, b", "\"x\"", "\"y, z\"", "c:\\", "d\\\", e", "#"]
    for index in labels.indices {
      try check(.choice(labels, marked: 0), .choice(index))
      for other in labels.indices {
        try check(.choices(labels, chosen: [1]), .choices(Set([index, other]).sorted()))
      }
    }
    try check(.choices(labels, chosen: [1]), .choices([]))
    for isYes in [true, false] {
      try check(.confirmation(default: nil), .confirmation(isYes))
    }
  }

  @Test("Belongs to the question whose prompt it begins with")
  func prompts() {
    let name = QuestionForm("Name", .text(default: nil))
    #expect(AnswerLine.answer(to: name, in: "Name: a") == "a")
    #expect(AnswerLine.answer(to: name, in: "Name:") == "")
    #expect(AnswerLine.answer(to: name, in: "Name:a") == nil)
    #expect(AnswerLine.answer(to: name, in: "Names: a") == nil)
    let sure = QuestionForm("Sure?", .confirmation(default: nil))
    #expect(AnswerLine.answer(to: sure, in: "Sure? yes") == "yes")
  }
}

@Suite("Recorded answers")
struct RecordingTests {
  private let folder = TemporaryFolder()

  private func answers(_ text: String) throws -> String {
    try folder.write(text, to: "answers")
    return "\(folder.path)/answers"
  }

  private func site() throws -> [String] {
    [
      try Question.text("Name", default: "site"),
      try Question.choice("Template", from: ["api", "web"], default: "web"),
      try Question.secret("Token", answer: .option("--token", "t0ken")).text,
      try Question.choices("Parts", from: ["tests", "docs"], chosen: ["docs"]).description,
      "\(try Question.confirm("Publish?", default: false))",
    ]
  }

  @Test("Are written to a new file without secrets, and answer the same questions again")
  func replayed() async throws {
    let path = "\(folder.path)/new"
    try folder.write("", to: "other")
    let first = try Question.answering(["a\tb", "api", "", "yes"]) {
      try Question.recording(toFile: path) { try site() }
    }
    #expect(
      folder.contents["new"].map { String(decoding: $0, as: UTF8.self) } == """
        Name: "a\\tb"
        Template: api
        # Token: a secret, which is not recorded
        Parts: docs
        Publish? yes

        """)
    #expect(
      try Question.withoutInput { try Question.answering(fromFile: path) { try site() } } == first)
    let awaited = try await Question.withoutInput {
      try await Question.answering(fromFile: path) { () async throws in try site() }
    }
    #expect(awaited == first)
    #expect(throws: QuestionError.self) { try Question.recording(toFile: path) { try site() } }
    #expect(folder.permissions(of: path).mode == 0o600)
  }

  @Test("Of a form are those that it was accepted with")
  func form() throws {
    let path = "\(folder.path)/new"
    try folder.write("", to: "other")
    _ = try Question.answering(["a", "<", "b", "yes"]) {
      try Question.recording(toFile: path) {
        try Question.form { (try Question.text("Name"), try Question.confirm("Sure?")) }
      }
    }
    #expect(
      folder.contents["new"].map { String(decoding: $0, as: UTF8.self) } == "Name: b\nSure? yes\n")
  }

  @Test("May stand in another order, with remarks, and leave out what has a default")
  func order() throws {
    let path = try answers("# a site\n\nTemplate: api\nName: \"\"\n")
    let found = try Question.withoutInput {
      try Question.answering(fromFile: path) { try site() }
    }
    #expect(found == ["", "api", "t0ken", "[\"docs\"]", "false"])
  }

  @Test("Are found where they are wrong, and where no question asked for them")
  func wrong() throws {
    #expect(
      throws: QuestionError.refused(
        question: "Template", name: "\(folder.path)/answers, line 2",
        problem: "'x' is not a choice. Choose api or web.")
    ) {
      let path = try answers("Name: a\nTemplate: x\n")
      _ = try Question.withoutInput { try Question.answering(fromFile: path) { try site() } }
    }
    #expect(throws: QuestionError.unusedAnswers(["Templat: web", "Name: b"])) {
      let path = try answers("Name: a\nTemplat: web\nName: b\n")
      _ = try Question.withoutInput { try Question.answering(fromFile: path) { try site() } }
    }
  }

  @Test("Go after an option and a variable, and before the lines of a test")
  func precedence() throws {
    let path = try answers("Name: file\nTemplate: web\n")
    let found = try Question.answering(["line"]) {
      try Question.answering(fromFile: path) {
        [
          try Question.text("Name", answer: .option("--name", "option")),
          try Question.text("Template"), try Question.text("Last"),
        ]
      }
    }
    #expect(found == ["option", "web", "line"])
  }

  @Test(
    "That cannot be read or written are an error of the options",
    arguments: ["/", "/none/file", "/proc/self/mem"])
  func files(path: String) {
    func status(_ body: () throws -> Void) -> Int32? {
      do { try body() } catch { return (error as? QuestionError)?.exitStatus }
      return nil
    }
    #expect(status { try Question.answering(fromFile: path) {} } == 2)
    #expect(status { try Question.recording(toFile: path) {} } == 2)
  }
}

@Suite("Recorded answers at a terminal", .waitsForPrograms)
struct RecordedTerminalTests {
  private let folder = TemporaryFolder()

  @Test("Are not asked for, but a wrong one is")
  func wrong() throws {
    try folder.write("Name: a/b\nTemplate: web\nParts: tests\n", to: "answers")
    for environment in [Tool.live, Tool.numbered[0]] {
      let tool = try Tool(["answers=\(folder.path)/answers"], environment)
      #expect(tool.hear("\(folder.path)/answers, line 1: A name has no slash.\r\n"))
      #expect(tool.hear("(site)", say: "shop\r"))
      #expect(
        tool.hear("answer: [\"shop\", \"web\", \"tests\"]"), "\(tool.heard.debugDescription)")
    }
  }

  @Test("Are recorded as they are accepted in the review")
  func recorded() throws {
    try folder.write("", to: "other")
    let tool = try Tool(["record=\(folder.path)/new", "answers=\(folder.path)/new"])
    #expect(tool.hear("(site)", say: "shop\r") && tool.hear("> 3 web", say: "\r"))
    #expect(tool.hear("tests", say: "\r") && tool.hear("> 1 Continue", say: "nam\r"))
    #expect(tool.hear("Name: (shop)", say: "store\r") && tool.hear("Name: store"))
    #expect(tool.hear("Parts", say: "\r"), "\(tool.heard.debugDescription)")
    let answer = "answer: [\"store\", \"web\", \"docs\"]"
    #expect(tool.hear(answer) && tool.hear(answer), "\(tool.heard.debugDescription)")
  }
}
