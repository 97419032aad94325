import FoundationEssentials
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

/// A secret that is typed in every way that a person or a program can think of, right and wrong.
///
/// Afterwards everything that the program has left behind is searched for it: what it printed, its
/// logs, its history, its files, and what its child programs were given.
@Suite("A secret that is typed anywhere is found nowhere", .waitsForPrograms, .serialized)
struct CanaryTests {
  private let tour = Built("tour")

  init() throws {
    // Logs lie in the folder of the store, which is searched as a whole.
    try tour.store.write("", to: "empty")
  }

  private static let canary = "Xq7canary4Zw"

  private func path(_ name: String) -> String { "\(tour.store.path)/\(name)" }

  /// Fails if a text, or a file of the store, holds the canary: in clear, whatever the case of its
  /// letters, or in Base64.
  private func search(_ texts: [String], _ story: Comment) {
    let encoded = Data(Self.canary.utf8).base64EncodedString()
    let lowercased = Self.canary.lowercased()
    func holds(_ text: Substring) -> Bool {
      text.contains(encoded) || text.lowercased().contains(lowercased)
    }
    for text in texts {
      let lines = text.split(separator: "\n").filter(holds)
      if !lines.isEmpty { Issue.record("\(story): \(lines.joined(separator: "\n"))") }
    }
    for form in [Self.canary, lowercased, encoded] {
      #expect(!tour.store.contains(form), story)
    }
  }

  /// Lines for the login screen: the secret at its place, and everywhere else.
  private static let lines = [
    "Log in", "1 \(canary)", "show", ":tree", ":why", "where", "history", "1", canary, ":tree",
    canary, "\(canary) \(canary)", "7 \(canary)", "2 \(canary)", "42\(canary)", ":\(canary)",
    "\"\(canary)", "\"\(canary)\"", "Log in: \(canary)", "Log in \(canary)", "Passcode \(canary)",
    "passcode: \(canary)", "open \(canary)", "open desk \(canary)", "open /desk/\(canary)",
    "open %58q7canary4Zw", "1 @\(canary)", "HELP \(canary)",
    "home \(canary)", "back \(canary)", "wait \(canary)", "help \(canary)", "find \(canary)",
    "store \(canary)",
    "store erase \(canary)", "store import \(canary)", "scene \(canary)", "keys \(canary)",
    "forward \(canary)", "dismiss \(canary)", "undo \(canary)", "redo \(canary)",
    "where \(canary)", "more \(canary)", "top \(canary)", "all \(canary)", "fill \(canary)",
    "/\(canary)",
    "exit \(canary)", "keys \(canary)", "wait for \(canary)", "store status \(canary)",
    "store erase yes \(canary)",
    "quit \(canary)", "history \(canary)", "show \(canary)", ":tree \(canary)", "Log in", ":tree",
    "Log out", "1 \(canary)", "home", "passphrase \(canary)",
    "unlock \(canary)", "lock \(canary)", "rotate \(canary)", "unlok \(canary)",
    "passphrse \(canary)", "\"unlock\" \(canary)", ":unlock \(canary)", "UNLOCK \(canary)",
    "history", "keys", "store status", "store doctor", "store export", "lock",
    "unlock", ":tree", ":why", "where", "history",
  ]

  @Test(
    "A script that types it everywhere",
    arguments: [
      [], ["--echo"], ["--plain", "--echo"], ["--color", "always", "--echo"], ["--json"],
      ["--full", "--echo"],
      ["--scene", "work", "--fresh", "--echo"], ["--json", "--results"],
    ])
  func script(options: [String]) throws {
    let record = path("log")
    // In JSON a plain line is never the answer to a question, so nothing is asked there.
    let lines = options.contains("--json") ? Self.lines.filter { $0 != "1" } : Self.lines
    let script = lines.joined(separator: "\n")
    let run = try tour.run(options + ["--record", record], script + "\n")
    #expect(run.output.contains("Logged in since"), "\(run.output) \(run.errors)")
    search([run.output, run.errors], "\(options)")

    try tour.store.write(String(repeating: "\(Self.canary)\n", count: 9), to: "answers")
    let answers = path("answers")
    let replay = try Program.built("tour").run(
      ["--replay", record, "--replay-secrets", answers], environment: ["HOME": tour.store.path])
    let piped = try Program.built("tour").run(
      ["--replay", record, "--replay-secrets-fd", "0"],
      input: String(repeating: "\(Self.canary)\n", count: 9),
      environment: ["HOME": tour.store.path])
    try FileManager.default.removeItem(atPath: answers)
    search([replay.output, replay.errors, piped.output, piped.errors], "replay of \(options)")
  }

  @Test(
    "Files, descriptors and a command that have it, a key file, and a script that stops at once",
    arguments: [
      ["--passphrase-file", "given"], ["--passphrase-fd", "0"], ["--key-file", "key"],
      ["--key-command", "print"], ["--strict"], ["--timeout", "1h"],
    ])
  func files(option: [String]) throws {
    let script =
      (option.contains("0") ? "\(Self.canary)\n" : "")
      + Self.lines.joined(separator: "\n") + "\n"
    try tour.store.write(script, to: "script")
    try tour.store.write("\(Self.canary)\n", to: "given")
    let words = option.map { word in
      if word == "print" { return "cat '\(path("given"))'" }
      return ["given", "key"].contains(word) ? path(word) : word
    }
    let first = try tour.run(
      ["--script", option.contains("0") ? "-" : path("script"), "--echo", "--record", path("log")]
        + words, script)
    #expect(first.output.contains("Tour › Log in"), "\(first.output) \(first.errors)")
    let second = try tour.run(["--no-input", "store", "status"] + words, "\(Self.canary)\n")
    for name in ["script", "given"] { try FileManager.default.removeItem(atPath: path(name)) }
    search([first.output, first.errors, second.output, second.errors], "\(option)")
  }

  @Test("Every option that a program has for a session is in a test of this suite")
  func everyOption() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let options = try tour.run(["--help"]).output.matches(of: /(?m)^  (?:-h, )?(--[a-z-]+)/)
      .map { String($0.1) }
    // A store is always given; others print a description, and run nothing; --feed is the tour's own, and --take-over
    // is there with stores in a server only.
    let others = [
      "--store", "--completion", "--manual", "--routes", "--help", "--version", "--feed",
      "--take-over",
    ]
    let missing = options.filter { !others.contains($0) && !source.contains("\"\($0)\"") }
    #expect(options.count > 20 && missing == [])
  }

  @Test("A program that sends it in every field of JSON")
  func objects() throws {
    let canary = Self.canary
    let lines = [
      #"{"label":"Log in"}"#, #"{"number":1,"value":"\#(canary)"}"#, #"{"command":":tree"}"#,
      #"{"number":1}"#, #"{"answer":"\#(canary)","number":"1"}"#, #"{"command":"home"}"#,
      #"{"command":"\#(canary)"}"#, #"{"answer":["\#(canary)"]}"#, #"{"answer":"\#(canary)"#,
      #"{"answer":"\#(canary)"}"#, #"{"command":":tree"}"#, #"{"command":"\#(canary)"}"#,
      #"{"command":"open \#(canary)"}"#, #"{"number":"\#(canary)"}"#,
      #"{"number":9,"value":"\#(canary)"}"#, #"{"number":2,"value":"\#(canary)"}"#,
      #"{"label":"\#(canary)"}"#, #"{"label":"Passcode","value":"\#(canary)"}"#,
      #"{"label":"Log in","value":"\#(canary)"}"#, #"{"secret":"\#(canary)"}"#,
      #"{"answer":"\#(canary)"}"#, canary, #"{"command":"unlock \#(canary)"}"#,
      #"{"command":"history"}"#, #"{"label":"Log in"}"#, #"{"command":":tree"}"#,
    ]
    let run = try tour.run(
      ["--json", "--record", path("log")], lines.joined(separator: "\n") + "\n")
    #expect(run.output.contains("Logged in since"), "\(run.output) \(run.errors)")
    search([run.output, run.errors], "objects")
  }

  @Test("Every command that a program has is in the script")
  func everyCommand() throws {
    let manual = try tour.run(["--manual=markdown"]).output
    let lists = manual.split(separator: "## ").filter { $0.hasPrefix("Commands ") }
    let rows = lists.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("- `") }
    let commands = rows.map { $0.dropFirst(3).prefix { $0.isLetter || $0 == "/" || $0 == ":" } }
    #expect(commands.count > 25, "\(manual)")
    for command in commands {
      let word = command.hasPrefix("/") ? "/" : "\(command) "
      let isTyped = Self.lines.contains { $0.hasPrefix(word) && $0.contains(Self.canary) }
      #expect(isTyped, "\(command)")
    }
  }

  @Test("A password that is a part of a larger state")
  func vault() throws {
    let vault = Built("vault", store: tour.store)
    let canary = Self.canary
    let run = try vault.run(
      ["--echo", "--record", path("log")],
      """
      Add
      Name: github
      Password: \(canary)
      :tree
      :why
      \(canary)
      Name \(canary)
      get \(canary)
      Save
      :tree
      github
      :tree
      history
      store dump
      keys
      """)
    #expect(run.output.contains("[2] github"), "\(run.output) \(run.errors)")
    search([run.output, run.errors], "vault")
  }

  @Test("A command during the question for a secret is refused, and is not its answer")
  func commandDuringQuestion() throws {
    let run = try tour.run(
      ["--json"],
      """
      {"label":"Log in"}
      {"number":1}
      {"command":"home"}
      {"answer":"1234"}

      """)
    #expect(run.output.contains("(hidden)") && run.status == 1, "\(run.output)")
  }

  @Test(
    "Words on the command line after a command that takes none",
    arguments: ["lock", "unlock", "rotate", "passphrase", "keys"])
  func words(command: String) throws {
    for options in [["--echo"], ["--json"]] {
      let run = try tour.run(
        options + ["--record", path("log"), command, Self.canary], "")
      #expect(run.status == 1, "\(run.output)")
      search([run.output, run.errors], "\(command) \(options)")
      try FileManager.default.removeItem(atPath: path("log"))
    }
  }

  @Test("At a terminal: questions, refused lines, the history, and the passphrase of the secrets")
  func terminal() throws {
    let run = try tour.inTerminal()
    #expect(run.hear("> ") && run.say("Log in\n", hear: "Passcode: (empty)"))
    #expect(run.hear("> ") && run.say("1\n", hear: "Passcode"))
    #expect(run.say("\(Self.canary)\n", hear: "(hidden, 12 characters)"), "\(run.heard)")
    #expect(run.hear("> ") && run.say(":tree\n", hear: "LoginView"))
    #expect(run.hear("> ") && run.say("Log in\n", hear: "Logged in since"))
    #expect(run.hear("> ") && run.say("passphrase\n", hear: "New passphrase: "))
    #expect(run.say("\(Self.canary)\n", hear: ": "))
    #expect(run.say("\(Self.canary)\n", hear: "Without it"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("lock\n", hear: "locked"))
    #expect(run.hear("> ") && run.say("unlock\n", hear: "Passphrase of the secrets"))
    #expect(run.say("\(Self.canary)\n", hear: "unlocked"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("history\n", hear: "lock"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit"))
    #expect(run.end() != nil)
    search([run.heard], "terminal")

    // What a person types as a command shows on the terminal itself, and is left nowhere else.
    let second = try tour.inTerminal(["--record", path("log")])
    #expect(second.hear("Passphrase of the secrets: "), "\(second.heard)")
    for line in Self.lines where !line.contains("quit") && !line.hasPrefix("history") {
      second.say("\(line)\n")
      #expect(second.isRead())
    }
    #expect(second.end(typing: "quit\n") != nil, "\(second.heard.suffix(500))")
    search([], "files after a terminal session")
  }

  @Test("A passphrase from a variable or a descriptor is given to no child program")
  func children() throws {
    let folder = TemporaryFolder()
    let secret = "\(folder.path)/secret"
    try folder.write("\(Self.canary)\n", to: "secret")
    let shell = """
      echo $$ > "$1/pid"; exec "$0" --store "$1/store" --passphrase-fd 7 7< "$1/secret"
      """
    let run = try TerminalProgram(
      "/bin/sh", ["-c", shell, Program.built("tour").path, folder.path],
      environment: [
        "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "dumb",
        "TOUR_PASSPHRASE": Self.canary,
      ], in: folder)
    #expect(run.hear("> "), "\(run.heard)")
    let text = try String(contentsOf: URL(filePath: "\(folder.path)/pid"), encoding: .utf8)
    let process = "/proc/\(text.prefix { $0.isNumber })"
    // The system shows what the process was started with; a child is given what is there now.
    let variables = try Data(contentsOf: URL(filePath: "\(process)/environ"))
    #expect(variables.firstRange(of: Data("TERM=dumb".utf8)) != nil)
    #expect(variables.firstRange(of: Data(Self.canary.utf8)) == nil)
    let descriptor = try String(
      contentsOf: URL(filePath: "\(process)/fdinfo/7"), encoding: .utf8)
    let flags = descriptor.split(separator: "\n").first { $0.hasPrefix("flags:") }
    let isClosedInChildren =
      Int(flags?.split(separator: "\t").last ?? "", radix: 8).map { $0 & 0o2000000 != 0 }
    #expect(isClosedInChildren == true, "\(descriptor)")
    #expect(run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0 && FileManager.default.fileExists(atPath: secret))
  }
}
