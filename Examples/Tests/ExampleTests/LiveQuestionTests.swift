import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite(
  "A question at a terminal", .waitsForPrograms,
  .enabled(if: LineReading.hasLibrary, "libedit is not installed."))
struct LiveQuestionTests {
  private func choices(
    _ options: [String] = [], _ environment: [String: String] = [:], columns: UInt16 = 80
  ) throws -> TerminalProgram {
    let run = try Built("terminal-probe").inTerminal(
      options, environment.merging(["PROBE": "choices"]) { $1 })
    run.resize(columns: columns)
    return run
  }

  @Test("Is answered by a digit, with three keys in all")
  func digit() throws {
    let run = try choices()
    #expect(run.hear("> ") && run.say("1\r", hear: "  5 travel"), "\(run.shown)")
    #expect(run.hear("Esc leaves") && run.say("5", hear: "Shelf: travel\r\n") && run.hear("> "))
    #expect(run.say("quit\r", hear: "quit") && run.end() == 0)
  }

  @Test("Is answered key by key, has at most ten rows, and becomes one line")
  func keys() throws {
    let run = try choices()
    #expect(run.hear("> ") && run.say("1\r", hear: "Esc leaves"), "\(run.shown)")
    #expect(run.say("tr", hear: "Shelf: tr") && run.say("\r", hear: "Shelf: travel\r\n"))
    #expect(run.hear("> ") && run.say("2\r", hear: "1 to 8 of 10000"))
    #expect(run.say("9999", hear: "Volume "), "\(run.shown)")
    let window = TerminalScreen(run.shown).window
    #expect((window.count - 1) - (window.lastIndex(of: "> 2") ?? 0) <= 10, "\(window)")
    #expect(run.say("\r", hear: "Book: Volume 9999 of travel\r\n") && run.hear("> "))
    #expect(run.say("3\r", hear: "Space chooses") && run.say("\u{1B}[B \u{1B}[B ", hear: "[x]"))
    #expect(run.say("\r", hear: "Chosen: 2") && run.hear("> "))
    #expect(run.say("quit\r", hear: "quit") && run.end() == 0)
    let lines = TerminalScreen(run.shown, rows: 60).lines
    #expect(lines.count { $0.hasPrefix("Shelf: ") } == 1 && !lines.contains { $0.contains("Esc") })
  }

  @Test(
    "Is a line where no keys can be taken, or lines are to be alike everywhere",
    arguments: [
      ("ACCESSIBLE", "1"), ("TERM", "dumb"), ("NO_EDIT", "1"), ("--plain", ""), ("--full", ""),
    ])
  func numbered(name: String, value: String) throws {
    let isOption = name.hasPrefix("--")
    let run = try choices(isOption ? [name] : [], isOption ? [:] : [name: value])
    #expect(run.hear("> ") && run.say("1\n", hear: "travel) [history]: "), "\(run.shown)")
    #expect(run.say("po\n", hear: "Shelf: poetry") && run.hear("> "), "\(run.shown)")
    #expect(run.say("/\n", hear: "/text") && run.hear("> "))
    #expect(run.say("quit\n", hear: "quit") && run.end() == 0)
    #expect(!run.shown.contains("Esc leaves"))
  }

  @Test("A recorded session replays without differences")
  func recorded() throws {
    let built = Built("terminal-probe")
    let logs = TemporaryFolder()
    try logs.write("", to: "other")
    let log = "\(logs.path)/session.log"
    let run = try built.inTerminal(["--record", log], ["PROBE": "choices"])
    #expect(run.hear("> ") && run.say("1\r", hear: "Esc leaves"))
    #expect(run.say("tr\r", hear: "Shelf: travel\r\n") && run.hear("> "))
    #expect(run.say("3\r", hear: "Space chooses") && run.say(" \u{1B}[B \r", hear: "Chosen: 2"))
    #expect(run.hear("> ") && run.say("1\r", hear: "Esc leaves") && run.say("\u{1B}", hear: "> "))
    #expect(run.say("/\r", hear: "Find: ") && run.say("vol", hear: "Find: vol"))
    #expect(run.say("\r", hear: "of 10000") && run.say("\u{3}", hear: "(no answer)"))
    #expect(run.hear("> ") && run.say("undo\r", hear: "Chosen: 0") && run.hear("> "))
    #expect(run.say("quit\r", hear: "quit") && run.end() == 0)
    let replay = try built.inTerminal(
      ["--fresh", "--replay", log], ["PROBE": "choices", "NO_EDIT": "1"])
    #expect(replay.end() == 0, "\(replay.shown)")
  }

  @Test("Is drawn again in a narrower window, after ^Z and fg, and gives the terminal back")
  func window() throws {
    let built = Built("terminal-probe")
    let shell = try TerminalProgram(
      "/bin/bash", ["--norc", "-i"],
      environment: [
        "HOME": built.store.path, "PS1": "shell$ ", "TERM": "xterm", "LANG": "C.UTF-8",
        "PROBE": "choices",
      ])
    shell.resize(columns: 80)
    #expect(shell.hear("shell$ ") && shell.say("before=$(stty -g)\n", hear: "shell$ "))
    #expect(
      shell.say("\(built.program.path) --store \(built.store.path)\n", hear: "\r\n> "))
    #expect(shell.say("1\r", hear: "Esc leaves") && shell.say("po", hear: "Shelf: po"))
    #expect(shell.hear("completes"))
    try #require(shell.say("\u{1A}", hear: "Stopped"), "\(shell.heard)\n\(shell.descendants)")
    #expect(shell.hear("shell$ ") && shell.say("echo typed\n", hear: "typed\r\n"))
    #expect(shell.hear("shell$ ") && shell.say("fg\n", hear: "Shelf: po"))
    #expect(shell.hear("completes"))
    shell.resize(columns: 40)
    #expect(shell.hear("digit tak…"), "\(shell.shown)")
    #expect(shell.say("\r", hear: "Shelf: poetry\r\n") && shell.hear("> "))
    #expect(shell.say("1\r", hear: "digit tak…") && shell.say("\u{3}", hear: "(no answer)"))
    #expect(shell.hear("> ") && shell.say("quit\r", hear: "shell$ "))
    #expect(shell.say("[ $before = $(stty -g) ] && echo as be''fore\n", hear: "as before\r\n"))
    #expect(shell.say("exit\n", hear: "exit") && shell.end() == 0)
  }

  @Test("Leaves the terminal to the shell when the program is ended", arguments: [SIGTERM, SIGHUP])
  func ended(signal: Int32) throws {
    let run = try choices()
    #expect(run.hear("> ") && run.say("1\r", hear: "Esc leaves"))
    run.send(signal)
    #expect(run.end() == 128 + signal)
    #expect(TerminalScreen(run.shown).lines.last == "Shelf: (no answer)")
  }
}
