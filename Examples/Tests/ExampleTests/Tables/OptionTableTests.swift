import TestPrograms
import TestThreads
import Testing
import WaylineTesting

/// One option, and a way to see that it does what it says.
struct OptionRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let check: @Sendable (Built) throws -> Bool

  init(_ flag: String, _ check: @escaping @Sendable (Built) throws -> Bool) {
    (testDescription, self.check) = (flag, check)
  }

  static let all = input + output + kept + logs + reported

  private static let input = [
    OptionRow("--script") { tour in
      try tour.store.write("Settings\n", to: "script")
      let run = try tour.run(["--script", tour.store.path + "/script"], "Log in\n")
      return run.lines.contains("Tour › Settings") && !run.lines.contains("Tour › Log in")
    },
    OptionRow("--no-input") { tour in
      let run = try tour.run(["--no-input", "settings"], "back\n")
      return run.lines.first == "Tour › Settings" && !run.lines.contains("Tour")
    },
    OptionRow("--strict") { tour in
      let run = try tour.run(["--strict"], "nonsense\nSettings\n")
      return run.status == 1 && !run.lines.contains("Tour › Settings")
    },
    OptionRow("--timeout") { tour in
      let run = try tour.run(["--timeout", "20ms"], "wait until Never shown\n")
      let refused = try tour.run(["--timeout", "soon"])
      return run.lines.first { $0.hasPrefix("line 1: ") }
        == "line 1: 'Never shown' was not shown within 0.02 s."
        && refused.status == 2
    },
    OptionRow("--passphrase-fd") { tour in
      try tour.store.write("correct horse\n", to: "word")
      _ = try tour.run(["passphrase", "from", tour.store.path + "/word"])
      return try tour.run(["--passphrase-fd", "0", "unlock"], "correct horse\n").status == 0
    },
    OptionRow("--passphrase-file") { tour in
      try tour.store.write("correct horse\n", to: "word")
      _ = try tour.run(["passphrase", "from", tour.store.path + "/word"])
      let path = tour.store.path + "/word"
      return try tour.run(["--passphrase-file", path, "unlock"]).status == 0
        && tour.run(["unlock"]).status == 77
    },
    OptionRow("--key-file") { tour in
      let path = tour.store.path + "/elsewhere.key"
      _ = try tour.run(["--key-file", path], "Log in\n1 1234\nLog in\n")
      return try tour.run(["--key-file", path], "Log in\n").output.contains("Logged in since")
        && tour.run([], "Log in\n").status == 77
    },
    OptionRow("--key-command") { tour in
      let command = "printf %064d 7"
      _ = try tour.run(["--key-command", command], "Log in\n1 1234\nLog in\n")
      return try tour.run(["--key-command", command], "Log in\n").output.contains("Logged in since")
        && tour.run(["--key-command", "exit 3"], "Log in\n").status == 77
    },
  ]

  private static let output = [
    OptionRow("--json") { tour in
      let run = try tour.run(["--json"], "quit\n")
      return run.lines.allSatisfy { $0.hasPrefix("{\"type\":") && $0.hasSuffix("}") }
        && run.lines.last == #"{"type":"bye","status":0}"#
    },
    OptionRow("--plain") { tour in
      let run = try tour.run(["--color", "always", "--plain"])
      return !run.output.contains("\u{1B}")
    },
    OptionRow("--color") { tour in
      let colors = try ["always", "never", "auto"].map { color in
        try tour.run(["--color", color]).output.contains("\u{1B}[1;7mTour\u{1B}[0m")
      }
      return colors == [true, false, false]
    },
    OptionRow("--full") { tour in
      let run = try tour.inTerminal(["--full", "--plain", "settings"])
      return run.hear("> ") && run.say("2 Tea\n", hear: "One key, shown twice\r\n")
        && run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0
    },
    OptionRow("--echo") { tour in
      try tour.run(["--echo"], "Settings\n").lines.contains("> Settings")
    },
  ]

  private static let kept = [
    OptionRow("--store") { tour in
      let elsewhere = TemporaryFolder()
      _ = try tour.run(["--store", elsewhere.path], "Settings\n")
      return elsewhere.paths.contains(elsewhere.path + "/state.sqlite3")
        && tour.store.paths == [tour.store.path]
    },
    OptionRow("--scene") { tour in
      _ = try tour.run(["--scene", "desk"], "Settings\n")
      return try tour.run(["--scene", "desk"]).lines.first == "Tour › Settings"
        && tour.run(["--scene", "other"]).lines.first == "Tour"
    },
    OptionRow("--fresh") { tour in
      _ = try tour.run(["--scene", "desk"], "Settings\n")
      return try tour.run(["--scene", "desk", "--fresh"]).lines.first == "Tour"
    },
  ]

  private static let logs = [
    OptionRow("--record") { tour in
      try tour.store.write("", to: "begun")
      let path = tour.store.path + "/log"
      _ = try tour.run(["--record", path], "Settings\n")
      return tour.store.contains(#""place":"Tour › Settings""#)
    },
    OptionRow("--replay") { tour in
      try tour.store.write("", to: "begun")
      let path = tour.store.path + "/log"
      _ = try tour.run(["--store", ":memory:", "--record", path], "Settings\n")
      return try tour.run(["--store", ":memory:", "--replay", path]).lines
        == ["3 steps, as recorded."]
    },
    OptionRow("--replay-secrets") {
      try replaysSecret($0, ["--replay-secrets", $0.store.path + "/answers"], "")
    },
    OptionRow("--replay-secrets-fd") {
      try replaysSecret($0, ["--replay-secrets-fd", "0"], "hunter2\n")
    },
  ]

  private static let reported = [
    OptionRow("--completion") { tour in
      try tour.run(["--completion", "bash"]).lines.last == "complete -F _tour tour"
    },
    OptionRow("--manual") { tour in
      try tour.run(["--manual"]).lines.first?.hasPrefix(".TH") == true
    },
    OptionRow("--results") { tour in
      let lines = "Log in\n1 1234\nLog in\nopen desk book 42\nLend\nAda\nReturn\n"
      let value = #""ending":"value","value":"Ada""#
      return try tour.run(["--json", "--results"], lines).output.contains(value)
        && !tour.run(["--json"], "open desk book 42\nLend\nAda\n").output.contains(value)
    },
    OptionRow("--routes") { tour in
      try tour.run(["--routes", "dot"]).lines.first == "digraph routes {"
        && tour.run(["--routes", "mermaid"]).lines.first == "flowchart LR"
    },
    OptionRow("--help") { tour in
      try tour.run(["--help"]).lines.first == "Usage: tour [options] [place or command …]"
    },
    OptionRow("--version") { try $0.run(["--version"]).lines == ["tour 0.1"] },
    OptionRow("--feed") { tour in
      let run = try tour.run(["--feed", "ftp://desk", "feed"], "wait\n")
      return run.output.contains("'ftp://desk' is not an http or https address")
    },
  ]

  private static func replaysSecret(
    _ tour: Built, _ answers: [String], _ input: String
  ) throws -> Bool {
    try tour.store.write("hunter2\n", to: "answers")
    try tour.store.write("", to: "begun")
    let path = tour.store.path + "/log"
    let memory = ["--store", ":memory:"]
    _ = try tour.run(memory + ["--record", path, "login"], "1\nhunter2\n")
    let run = try tour.run(memory + ["--replay", path] + answers, input)
    return run.lines == ["4 steps, as recorded."]
  }
}

@Suite("The table of options", .waitsForPrograms)
struct OptionTableTests {
  @Test("Each does what it says", arguments: OptionRow.all)
  func row(_ row: OptionRow) throws {
    #expect(try row.check(Built("tour")))
  }

  @Test("Every option that --help lists has a row")
  func complete() throws {
    let flags = try Built("tour").run(["--help"]).lines.compactMap { line in
      line.hasPrefix("  -")
        ? line.split { " [".contains($0) }.first { $0.hasPrefix("--") } : nil
    }.map(String.init)
    #expect(flags.sorted() == OptionRow.all.map(\.testDescription).sorted())
  }

  @Test("A value can follow after an equals sign, and -- ends the options")
  func forms() throws {
    let tour = Built("tour")
    #expect(try tour.run(["--color=always"]).output.contains("\u{1B}"))
    #expect(try tour.run(["--no-input", "--", "settings"]).lines.first == "Tour › Settings")
    #expect(try tour.run(["--json=yes"]).status == 2)
  }

  @Test("A strict script ends at its first line that is not accepted, and the next is not read")
  func strictScript() throws {
    let tour = Built("tour")
    try tour.store.write("Settings\nnonsense\nback\n", to: "script")
    let run = try tour.run(["--strict", "--script", tour.store.path + "/script"])
    #expect(run.errors.contains("script:2: 'nonsense' is neither a command nor a label here."))
    #expect(run.status == 1)
  }

  @Test("--help names every place, command, status and variable")
  func help() throws {
    let run = try Built("tour").run(["--help"])
    let commands = try Built("tour").run([], "help\n").lines.drop { $0 != "Commands:" }
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("  open ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    for word in commands + ["0", "1", "2", "3", "65", "75", "77", "129,", "TOUR_STORE"]
      + ["TOUR_PASSPHRASE", "NO_COLOR,", "ACCESSIBLE", "XDG_STATE_HOME,"]
    {
      #expect(run.lines.contains { $0.hasPrefix("  \(word) ") || $0 == "  \(word)" }, "\(word)")
    }
    for place in ["desk", "login", "settings", "orders"] {
      #expect(run.lines.contains("  tour \(place)"))
    }
  }
}
