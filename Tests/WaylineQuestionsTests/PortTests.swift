import Glibc
import Testing
import WaylineTestPrograms
import WaylineTestThreads

/// The tool of the tests, at a terminal of its own.
struct Tool {
  let program: TerminalProgram

  /// The folder of the test bundle, where the built programs are.
  private static let built = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    .map { $0.split(separator: "/").dropLast().map { "/\($0)" }.joined() }

  /// A terminal that takes escape bytes; without styles, which would stand between the letters of a label.
  static let live = ["TERM": "xterm", "NO_COLOR": "1"]
  static let numbered = [
    ["TERM": "dumb"], ["TERM": "xterm", "ACCESSIBLE": "1"], ["TERM": "xterm", "NO_EDIT": "1"],
  ]

  /// Starts the tool with questions.
  ///
  /// - Parameter script: the script that runs it as `"$@"`.
  init(
    _ questions: [String], _ environment: [String: String] = live, script: String? = nil
  ) throws {
    let probe = "\(try #require(Self.built))/WaylineQuestionProbe"
    let variables = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"].merging(environment) { $1 }
    program =
      if let script {
        try TerminalProgram(
          "/bin/sh", ["-c", script, "sh", probe] + questions, environment: variables)
      } else {
        try TerminalProgram(probe, questions, environment: variables)
      }
  }

  /// True once a text is on the terminal, and what is typed then.
  func hear(_ text: String, say line: String = "") -> Bool {
    guard program.hear(text) else { return false }
    program.say(line)
    return true
  }

  var heard: String { program.heard }
}

@Suite("Questions at a terminal that takes escape bytes", .waitsForPrograms)
struct LiveQuestionTests {
  @Test(
    "Each kind is answered by keys, and leaves one line",
    arguments: [
      ("text", "Name:", "Ann\u{7F}na\r", "Name: Anna", "Anna"),
      ("text-default", "(site)", "\r", "Name: site", "site"),
      ("text-default", "(site)", "\t2\r", "Name: site2", "site2"),
      ("choice", "> 1 api", "\u{1B}[B\u{1B}OB\r", "Template: web", "web"),
      ("choice", "> 1 api", "ank\r", "Template: blank", "blank"),
      ("choice", "> 1 api", "3", "Template: web", "web"),
      (
        "choices", "> 1 [ ] tests", "31\r", "Parts: tests, docs, licence",
        "[\"tests\", \"docs\", \"licence\"]"
      ),
      ("choice-default", "> 3 web", "\r", "Template: web", "web"),
      ("many", "1 to 8 of 40", "\u{1B}[6~\u{1B}[6~\r", "Number: 17", "17"),
      ("choices", "> 1 [ ] tests", " \r", "Parts: tests, docs", "[\"tests\", \"docs\"]"),
      ("confirm", "(yes or no)", "y\r", "Overwrite ./site? yes", "true"),
      ("confirm-default", "> no", "\r", "Overwrite ./site? no", "false"),
    ])
  func answered(question: String, shown: String, keys: String, line: String, answer: String) throws
  {
    for mode in [[], ["await"]] {
      let tool = try Tool(mode + [question])
      #expect(tool.hear(shown, say: keys), "\(tool.heard.debugDescription)")
      #expect(tool.hear("\(line)\r\n"), "\(tool.heard.debugDescription)")
      #expect(tool.hear("answer: \(answer)\r\n") && tool.program.end() == 0)
    }
  }

  @Test("^L draws the question anew, with what was typed and with its problem")
  func redrawn() throws {
    let tool = try Tool(["text"])
    #expect(tool.hear("Name:", say: "a/b\r") && tool.hear("A name has no slash."))
    tool.program.say("\u{C}")
    #expect(tool.hear("Name: a/b") && tool.hear("A name has no slash.", say: "\u{15}Ann\r"))
    #expect(tool.hear("answer: Ann\r\n"), "\(tool.heard.debugDescription)")
  }

  @Test("Enter behind a digit that has answered is not the answer to the next question")
  func enterOfDigit() throws {
    let tool = try Tool(["choice", "confirm-default"])
    #expect(tool.hear("> 1 api", say: "3\r") && tool.hear("answer: web\r\n"))
    #expect(tool.hear("> no", say: "y") && tool.hear("> yes", say: "\r"))
    #expect(tool.hear("answer: true\r\n"), "\(tool.heard.debugDescription)")
  }

  @Test("A refused answer is explained, and can be changed")
  func refused() throws {
    let tool = try Tool(["text"])
    #expect(tool.hear("Name:", say: "a/b\r"))
    #expect(tool.hear("A name has no slash.", say: "\u{1B}[D\u{7F}-\r"))
    #expect(tool.hear("answer: a-b\r\n"), "\(tool.heard.debugDescription)")
  }

  @Test("What is typed ahead answers the next question, and the rest is for readLine")
  func typedAhead() throws {
    for mode in [[], ["await"]] {
      let tool = try Tool(mode + ["text", "choice", "secret", "readLine", "text"])
      tool.program.say("Ann\nwe\nt0ps3cret\nmy line\nBob\n")
      for answer in ["Ann", "web", "9 bytes", "my line", "Bob"] {
        #expect(tool.hear("answer: \(answer)"), "\(tool.heard.debugDescription)")
      }
      #expect(tool.program.end() == 0)
    }
  }

  @Test("A secret is not shown")
  func secret() throws {
    for environment in [Tool.live] + Tool.numbered {
      let tool = try Tool(["secret"], environment)
      #expect(tool.hear("Token: ", say: "t0ps3cx\u{7F}ret\n"))
      #expect(tool.hear("answer: 9 bytes from 116, ********\r\n"), "\(tool.heard.debugDescription)")
      #expect(!tool.heard.contains("ps3c"))
    }
  }

  @Test("A secret is not in the memory of the process after its last use")
  func forgotten() throws {
    for environment in [Tool.live] + Tool.numbered {
      let tool = try Tool(["forgotten"], environment)
      #expect(tool.hear("Token: ", say: "t0ps3cret\n"))
      #expect(
        tool.hear("answer: found, then 0\r\n"), "\(tool.heard.debugDescription)")
    }
  }

  @Test("A pasted text is one answer, and a pasted text of several lines is refused")
  func pasted() throws {
    let tool = try Tool(["text"])
    #expect(tool.hear("Name:", say: "\u{1B}[200~a\nb\u{1B}[201~"))
    #expect(tool.hear("The pasted text has 2 lines", say: "\u{1B}[200~Ann\n\u{1B}[201~\r"))
    #expect(tool.hear("answer: Ann\r\n"), "\(tool.heard.debugDescription)")
  }

  @Test("The end of the task ends its question")
  func cancelledTask() throws {
    for environment in [Tool.live] + Tool.numbered {
      let tool = try Tool(["await", "cancel", "text"], environment)
      #expect(tool.hear("cancelled"), "\(tool.heard.debugDescription)")
      #expect(tool.hear("Name:", say: "Ann\r") && tool.hear("answer: Ann"))
    }
  }

  @Test("The editor of the user writes a text of several lines")
  func editor() throws {
    for environment in [Tool.live] + Tool.numbered {
      let tool = try Tool(
        ["editor", "text"], environment.merging(["EDITOR": "printf 'one\\ntwo\\n' >"]) { $1 })
      #expect(tool.hear("Note: 2 lines\r\n"), "\(tool.heard.debugDescription)")
      #expect(tool.hear("answer: \"one\\ntwo\"\r\n") && tool.hear("Name:", say: "Ann\r"))
      #expect(tool.hear("answer: Ann"))
    }
  }

  @Test(
    "An editor that fails is an error, and the terminal is as before",
    arguments: [
      ("no-such-editor", "The editor 'no-such-editor' was not found."),
      ("false", "'false' ended with status 1. The text was not changed."),
      (
        "stty raw -echo; false",
        "'stty raw -echo; false' ended with status 1. The text was not changed."
      ),
      (
        "printf '\\377' >", "The edited file is not UTF-8 text of at most 16777216 bytes."
      ),
    ])
  func failedEditor(editor: String, problem: String) throws {
    let tool = try Tool(
      ["editor", "text"], ["TERM": "xterm", "EDITOR": editor], script: LeavingTests.script)
    #expect(
      tool.hear("error 1: 'Note' has no answer. \(problem)"), "\(tool.heard.debugDescription)")
    #expect(tool.hear("Name:", say: "Ann\r") && tool.hear("answer: Ann") && tool.hear("same"))
  }

  @Test("^C in an editor that it ends is CancellationError, and removes the draft")
  func interruptedEditor() throws {
    for mode in [[], ["await"]] {
      let folder = TemporaryFolder()
      try folder.write("", to: "other")
      let tool = try Tool(
        mode + ["editor", "text"],
        [
          "TERM": "xterm", "EDITOR": "sh -c 'stty -echo; echo open; exec sleep 60' #",
          "TMPDIR": folder.path,
        ],
        script: "trap : INT; \(LeavingTests.script)")
      #expect(tool.hear("open"), "\(tool.heard.debugDescription)")
      #expect(folder.names.count == 2)
      tool.program.say("\u{3}")
      #expect(
        tool.hear("Note: (no answer)\r\ncancelled"), "\(tool.heard.debugDescription)")
      #expect(tool.hear("Name:", say: "Ann\r") && tool.hear("answer: Ann") && tool.hear("same"))
      #expect(tool.hear("status 0.") && folder.names == ["other"])
    }
  }

  @Test("A window of another size is drawn again from the first line, also while nothing is typed")
  func resized() throws {
    let tool = try Tool(["choice", "text"])
    tool.program.resize(columns: 60, rows: 10)
    #expect(tool.hear("> 1 api"))
    tool.program.say("bl")
    #expect(tool.hear("> 2 blank"))
    // The cursor is in column 12 of the first line, which a narrower window wraps to the second.
    tool.program.resize(columns: 11, rows: 10)
    #expect(
      tool.hear("\r\u{1B}[1ATempla… bl\u{1B}[K\r\n> 2 blank"), "\(tool.heard.debugDescription)")
    tool.program.resize(columns: 80, rows: 10)
    #expect(tool.hear("\rTemplate: bl\u{1B}[K"), "\(tool.heard.debugDescription)")
    tool.program.say("\r")
    #expect(tool.hear("answer: blank") && tool.hear("Name:", say: "Ann\r"))
    #expect(tool.hear("answer: Ann"), "\(tool.heard.debugDescription)")
  }
}

@Suite("The end of a question at a terminal", .waitsForPrograms)
struct LeavingTests {
  static let script = """
    before=$(stty -g); "$@"; status=$?
    [ "$before" = "$(stty -g)" ] && echo same || echo "changed to: $(stty -a)"
    echo "status $status."
    """
  private static let questions = [
    ("text", "Name"), ("choice", "Template"), ("choices", "Parts"), ("confirm", "Overwrite"),
    ("secret", "Token"),
  ]

  @Test(
    "^C ends each kind with CancellationError, and the terminal is as before", arguments: questions)
  func interrupted(question: String, shown: String) throws {
    for environment in [Tool.live] + Tool.numbered {
      for mode in [[], ["await"]] {
        let tool = try Tool(mode + [question, "text"], environment, script: Self.script)
        #expect(
          tool.hear(shown, say: "ab\u{3}") && tool.hear("cancelled"),
          "\(tool.heard.debugDescription)")
        #expect(
          tool.hear("Name", say: "Ann\r") && tool.hear("answer: Ann"),
          "\(tool.heard.debugDescription)")
        #expect(tool.hear("same") && tool.hear("status 0."), "\(tool.heard.debugDescription)")
      }
    }
  }

  @Test("Esc leaves a live question with CancellationError")
  func escape() throws {
    let tool = try Tool(["text", "choice"], script: Self.script)
    #expect(tool.hear("Name", say: "\u{1B}") && tool.hear("cancelled"))
    #expect(tool.hear("> 1 api", say: "w\u{1B}") && tool.hear("> 1 api", say: "\u{1B}"))
    #expect(tool.hear("cancelled") && tool.hear("same"), "\(tool.heard.debugDescription)")
  }

  @Test("^D is the end of the input, which is no answer and no default", arguments: questions)
  func ended(question: String, shown: String) throws {
    for environment in [Tool.live] + Tool.numbered {
      let tool = try Tool([question, "text-default"], environment, script: Self.script)
      #expect(tool.hear(shown, say: "\u{4}") && tool.hear("error 1: The input ended before"))
      #expect(tool.hear("(site)", say: "\u{4}"), "\(tool.heard.debugDescription)")
      #expect(
        tool.hear("'Name' was answered. Give --name, or set PROBE_NAME.") && tool.hear("same"),
        "\(tool.heard.debugDescription)")
    }
  }

  @Test("A signal that ends the program leaves the terminal as before", arguments: questions)
  func killed(question: String, shown: String) throws {
    for environment in [Tool.live, Tool.numbered[0]] {
      let tool = try Tool(
        [question], environment,
        script: Self.script.replacing(
          "\"$@\"", with: "sh -c 'echo \"pid $$.\"; exec \"$@\"' sh \"$@\""))
      #expect(tool.hear("pid ") && tool.hear(shown))
      let number = tool.heard.split(separator: "pid ").last?.prefix { $0.isNumber } ?? ""
      kill(try #require(pid_t(number)), SIGTERM)
      #expect(tool.hear("same") && tool.hear("status 143."), "\(tool.heard.debugDescription)")
    }
  }

  @Test("^Z stops the program with the terminal as before, and fg asks again", arguments: questions)
  func stopped(question: String, shown: String) throws {
    for environment in [Tool.live, Tool.numbered[0]] {
      let tool = try Tool(
        [question], environment,
        script: """
          set -m; before=$(stty -g); "$@"
          [ "$before" = "$(stty -g)" ] && echo same || echo "changed to: $(stty -a)"
          fg >/dev/null; echo "status $?."
          """)
      #expect(
        tool.hear(shown, say: "\u{1A}") && tool.hear("same"), "\(tool.heard.debugDescription)")
      #expect(
        tool.hear(shown, say: "\u{3}") && tool.hear("cancelled"), "\(tool.heard.debugDescription)")
      #expect(tool.hear("status 0."), "\(tool.heard.debugDescription)")
    }
  }
}

@Suite("Questions at a plain terminal", .waitsForPrograms)
struct NumberedQuestionTests {
  @Test(
    "Each kind is answered by a line, and no escape byte is printed",
    arguments: [
      ("text", "Name: ", "Anna", "answer: Anna"),
      ("text-default", "Name (site): ", "", "answer: site"),
      (
        "choice", "Template:\r\n[1] api\r\n[2] blank\r\n[3] web\r\nNumber or label: ", "3",
        "answer: web"
      ),
      ("choice", "Number or label: ", "bl", "Template: blank\r\nanswer: blank"),
      ("choice-default", "Number or label (web): ", "", "answer: web"),
      (
        "choices", "Numbers or labels, with commas (docs): ", "1, licence",
        "answer: [\"tests\", \"licence\"]"
      ),
      ("confirm", "Overwrite ./site? (yes or no): ", "y", "answer: true"),
      ("confirm-default", "Overwrite ./site? (yes or no; Enter for no): ", "", "answer: false"),
    ])
  func answered(question: String, shown: String, line: String, answer: String) throws {
    for environment in Tool.numbered {
      let tool = try Tool([question], environment)
      #expect(tool.hear(shown, say: "\(line)\n"), "\(tool.heard.debugDescription)")
      #expect(
        tool.hear("\(answer)\r\n") && tool.program.end() == 0, "\(tool.heard.debugDescription)")
      #expect(!tool.heard.contains("\u{1B}"))
    }
  }

  @Test("A refused answer is explained, and asked for again")
  func refused() throws {
    let tool = try Tool(["choice", "text"], Tool.numbered[0])
    #expect(tool.hear("label: ", say: "x\n"))
    #expect(
      tool.hear("'x' is not a choice. Choose api, blank or web.\r\nNumber or label: ", say: "api\n")
    )
    #expect(
      tool.hear("Name: ", say: "a/b\n") && tool.hear("A name has no slash.\r\nName: ", say: "c\n"))
    #expect(tool.hear("answer: c"), "\(tool.heard.debugDescription)")
  }
}

@Suite("Questions without a terminal", .waitsForPrograms)
struct PipedQuestionTests {
  private func run(_ questions: [String], _ script: String, _ environment: [String: String] = [:])
    throws -> String
  {
    let tool = try Tool(questions, Tool.live.merging(environment) { $1 }, script: script)
    #expect(tool.program.end() != nil)
    return tool.heard.replacing("\r\n", with: "\n")
  }

  @Test("A line of a pipe answers each question, in silence, and the rest is for readLine")
  func piped() throws {
    let all = [
      "text", "choice", "choices", "confirm", "secret", "readLine", "text-default", "editor",
      "readLine",
    ]
    let lines = "Ann\\n3\\n1,3\\ny\\ns3cret\\nmine\\n\\none\\ntwo\\n.\\nlast"
    for mode in [[], ["await"]] {
      #expect(
        try run(mode + all, "printf '\(lines)' | \"$@\"") == """
          answer: Ann
          answer: web
          answer: ["tests", "licence"]
          answer: true
          answer: 6 bytes from 115, ********
          answer: mine
          answer: site
          answer: "one\\ntwo"
          answer: last

          """)
    }
  }

  @Test("A program that inherits the input reads what follows the answers")
  func inherited() throws {
    let lines = "printf 'Ann\\nrest\\nof it\\n'"
    #expect(try run(["text"], "\(lines) | { \"$@\"; cat; }") == "answer: Ann\nrest\nof it\n")
  }

  @Test("A refused line is explained, and the next one is taken")
  func refused() throws {
    #expect(
      try run(["choice"], "printf 'x\\nweb\\n' | \"$@\"") == """
        Template: 'x' is not a choice. Choose api, blank or web.
        answer: web

        """)
  }

  @Test("The end of the input is no answer, also where there is a default")
  func ended() throws {
    #expect(
      try run(["text", "choice-default", "confirm-default"], "printf 'Ann\\n' | \"$@\"") == """
        answer: Ann
        error 1: The input ended before 'Template' was answered. Give --template, or set PROBE_TEMPLATE.
        error 1: The input ended before 'Overwrite ./site?' was answered.

        """)
  }

  @Test(
    "Where nobody can be asked, the default answers, or the error names the option and the variable",
    arguments: [
      "\"$@\" </dev/null", "\"$@\" <&-", "CI=true \"$@\"", "printf 'api\\n' | CI=1 \"$@\"",
    ])
  func unattended(script: String) throws {
    let questions = [
      "text-default", "confirm-default", "choices", "choice-sources", "secret", "text",
    ]
    #expect(
      try run(questions, script) == """
        answer: site
        answer: false
        answer: ["docs"]
        error 2: 'Template' needs an answer, and nobody can be asked here. Give --template, or set PROBE_TEMPLATE.
        error 2: 'Token' needs an answer, and nobody can be asked here. Set PROBE_TOKEN.
        error 2: 'Name' needs an answer, and nobody can be asked here.

        """)
  }

  @Test("A variable answers without a question, and is held to the same rules")
  func variables() throws {
    let given = ["PROBE_TEMPLATE": "web", "PROBE_TOKEN": "s3cret"]
    #expect(
      try run(["choice-sources", "secret"], "\"$@\" </dev/null", given)
        == "answer: web\nanswer: 6 bytes from 115, ********\n")
    #expect(
      try run(
        ["choice-sources", "text-default"], "\"$@\" </dev/null",
        ["PROBE_TEMPLATE": "x", "PROBE_NAME": "a/b"])
          == """
          error 2: PROBE_TEMPLATE: 'x' is not a choice. Choose api, blank or web.
          error 2: PROBE_NAME: A name has no slash.

          """)
    let tool = try Tool(["choice-sources"], Tool.live.merging(["PROBE_TEMPLATE": "x"]) { $1 })
    #expect(tool.hear("PROBE_TEMPLATE: 'x' is not a choice."))
    #expect(
      tool.hear("> 1 api", say: "w\r") && tool.hear("answer: web"), "\(tool.heard.debugDescription)"
    )
  }

  @Test("At a terminal, the questions go to standard error while the output is a file")
  func redirected() throws {
    let tool = try Tool(["choice"], script: "answer=$(\"$@\"); echo \"the $answer\"")
    #expect(
      tool.hear("> 1 api", say: "w\r") && tool.hear("the answer: web"),
      "\(tool.heard.debugDescription)")
  }
}
