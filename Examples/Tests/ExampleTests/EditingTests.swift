import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite(
  "The tour with line editing", .waitsForPrograms,
  .enabled(if: LineReading.hasLibrary, "libedit is not installed."))
struct EditingTests {
  private let tour = Built("tour")

  @Test("Lines are edited, completed and brought back, also those of the last session")
  func editing() throws {
    let run = try tour.inTerminal()
    #expect(run.hear("> ") && run.say("Sett\t", hear: "ings"))
    #expect(run.say("\n", hear: "Lend at the lower desk"))
    #expect(run.hear("> ") && run.say("bakc\u{8}\u{8}ck\n", hear: "Log in"))
    #expect(run.hear("> "))
    run.say("\u{4}")
    #expect(run.end() == 0)

    let next = try tour.inTerminal()
    #expect(next.hear("> ") && next.say("\u{1B}[A\u{1B}[A", hear: "Settings"))
    #expect(next.say("\n", hear: "Lend at the lower desk"))
    #expect(next.hear("> ") && next.say("quit\n", hear: "quit"))
    #expect(next.end() == 0)
  }

  @Test("Tab completes commands, places and labels, also in quotes")
  func completing() throws {
    let run = try tour.inTerminal()
    #expect(run.hear("> ") && run.say("whe\t", hear: "re") && run.say("\n", hear: "Tour"))
    #expect(run.hear("> ") && run.say("open lo\t", hear: "gin") && run.say("\n", hear: "Log in"))
    #expect(run.hear("> ") && run.say("store st\t", hear: "atus") && run.say("\n", hear: "State "))
    #expect(run.hear("> ") && run.say("passc\t", hear: "ode") && run.say(": 1\n", hear: "hidden"))
    #expect(run.hear("> ") && run.say("\"Log\t", hear: "in\"") && run.say("\n", hear: "Account"))
    #expect(run.hear("> ") && run.say("qui\t", hear: "t") && run.say("\n", hear: "\r\n"))
    #expect(run.end() == 0)
  }

  @Test("Tab completes the names of tabs, and the values of places on every tab, with their labels")
  func tabs() throws {
    let run = try tour.inTerminal(.edited, ["desk"])
    #expect(run.hear("> ") && run.say("mem\t", hear: "bers"))
    #expect(run.say("\n", hear: "Tab: Members"))
    #expect(run.hear("> ") && run.say("1 B\t", hear: "ooks"))
    #expect(run.say("\n", hear: "Tab: Books") && run.hear("> "))
    #expect(run.say("open desk book \t", hear: "open desk book 42  The Go-Between"))
    #expect(run.hear("> ") && run.say("\u{3}", hear: "^C") && run.hear("> "))
    #expect(run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test(
    "Tab offers the values of a guarded place, from another screen too, once its guard allows it")
  func guardedValues() throws {
    let run = try tour.inTerminal(.edited, ["desk"])
    #expect(run.hear("> ") && run.say("open desk member \t\t\n", hear: "'open desk member <name>'"))
    #expect(!run.heard.contains("Grace"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("open login\n", hear: "> "))
    #expect(run.say("Passcode: 1\n", hear: "> ") && run.say("Log in\n", hear: "Account"))
    #expect(run.hear("> "))
    // The program gives itself some seconds to look for values, and may be asked again.
    #expect(run.say("open desk member G", hear: "member G"))
    #expect((0..<5).contains { _ in run.say("\t", hear: "race") }, "\(run.heard)")
    #expect(run.say("\n", hear: "Tour › Desk › Grace"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("The arrow and erase keys go by characters, however many code points those have")
  func characters() throws {
    let run = try tour.inTerminal(["settings"])
    #expect(run.hear("> "))
    run.say("2 \u{65E5}\u{672C}e\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}g\u{308}!")
    run.say("\u{7F}\u{7F}\u{8}\u{1B}[D\u{1B}[D\u{1B}[3~\u{1B}OCx\u{2}\u{4}\n")
    #expect(run.hear("Note of this scene: \u{65E5}e\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
  }

  @Test("The lines of a new text are edited, and what is pasted into it is one value")
  func newText() throws {
    let run = try tour.inTerminal(.edited, ["orders"])
    #expect(run.hear("> ") && run.say("Title: Emma\n", hear: "Title: Emma\r\n") && run.hear("> "))
    #expect(run.say("Details\n", hear: "> ") && run.say("Note\n", hear: "single dot):\r\n"))
    run.say("tron\u{1B}[D\u{1B}[D\u{1B}[D\u{8}t\u{1B}[F!\n")
    run.say("\u{1B}[200~two\rthree\r\u{1B}[201~\n")
    #expect(run.say(".\n", hear: "Note: 3 lines\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("Order\n", hear: "> ") && run.say("Emma\n", hear: "Sheet: "))
    #expect(run.hear("tron!\r\ntwo\r\nthree\r\n"), "\(run.heard)")
    #expect(!run.heard.contains("^[["), "\(run.heard)")
    run.send(SIGTERM)
    #expect(run.end() == 143)
  }

  @Test("^D keeps what was typed of a new text, and ^C leaves it")
  func endOfNewText() throws {
    let run = try tour.inTerminal(.edited, ["orders"])
    #expect(
      run.hear("> ") && run.say("Details\n", hear: "> ") && run.say("Note\n", hear: "dot):\r\n"))
    #expect(run.say("one\ntwo\u{4}", hear: "Note: 2 lines\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("Note: \"\"\n", hear: "Note: (empty)") && run.hear("> "))
    #expect(run.say("Note\n", hear: "dot):\r\n") && run.say("half", hear: "half"))
    #expect(
      run.say("\u{3}", hear: "^C") && run.hear("> ") && run.say("show\n", hear: "Note: (empty)"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("A line that is typed while a command runs is shown once, at its prompt")
  func typedAhead() throws {
    let server = LoopbackServer()
    let run = try tour.inTerminal(.edited, ["--feed", server.address, "feed"])
    #expect(run.hear("Loading the feed …\r\n") && run.hear("> "))
    #expect(run.say("wait 1\n", hear: "wait 1\r\n"))
    run.say("hom")
    #expect(run.hear("Still running after 1 s: ") && run.hear("\r\nTour › Feed\r\n"))
    #expect(run.hear("> hom"))
    #expect(run.say("e\n", hear: "[7] Map\r\n> "))
    #expect(run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
    #expect(run.heard.split(separator: "hom").count == 2, "\(run.heard)")
  }

  @Test("^C discards the typed text, ^Z stops, fg continues the line")
  func signals() throws {
    let shell = try TerminalProgram(
      "/bin/bash", ["--norc", "-i"],
      environment: ["HOME": tour.store.path, "PS1": "shell$ ", "TERM": "xterm", "LANG": "C.UTF-8"])
    #expect(shell.hear("shell$ "))
    #expect(
      shell.say("\(tour.program.path) --store \(tour.store.path)\n", hear: "\r\n> "))
    #expect(shell.say("half", hear: "half") && shell.say("\u{3}", hear: "^C\r\n> "))
    #expect(shell.say("Log", hear: "Log"))
    // What comes next needs the program to be stopped.
    try #require(shell.say("\u{1A}", hear: "Stopped"), "\(shell.heard)\n\(shell.descendants)")
    #expect(shell.hear("shell$ ") && shell.say("fg\n", hear: "> Log"))
    #expect(shell.say(" in\n", hear: "Passcode: (empty)"))
    #expect(shell.hear("> ") && shell.say("quit\n", hear: "shell$ "))
    #expect(shell.say("exit\n", hear: "exit"))
    #expect(shell.end() == 0)
  }

  @Test("The terminal's settings are put back", arguments: ["quit\n", "\u{4}"])
  func restored(leaving: String) throws {
    let shell = try TerminalProgram(
      "/bin/sh", ["-c", "stty -g; \(tour.program.path) --store :memory:; stty -g; exit 7"],
      environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8"])
    #expect(shell.hear("> ") && shell.say("Set", hear: "Set"))
    #expect(shell.say("tings\n", hear: "lower desk"))
    #expect(shell.hear("> "))
    shell.say(leaving)
    #expect(shell.end() == 7)
    let settings = shell.shown.split(whereSeparator: \.isNewline).filter { $0.contains(":4:") }
    #expect(settings.count == 2 && settings.first == settings.last, "\(settings)")
  }
}
