import FoundationEssentials
import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

/// The program of flows that run beside other input and output, with `words` for its steps.
private func start(
  _ words: String, input: String? = nil, output: String? = nil
) throws -> TerminalProgram {
  let usual = ["HOME": "/nowhere", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm"]
  return try TerminalProgram(
    Program.built("terminal-probe").path,
    ["embedded"] + words.split(separator: " ").map(String.init), environment: usual,
    input: input, output: output)
}

@Suite("Flows in a tool with a main of its own", .waitsForPrograms)
struct EmbeddedFlowTests {
  private func run(_ words: String, _ input: String) throws -> ProgramRun {
    try Program.built("terminal-probe").run(
      ["embedded"] + words.split(separator: " ").map(String.init), input: input)
  }

  private func outcomes(_ run: ProgramRun) -> [String] {
    run.lines.filter { $0.hasPrefix("Outcome") || $0.hasPrefix("Read") }
  }

  @Test(
    "Lines in a pipe that a flow does not take are for the next flow, and for readLine",
    arguments: ["", "async "])
  func leftInPipe(form: String) throws {
    let seven = "Outcome: value(7), 0."
    let run = try run(
      "\(form)number number read number read read", "Seven\nSeven\none\nSeven\ntwo\nthree")
    #expect(outcomes(run) == [seven, seven, "Read: one", seven, "Read: two", "Read: three"])
  }

  @Test(
    "Lines that readLine has read ahead are for the next flow",
    arguments: ["", "async "])
  func readAhead(form: String) throws {
    let run = try run("\(form)read number read", "one\nSeven\ntwo\n")
    #expect(outcomes(run) == ["Read: one", "Outcome: value(7), 0.", "Read: two"])
  }

  @Test(
    "Lines in a file that a flow does not take are for the next flow",
    arguments: ["", "async "])
  func leftInFile(form: String) throws {
    let folder = TemporaryFolder()
    try folder.write("Seven\none\nSeven\n", to: "lines")
    let output = "\(folder.path)/output"
    let program = try start(
      "\(form)number read number number", input: "\(folder.path)/lines", output: output)
    #expect(program.end() == 0)
    let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("Outcome") || $0.hasPrefix("Read") }
    #expect(
      lines == [
        "Outcome: value(7), 0.", "Read: one", "Outcome: value(7), 0.", "Outcome: endOfInput, 3.",
      ])
  }

  @Test("What the tool prints before a flow comes before its screens", arguments: ["", "async "])
  func order(form: String) throws {
    let run = try run("\(form)print number print", "Seven\n")
    #expect(run.lines == ["Printed.", "[1] Seven", "Outcome: value(7), 0.", "Printed."])
  }

  @Test("A flow that has its value before its first screen prints none", arguments: ["", "async "])
  func early(form: String) throws {
    #expect(try run("\(form)early", "").lines == ["Outcome: value(5), 0."])
    let program = try start("\(form)early")
    #expect(program.end() == 0)
    #expect(program.shown == "Outcome: value(5), 0.\r\n")
  }

  @Test("A first screen without lines is shown at a terminal, and asks", arguments: ["", "async "])
  func empty(form: String) throws {
    let program = try start("\(form)empty")
    #expect(program.hear("> "))
    #expect(program.say("quit\n", hear: "Outcome: cancelled, 3."))
    #expect(program.end() == 0)
  }

  @Test(
    "At a terminal, a flow has prompts, edits lines and hides a secret, whatever starts it",
    arguments: ["login", "async login", "async descriptors", "waiting", "async waiting"])
  func terminal(words: String) throws {
    let program = try start(words)
    try logIn(at: program)
    #expect(program.end() == 0)
  }

  @Test(
    "At a terminal that is not standard input, a flow has prompts and hides a secret",
    arguments: ["", "async "])
  func otherTerminal(form: String) throws {
    let program = try start("\(form)tty", input: "/dev/null")
    try logIn(at: program)
    #expect(program.end() == 0)
  }

  /// Logs in as a person does, who sees the changes of a task, a prompt and no secret.
  private func logIn(at program: TerminalProgram) throws {
    #expect(program.hear("Ready.") && program.hear("> "))
    #expect(program.say("1\n", hear: "Code: "))
    #expect(program.say("hunter2\n", hear: "(hidden, 7 characters)") && program.hear("> "))
    // A key that erases, and one that completes where there is an editor, are no part of the line.
    #expect(program.say("2 Emz\u{7F}ma\n", hear: "Member: Emma") && program.hear("> "))
    #expect(program.say("Log in\n", hear: "Outcome: value(\"Emma, 7\"), 0."))
    #expect(!program.heard.contains("hunter2"))
  }

  @Test("A scene session at a terminal hides a secret", arguments: ["async scene"])
  func sceneSession(words: String) throws {
    let program = try start(words)
    #expect(program.hear("> ") && program.say("1\n", hear: "Code: "))
    #expect(program.say("hunter2\n", hear: "(hidden, 7 characters)") && program.hear("> "))
    #expect(program.say("quit\n", hear: "Status: ShellStatus(rawValue: 0)"))
    #expect(program.end() == 0 && !program.heard.contains("hunter2"))
  }

  @Test(
    "^C leaves a question of a flow, drops a line, and at an empty line ends the flow alone",
    arguments: ["", "async "])
  func interrupt(form: String) throws {
    let program = try start("\(form)login read")
    #expect(program.hear("Ready.") && program.hear("> "))
    #expect(program.say("1\n", hear: "Code: "))
    #expect(program.say("hunt\u{3}", hear: "> "))
    #expect(program.say("\u{3}", hear: "Press ^C again to leave.") && program.hear("> "))
    #expect(program.say("\u{3}", hear: "Outcome: interrupted, 130."))
    #expect(program.say("next\n", hear: "Read: next"))
    #expect(program.end() == 0 && !program.heard.contains("hunt"))
  }

  @Test(
    "Lines typed at once are for one flow after the other, and for readLine, also behind a secret",
    arguments: ["", "async "])
  func burst(form: String) throws {
    let program = try start("\(form)secret number secret secret number read")
    #expect(program.hear("> "))
    program.say("1\rhunter2\rSeven\r1\rhunter\r1\rhunt\rSeven\rone\r")
    #expect(program.hear("Read: one") && program.end() == 0, "\(program.heard)")
    let values = program.heard.split(separator: "Outcome: value(").dropFirst().map(\.first)
    #expect(values == ["7", "7", "6", "4", "7"], "\(program.heard)")
    #expect(!program.heard.contains("hunt"))
  }

  @Test(
    "A later flow at the same terminal has prompts and an editor too", arguments: ["", "async "])
  func twice(form: String) throws {
    let program = try start("\(form)login read login")
    try logIn(at: program)
    #expect(program.say("next\n", hear: "Read: next"))
    try logIn(at: program)
    #expect(program.end() == 0)
  }

  @Test(
    "^Z within a flow keeps the typed line",
    arguments: ["", "async "])
  func stop(form: String) throws {
    let program = try start("\(form)login")
    #expect(program.hear("Ready.") && program.hear("> "))
    #expect(program.say("2 Em", hear: "Em"))
    // A process without a shell above it continues at once.
    #expect(program.say("\u{1A}", hear: "\u{1B}[?2004h"))
    #expect(program.say("ma\n", hear: "Member: Emma") && program.hear("> "))
    #expect(program.say("quit\n", hear: "Outcome: cancelled, 3."))
    #expect(program.end() == 0)
  }

  @Test("A synchronous function of the main actor of an asynchronous program is refused a flow")
  func held() throws {
    let run = try run("async held read", "next\n")
    #expect(run.errors.contains("A flow cannot run in a synchronous function of the main actor"))
    #expect(outcomes(run) == ["Outcome: interrupted, 3.", "Read: next"])
  }

  @Test(
    "A flow has each ^C, also in a tool that ignores it for a source of its own",
    arguments: ["", "async "])
  func ignoredInterrupt(form: String) throws {
    let program = try start("\(form)interrupts login login login")
    for _ in 0..<3 {
      #expect(program.hear("Ready.") && program.hear("> "))
      #expect(program.say("\u{3}", hear: "Press ^C again to leave.") && program.hear("> "))
      #expect(program.say("\u{3}", hear: "Outcome: interrupted, 130."))
    }
    #expect(program.end() == 0)
  }

  @Test("Where nobody sees the screens of a flow, no line is read and no prompt printed")
  func unseen() throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "output")
    let output = "\(folder.path)/output"
    let program = try start("login", output: output)
    #expect(program.end() == 0)
    let text = try String(contentsOfFile: output, encoding: .utf8)
    #expect(text.hasPrefix("Starting.\n") && text.hasSuffix("Outcome: endOfInput, 3.\n"))
    #expect(!text.contains(">") && program.heard.isEmpty)
  }

  @Test("A program whose screens nobody sees prints the first one and ends, without a prompt")
  func unseenProgram() throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "output")
    let output = "\(folder.path)/output"
    let usual = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm"]
    let counter = Program.built("counter").path
    let program = try TerminalProgram(
      counter, ["--store", ":memory:"], environment: usual, output: output)
    #expect(program.end() == 0)
    let text = try String(contentsOfFile: output, encoding: .utf8)
    let asked = try Program.built("counter").run(["--store", ":memory:", "--no-input"], input: "")
    #expect(text == asked.output && program.heard.isEmpty)
  }
}
