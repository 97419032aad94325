import Testing
import WaylineQuestions
import WaylineTestPrograms
import WaylineTestThreads

@Suite("A form in a test")
struct FormTests {
  private struct Site: Equatable {
    var name: String
    var template: String
    var port: String?
    var parts: [String]
  }

  private func site() throws -> Site {
    let name = try Question.text("Name", default: "site") { $0.contains("/") ? "No slash." : nil }
    let template = try Question.choice("Template", from: ["api", "web"], default: "web")
    return Site(
      name: name, template: template,
      port: template == "api" ? try Question.text("Port", default: "80") : nil,
      parts: try Question.choices("Parts", from: ["tests", "docs"], chosen: ["docs"]))
  }

  @Test(
    "Takes a line for each question, and < goes back to the one before with its answer as default",
    arguments: [
      (["shop", "api", "90", "tests"], "shop api 90 tests"),
      (["shop", "<", "", "api", "", ""], "shop api 80 docs"),
      (["shop", "<", "store", "", ""], "store web - docs"),
      (["shop", "api", "<", "web", ""], "shop web - docs"),
      (["shop", "api", "90", "<", "<", "", "", ""], "shop api 90 docs"),
      (["shop", "api", "90", "<", "<", "<", "", "web", ""], "shop web - docs"),
      (["a", "web", "<", "api", "90", "<", "<", "web", "tests"], "a web - tests"),
      (["a/b", "a", "web", ""], "a web - docs"),
      // There is no question before the first one, so this is its answer.
      (["<", "web", ""], "< web - docs"),
    ])
  func back(lines: [String], expected: String) async throws {
    func text(_ site: Site) -> String {
      ([site.name, site.template, site.port ?? "-"] + site.parts).joined(separator: " ")
    }
    #expect(try Question.answering(lines) { try text(Question.form { try site() }) } == expected)
    let awaited = try await Question.answering(lines) {
      try await Question.form { () async throws in try text(site()) }
    }
    #expect(awaited == expected)
  }

  @Test("Is a closure that is called once for each step back, and whose errors end it")
  func calls() throws {
    struct Failure: Error {}
    var calls = 0
    _ = try Question.answering(["a", "<", "b", ""]) {
      try Question.form {
        calls += 1
        _ = try (Question.text("Name"), Question.confirm("Sure?", default: true))
      }
    }
    #expect(calls == 2)
    #expect(throws: Failure.self) {
      try Question.answering(["a"]) {
        try Question.form {
          throw try Question.text("Name") == "a" ? Failure() : CancellationError()
        }
      }
    }
  }

  @Test("Goes back also where its closure catches the errors of questions")
  func caught() throws {
    let answer = try Question.answering(["a", "<", "b", "yes"]) {
      try Question.form {
        let name = try Question.text("Name")
        let isSure = (try? Question.confirm("Sure?")) ?? false
        return "\(name) \(isSure)"
      }
    }
    #expect(answer == "b yes".replacing("yes", with: "true"))
  }

  @Test("Within another form is a part of it")
  func nested() throws {
    let answers = try Question.answering(["a", "b", "<", "<", "c", "d", "e"]) {
      try Question.form {
        let first = try Question.text("First")
        let second = try Question.form { try Question.text("Second") }
        return [first, second, try Question.text("Third")]
      }
    }
    #expect(answers == ["c", "d", "e"])
  }

  @Test("Asks questions with one prompt apart, and none that an option answers")
  func repeated() throws {
    let answers = try Question.answering(["a", "<", "d", "e"]) {
      try Question.form {
        [
          try Question.text("Name"), try Question.text("Name", answer: .option("--second", "b")),
          try Question.text("Name"), try Question.text("Last", answer: .option("--last", "l")),
        ]
      }
    }
    #expect(answers == ["d", "b", "e", "l"])
  }

  @Test("Takes the defaults where nobody is asked, and reviews nothing")
  func nobody() throws {
    let expected = Site(name: "site", template: "web", parts: ["docs"])
    for startsAtReview in [false, true] {
      #expect(
        try Question.withoutInput {
          try Question.form(startsAtReview: startsAtReview) { try site() }
        } == expected)
    }
  }
}

@Suite("A form at a terminal", .waitsForPrograms)
struct FormTerminalTests {
  private static let modes = [[], ["await"]]

  @Test("Is reviewed after its last question, and an answer is changed there")
  func reviewed() throws {
    for mode in Self.modes {
      let tool = try Tool(mode + ["form"])
      #expect(tool.hear("(site)", say: "shop\r") && tool.hear("> 3 web", say: "\r"))
      #expect(tool.hear("[ ] tests", say: "\r"), "\(tool.heard.debugDescription)")
      #expect(
        tool.hear("Answers: ") && tool.hear("> 1 Continue") && tool.hear("2 Name: shop")
          && tool.hear("3 Template: web") && tool.hear(" Parts: docs", say: "temp\r"),
        "\(tool.heard.debugDescription)")
      #expect(tool.hear("> 3 web", say: "api\r"), "\(tool.heard.debugDescription)")
      // The answer asks for one more, which the form did not have before.
      #expect(tool.hear("Port: (80)", say: "\r"), "\(tool.heard.debugDescription)")
      #expect(tool.hear("  Port: 80") && tool.hear(" Parts: docs", say: "\r"))
      #expect(
        tool.hear("Name: shop\r\nTemplate: api\r\nPort: 80\r\nParts: docs\r\n")
          && tool.hear("answer: [\"shop\", \"api\", \"80\", \"docs\"]"),
        "\(tool.heard.debugDescription)")
      #expect(tool.program.end() == 0)
    }
  }

  @Test("Goes back with Shift-Tab and with <, and the former answer is the default")
  func back() throws {
    for back in ["\u{1B}[Z", "<\r"] {
      let tool = try Tool(["form"])
      #expect(tool.hear("(site)", say: "shop\r"))
      #expect(tool.hear("> 3 web") && tool.hear("Shift-Tab goes back", say: back))
      #expect(tool.hear("Name: (shop)", say: "\r"), "\(tool.heard.debugDescription)")
      #expect(tool.hear("> 3 web", say: "\r") && tool.hear("[ ] tests", say: back))
      #expect(tool.hear("> 3 web", say: "\r") && tool.hear("[ ] tests", say: "\r"))
      #expect(tool.hear("> 1 Continue", say: "\r"))
      #expect(
        tool.hear("answer: [\"shop\", \"web\", \"docs\"]"), "\(tool.heard.debugDescription)")
    }
  }

  @Test("Starts at the review with its defaults, and leaves one line for each answer")
  func startsAtReview() throws {
    for mode in Self.modes {
      let tool = try Tool(mode + ["form-review"])
      #expect(tool.hear("> 1 Continue") && tool.hear(" Parts: docs", say: "nam\r"))
      #expect(tool.hear("Name: (site)", say: "a/b\r") && tool.hear("no slash", say: "\u{15}shop\r"))
      #expect(tool.hear("2 Name: shop") && tool.hear(" Parts: docs", say: "nam\r"))
      // Shift-Tab gives the change up.
      #expect(tool.hear("Name: (shop)", say: "x\u{1B}[Z") && tool.hear("2 Name: shop"))
      #expect(tool.hear(" Parts: docs", say: "\r"), "\(tool.heard.debugDescription)")
      #expect(
        tool.hear("Name: shop\r\nTemplate: web\r\nParts: docs\r\n")
          && tool.hear("answer: [\"shop\", \"web\", \"docs\"]"),
        "\(tool.heard.debugDescription)")
    }
  }

  @Test("Is asked with numbers at a plain terminal, without an escape byte")
  func numbered() throws {
    for environment in Tool.numbered {
      let tool = try Tool(["form"], environment)
      #expect(tool.hear("Name (site): ", say: "shop\n"))
      #expect(tool.hear("Type < to go back.\r\n") && tool.hear("label (web): ", say: "<\n"))
      #expect(tool.hear("Name (shop): ", say: "\n") && tool.hear("label (web): ", say: "\n"))
      #expect(tool.hear("commas (docs): ", say: "\n"), "\(tool.heard.debugDescription)")
      #expect(
        tool.hear("[1] Continue\r\n[2] Name: shop\r\n[3] Template: web\r\n[4] Parts: docs\r\n"))
      #expect(tool.hear("label (Continue): ", say: "2\n") && tool.hear("Name (shop): ", say: "b\n"))
      #expect(tool.hear("[2] Name: b") && tool.hear("label (Continue): ", say: "\n"))
      #expect(tool.hear("answer: [\"b\", \"web\", \"docs\"]"), "\(tool.heard.debugDescription)")
      #expect(!tool.heard.contains("\u{1B}"))
      #expect(tool.heard.split(separator: "Type < to go back.").count == 2)
    }
  }

  @Test("Is a line for each question on a pipe, where < is an answer")
  func piped() throws {
    let tool = try Tool(["form", "form-review"], script: #"printf '<\n\n\nb\napi\n\n1\n' | "$@""#)
    #expect(
      tool.hear(
        "answer: [\"<\", \"web\", \"docs\"]\r\nanswer: [\"b\", \"api\", \"80\", \"tests\"]"),
      "\(tool.heard.debugDescription)")
  }

  @Test("Shows no secret in its review, and asks for it again")
  func secret() throws {
    for environment in [Tool.live, Tool.numbered[0]] {
      let tool = try Tool(["secret-form"], environment)
      #expect(tool.hear("Name:", say: "Ann\r") && tool.hear("Token: ", say: "s3cret\r"))
      #expect(tool.hear("Token: ********", say: "tok\r"), "\(tool.heard.debugDescription)")
      #expect(tool.hear("Token: ", say: "t0ken\r") && tool.hear("Token: ********", say: "\r"))
      #expect(tool.hear("answer: Ann, 5 bytes from 116"), "\(tool.heard.debugDescription)")
      #expect(!tool.heard.contains("s3cret") && !tool.heard.contains("t0ken"))
    }
  }

  @Test("Ends with CancellationError when a question or the review is left")
  func left() throws {
    for environment in [Tool.live, Tool.numbered[0]] {
      let tool = try Tool(["form", "form", "text"], environment)
      #expect(tool.hear("(site)", say: "\r") && tool.hear("web", say: "\u{3}"))
      #expect(tool.hear("cancelled") && tool.hear("(site)", say: "\r"))
      #expect(tool.hear("web", say: "\r") && tool.hear("tests", say: "\r"))
      #expect(tool.hear("Name: site") && tool.hear("Parts: docs", say: "\u{3}"))
      #expect(tool.hear("cancelled") && tool.hear("Name: ", say: "Ann\r"))
      #expect(tool.hear("answer: Ann"), "\(tool.heard.debugDescription)")
    }
  }
}
