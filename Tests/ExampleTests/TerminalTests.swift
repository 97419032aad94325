import Glibc
import Testing
import WaylineTesting

@Suite("The tour at a terminal")
struct TerminalTests {
  private let tour = Built("tour")

  @Test("^C drops the typed line, and the next one is whole")
  func interruptLine() throws {
    let run = try tour.inTerminal(["--plain"])
    #expect(run.hear("\r\n> "))
    #expect(run.say("Sett", hear: "Sett"))
    #expect(run.say("\u{3}", hear: "> "))
    #expect(run.say("Login\n", hear: "Tour › Login"))
    #expect(run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
    #expect(!run.heard.contains("Tour › Settings"))
  }

  @Test("^C twice on an empty line leaves with 130")
  func interruptTwice() throws {
    let run = try tour.inTerminal(["--plain"])
    #expect(run.hear("> "))
    #expect(run.say("\u{3}", hear: "Press ^C again to leave.\r\n> "))
    run.say("\u{3}")
    #expect(run.end() == 130)
  }

  @Test("^D on an empty line ends in order")
  func endOfInput() throws {
    let run = try tour.inTerminal()
    #expect(run.hear("> "))
    run.say("\u{4}")
    #expect(run.end() == 0)
  }

  @Test("A line that is not accepted is told, and is no failure of the program")
  func notAccepted() throws {
    let run = try tour.inTerminal(["--plain"])
    #expect(run.hear("> "))
    #expect(run.say("Sttings\n", hear: "Did you mean 'Settings'?\r\n> "))
    #expect(run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
  }

  @Test(
    "No escape byte is printed where it is not wanted",
    arguments: [["TERM": "dumb"], ["NO_COLOR": "1"], ["ACCESSIBLE": "1"], ["TERM": ""]])
  func noEscapes(environment: [String: String]) throws {
    let run = try tour.inTerminal([], environment)
    #expect(run.hear("\r\n> "))
    #expect(run.say("Settings\n", hear: "Tour › Settings\r\n"))
    #expect(run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
    #expect(!run.heard.contains("\u{1B}"))
  }

  @Test("At another terminal the place is bold")
  func colour() throws {
    let run = try tour.inTerminal()
    #expect(run.hear("\u{1B}[1mTour\u{1B}[0m\r\n"))
    #expect(run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
  }

  @Test("After kill -9 the next start is where the person was")
  func killed() throws {
    let run = try tour.inTerminal(["--plain"])
    #expect(run.hear("> "))
    #expect(run.say("Settings\n", hear: "Tour › Settings\r\n"))
    #expect(run.hear("> "))
    run.send(SIGKILL)
    #expect(run.end() == 128 + SIGKILL)

    let next = try tour.inTerminal(["--plain"])
    #expect(next.hear("> "))
    #expect(next.heard.hasPrefix("Tour › Settings\r\n"), "\(next.heard)")
    #expect(next.say("quit\n", hear: "quit"))
    #expect(next.end() == 0)
  }

  @Test("A second copy gets a fresh scene and says so")
  func secondCopy() throws {
    let first = try tour.inTerminal(["--plain"])
    #expect(first.hear("> "))
    let second = try tour.inTerminal(["--plain"])
    #expect(
      second.hear(
        "Another process uses the scene 'main'; this is a fresh one called 'main-2'."))
    #expect(second.hear("> ") && second.say("quit\n", hear: "quit"))
    #expect(second.end() == 0)
    #expect(first.say("quit\n", hear: "quit"))
    #expect(first.end() == 0)
  }

  @Test("A secret is typed without echo and gets into no history")
  func secret() throws {
    let run = try tour.inTerminal(["--plain"])
    #expect(run.hear("> "))
    #expect(run.say("Login\n", hear: "Tour › Login"))
    #expect(run.hear("> ") && run.say("1\n", hear: "Passcode: "))
    #expect(run.say("hunter2\n", hear: "(hidden, 7 characters)"))
    #expect(run.hear("> ") && run.say("Passcode: hunter22\n", hear: "(hidden, 8 characters)"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
    #expect(!run.heard.contains("hunter2\r"))
    #expect(!tour.store.contains("hunter2"))
    #expect(tour.store.contains("Passcode: ********"))
  }

  @Test("The history is there at the next start, in a file for its owner only")
  func history() throws {
    let run = try tour.inTerminal(["--plain"])
    #expect(run.hear("> ") && run.say("Settings\n", hear: "Tour › Settings"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
    #expect(tour.store.permissions(of: tour.store.path + "/history").mode == 0o600)

    let next = try tour.inTerminal(["--plain"])
    #expect(next.hear("> ") && next.say("history\n", hear: "Settings\r\nquit\r\nhistory\r\n> "))
    #expect(next.say("quit\n", hear: "quit"))
    #expect(next.end() == 0)
  }

  @Test("^Z stops it, and fg prints the prompt again", .enabled(if: access("/bin/bash", X_OK) == 0))
  func stop() throws {
    let shell = try TerminalProgram(
      "/bin/bash", ["--norc", "-i"],
      environment: ["HOME": tour.store.path, "PS1": "shell$ ", "TERM": "dumb", "LANG": "C.UTF-8"])
    #expect(shell.hear("shell$ "))
    #expect(
      shell.say(
        "\(tour.program.path) --plain --store \(tour.store.path)\n", hear: "\r\n> "))
    #expect(shell.say("\u{1A}", hear: "Stopped"))
    #expect(shell.hear("shell$ ") && shell.say("fg\n", hear: "> "))
    #expect(shell.say("Settings\n", hear: "Tour › Settings"))
    #expect(shell.hear("> ") && shell.say("quit\n", hear: "shell$ "))
    #expect(shell.say("exit\n", hear: "exit"))
    #expect(shell.end() == 0)
  }
}

@Suite(
  "The tour with line editing",
  .enabled(if: dlopen("libedit.so.2", RTLD_NOW) != nil, "libedit is not installed."))
struct EditingTests {
  private let tour = Built("tour")

  @Test("Lines are edited, completed and brought back, also those of the last session")
  func editing() throws {
    let run = try tour.inTerminal()
    #expect(run.hear("> ") && run.say("Sett\t", hear: "ings"))
    #expect(run.say("\n", hear: "Lend at the lower desk"))
    #expect(run.hear("> ") && run.say("bakc\u{8}\u{8}ck\n", hear: "Login"))
    #expect(run.hear("> "))
    run.say("\u{4}")
    #expect(run.end() == 0)

    let next = try tour.inTerminal()
    #expect(next.hear("> ") && next.say("\u{1B}[A\u{1B}[A", hear: "Settings"))
    #expect(next.say("\n", hear: "Lend at the lower desk"))
    #expect(next.hear("> ") && next.say("quit\n", hear: "quit"))
    #expect(next.end() == 0)
  }

  @Test("^C drops what is typed, ^Z stops, fg goes on with the line")
  func signals() throws {
    let shell = try TerminalProgram(
      "/bin/bash", ["--norc", "-i"],
      environment: ["HOME": tour.store.path, "PS1": "shell$ ", "TERM": "xterm", "LANG": "C.UTF-8"])
    #expect(shell.hear("shell$ "))
    #expect(
      shell.say("\(tour.program.path) --store \(tour.store.path)\n", hear: "\r\n> "))
    #expect(shell.say("half", hear: "half") && shell.say("\u{3}", hear: "^C\r\n> "))
    #expect(shell.say("Log", hear: "Log") && shell.say("\u{1A}", hear: "Stopped"))
    #expect(shell.hear("shell$ ") && shell.say("fg\n", hear: "> Log"))
    #expect(shell.say("in\n", hear: "Passcode: (empty)"))
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
    let settings = shell.heard.split(whereSeparator: \.isNewline).filter { $0.contains(":4:") }
    #expect(settings.count == 2 && settings.first == settings.last, "\(settings)")
  }
}
