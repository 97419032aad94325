import Testing
import WaylineQuestions

@Suite("The answers of a test")
struct OriginTests {
  private struct Site: Equatable {
    var name: String
    var template: String
    var parts: [String]
    var isPublic: Bool
  }

  private func site() throws -> Site {
    Site(
      name: try Question.text("Name", default: "site") { $0.contains("/") ? "No slash." : nil },
      template: try Question.choice("Template", from: ["api", "web"], default: "web"),
      parts: try Question.choices("Parts", from: ["tests", "docs"], chosen: ["docs"]),
      isPublic: try Question.confirm("Publish?", default: false))
  }

  @Test("Are taken by the questions in order, in synchronous and in asynchronous code")
  func answered() async throws {
    let lines = ["shop", "api", "tests", "yes"]
    let expected = Site(name: "shop", template: "api", parts: ["tests"], isPublic: true)
    #expect(try Question.answering(lines) { try site() } == expected)
    let awaited = try await Question.answering(lines) {
      Site(
        name: try await Question.text("Name"),
        template: try await Question.choice("Template", from: ["api", "web"]),
        parts: try await Question.choices("Parts", from: ["tests", "docs"]),
        isPublic: try await Question.confirm("Publish?"))
    }
    #expect(awaited == expected)
  }

  @Test("May be empty, which takes the defaults")
  func empty() throws {
    #expect(
      try Question.answering(["", "", "", ""]) { try site() }
        == Site(name: "site", template: "web", parts: ["docs"], isPublic: false))
  }

  @Test("Answer secrets and texts of several lines too")
  func secret() throws {
    let (secret, note) = try Question.answering(["s3cret", "one\ntwo"]) {
      (try Question.secret("Token"), try Question.editor("Note"))
    }
    #expect(secret.text == "s3cret" && note == "one\ntwo" && "\(secret)" == "********")
    #expect(String(reflecting: secret) == "********" && Mirror(reflecting: secret).children.isEmpty)
  }

  @Test("Are followed by the next one when they are refused, and end with an error")
  func refused() throws {
    #expect(try Question.answering(["x", "y", "api", "", ""]) { try site() }.template == "api")
    #expect(
      throws: QuestionError.inputEnded(
        question: "Template", advice: "'x' is not a choice. Choose api or web.")
    ) { try Question.answering(["a", "x"]) { try site() } }
  }

  @Test("Have to be used up")
  func unused() {
    #expect(throws: QuestionError.unusedAnswers(["more"])) {
      try Question.answering(["", "", "", "", "more"]) { try site() }
    }
  }

  @Test("Are the defaults where nobody is asked, and errors without one")
  func nobody() async throws {
    #expect(try Question.withoutInput { try site() }.template == "web")
    #expect(
      throws: QuestionError.unanswered(
        question: "Template", advice: "Give --template, or set SITE_TEMPLATE.")
    ) {
      try Question.withoutInput {
        try Question.choice(
          "Template", from: ["api"], answer: .option("--template"), .variable("SITE_TEMPLATE"))
      }
    }
    let name = try await Question.withoutInput {
      try await Question.text("Name", default: "site")
    }
    #expect(name == "site")
    #expect(
      try Question.answering(["a"]) {
        try Question.withoutInput(if: false) { try Question.text("Name") }
      } == "a")
  }

  @Test("Of the default are held to the rules where nobody is asked")
  func refusedDefault() {
    #expect(throws: QuestionError.refused(question: "Name", name: "Name", problem: "No slash.")) {
      try Question.withoutInput {
        try Question.text("Name", default: "a/b") { $0.contains("/") ? "No slash." : nil }
      }
    }
  }

  @Test("Are empty where an option gives the empty text, also with a default")
  func emptyOption() throws {
    try Question.withoutInput {
      #expect(try Question.text("Name", default: "site", answer: .option("--name", "")) == "")
      let parts = try Question.choices(
        "Parts", from: ["a", "b"], chosen: ["a"], answer: .option("--parts", ""))
      #expect(parts.isEmpty)
    }
  }

  @Test("Are not needed where an option answers, which is held to the same rules")
  func options() throws {
    func template(_ option: String?) throws -> String {
      try Question.withoutInput {
        try Question.choice(
          "Template", from: ["api", "web"], answer: .option("--template", option))
      }
    }
    #expect(try template("web") == "web")
    #expect(
      throws: QuestionError.refused(
        question: "Template", name: "--template",
        problem: "'x' is not a choice. Choose api or web.")
    ) { try template("x") }
    #expect(try Question.confirm("Sure?", answer: .option("--yes", "yes")))
  }

  @Test(
    "Have sentences that say what happened and what to do",
    arguments: [
      (
        QuestionError.inputEnded(question: "Name", advice: ""),
        "The input ended before 'Name' was answered.", 1
      ),
      (
        .unanswered(question: "Name", advice: "Give --name."),
        "'Name' needs an answer, and nobody can be asked here. Give --name.", 2
      ),
      (.refused(question: "Name", name: "--name", problem: "No slash."), "--name: No slash.", 2),
      (.nothingToChoose(question: "Name"), "'Name' has nothing to choose from.", 1),
      (.editorFailed(question: "Note", problem: "No text."), "'Note' has no answer. No text.", 1),
      (.unusedAnswers(["a", "b"]), "No question asked for 'a', 'b'.", 1),
    ] as [(QuestionError, String, Int32)])
  func sentences(error: QuestionError, sentence: String, status: Int32) {
    #expect(error.description == sentence && error.exitStatus == status)
  }

  @Test("There is nothing to ask about no values")
  func nothing() {
    #expect(throws: QuestionError.nothingToChoose(question: "Template")) {
      try Question.choice("Template", from: [String]())
    }
  }
}
