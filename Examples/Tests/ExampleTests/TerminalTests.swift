import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("The tour at a terminal", .waitsForPrograms)
struct TerminalTests {
  private let tour = Built("tour")

  @Test("^C drops the typed line, and the next one is whole", arguments: LineReading.all)
  func interruptLine(reading: LineReading) throws {
    let run = try tour.inTerminal(reading)
    #expect(run.hear("> "))
    #expect(run.say("Sett", hear: "Sett"))
    #expect(run.say("\u{3}", hear: "^C\r\n> "))
    #expect(run.say("Log in\n", hear: "Tour › Log in"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
    #expect(!run.heard.contains("Tour › Settings"))
  }

  @Test("^C twice on an empty line leaves with 130, and ends the line", arguments: LineReading.all)
  func interruptTwice(reading: LineReading) throws {
    let run = try tour.inTerminal(reading)
    #expect(run.hear("> "))
    #expect(run.say("\u{3}", hear: "Press ^C again to leave.\r\n> "))
    run.say("\u{3}")
    #expect(run.end() == 130)
    #expect(run.shown.hasSuffix("> ^C\r\n"), "\(run.heard.debugDescription)")
  }

  @Test("^D on an empty line ends in order, and ends the line", arguments: LineReading.all)
  func endOfInput(reading: LineReading) throws {
    let run = try tour.inTerminal(reading)
    #expect(run.hear("> "))
    run.say("\u{4}")
    #expect(run.end() == 0)
    #expect(run.shown.hasSuffix("> \r\n"), "\(run.heard.debugDescription)")
  }

  @Test(
    "A line that is not accepted is reported, and is not a failure of the program",
    arguments: LineReading.all)
  func notAccepted(reading: LineReading) throws {
    let run = try tour.inTerminal(reading)
    #expect(run.hear("> "))
    #expect(run.say("Sttings\n", hear: "Did you mean 'Settings'?\r\n") && run.hear("> "))
    #expect(run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
  }

  @Test(
    "No escape byte is printed where it is not wanted",
    arguments: [["TERM": "dumb"], ["ACCESSIBLE": "1"], ["TERM": ""]])
  func noEscapes(environment: [String: String]) throws {
    let run = try tour.inTerminal([], environment)
    #expect(run.hear("\r\n> "))
    #expect(run.say("Settings\n", hear: "Tour › Settings\r\n"))
    #expect(run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
    #expect(!run.heard.contains("\u{1B}"))
  }

  @Test(
    "A terminal that is called dumb wraps between words, but not for a screen reader",
    arguments: [
      ("0", "back goes up, help lists the commands,\r\n"),
      ("1", "back goes up, help lists the commands, quit leaves; the tour remembers"),
    ])
  func dumbWidth(isAccessible: String, line: String) throws {
    let run = try tour.inTerminal([], ["TERM": "dumb", "ACCESSIBLE": isAccessible])
    run.resize(columns: 40)
    #expect(run.hear("> ") && run.say("show\n", hear: line))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("NO_COLOR removes colour and weight, not the editing of lines")
  func noColour() throws {
    guard LineReading.hasLibrary else { return }
    let run = try tour.inTerminal([], ["NO_COLOR": "1"])
    #expect(
      run.hear("> ") && run.say("bakc\u{8}\u{8}ck\n", hear: "There is nothing to go back to."))
    #expect(run.hear("> ") && run.say("\u{1B}[A\n", hear: "There is nothing to go back to."))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
    #expect(run.heard.firstMatch(of: /\u{1B}\[[0-9;]+m/) == nil)
  }

  @Test("At another terminal the place is bold")
  func colour() throws {
    let run = try tour.inTerminal()
    #expect(run.hear("\u{1B}[1;7mTour\u{1B}[0m\r\n"))
    #expect(run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
  }

  @Test("Numbers, unavailable items and problems have a style of their own, beside their words")
  func styles() throws {
    let run = try tour.inTerminal(["orders"])
    #expect(run.hear("\u{1B}[36m[1]\u{1B}[0m Search orders: (empty)\r\n"))
    #expect(run.hear("\u{1B}[2m[2] Send the orders (unavailable)\u{1B}[0m\r\n"))
    #expect(run.hear("> "))
    #expect(run.say("Send\n", hear: "\u{1B}[31m'Send the orders' is unavailable.\u{1B}[0m\r\n"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("CLICOLOR_FORCE colours a pipe too, NO_COLOR does not, and --color overrules both")
  func forcedColour() throws {
    func place(_ options: [String], _ environment: [String: String]) throws -> String? {
      try tour.program.run(["--store", ":memory:"] + options, environment: environment).lines.first
    }
    #expect(try place([], ["CLICOLOR_FORCE": "1"]) == "\u{1B}[1;7mTour\u{1B}[0m")
    #expect(try place([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]) == "Tour")
    #expect(try place(["--color", "never"], ["CLICOLOR_FORCE": "1"]) == "Tour")
    #expect(try place(["--color", "always"], ["NO_COLOR": "1"]) == "\u{1B}[1;7mTour\u{1B}[0m")
    #expect(try place(["--color", "always", "--plain"], [:]) == "Tour")
  }

  @Test("After kill -9 the next start is where the person was (19)")
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

  @Test("A second copy gets a fresh scene and says so (25)")
  func secondCopy() throws {
    let first = try tour.inTerminal(["--plain"])
    #expect(first.hear("> "))
    let second = try tour.inTerminal(["--plain"])
    #expect(
      second.hear(
        "The session 'main' is already open; started 'main-2'. To use 'main', "
          + "quit it where it is open."))
    #expect(second.hear("> ") && second.say("quit\n", hear: "quit"))
    #expect(second.end() == 0)
    #expect(first.say("quit\n", hear: "quit"))
    #expect(first.end() == 0)
  }

  @Test(
    "A secret is typed without echo and gets into no history, masked or not",
    arguments: LineReading.all)
  func secret(reading: LineReading) throws {
    let run = try tour.inTerminal(reading)
    #expect(run.hear("> "))
    #expect(run.say("Log in\n", hear: "Tour › Log in"))
    #expect(run.hear("> ") && run.say("1\n", hear: "Passcode: "))
    #expect(run.say("hunter2\n", hear: "(hidden, 7 characters)"))
    #expect(run.hear("> ") && run.say("Passcode: hunter22\n", hear: "(hidden, 8 characters)"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
    #expect(!run.heard.contains("hunter2\r"))
    #expect(!tour.store.contains("hunter2"))
    #expect(!tour.store.contains("********"))
  }

  @Test(
    "The history is there at the next start, in a file for its owner only",
    arguments: LineReading.all)
  func history(reading: LineReading) throws {
    let run = try tour.inTerminal(reading)
    #expect(run.hear("> ") && run.say("Settings\n", hear: "Tour › Settings"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
    #expect(tour.store.permissions(of: tour.store.path + "/history").mode == 0o600)

    let next = try tour.inTerminal(reading)
    #expect(next.hear("> ") && next.say("history\n", hear: "Settings\r\nquit\r\nhistory\r\n"))
    #expect(next.hear("> ") && next.say("quit\n", hear: "quit"))
    #expect(next.end() == 0)
  }

  @Test("Two terminals at once add to one history, and neither loses a line")
  func twoHistories() throws {
    let (first, second) = (try tour.inTerminal(.plain), try tour.inTerminal(.plain))
    #expect(first.hear("> ") && second.hear("> "))
    #expect(first.say("Settings\n", hear: "Tour › Settings") && first.hear("> "))
    #expect(second.say("Log in\n", hear: "Tour › Log in") && second.hear("> "))
    #expect(first.say("back\n", hear: "[6] Desk") && first.hear("> "))
    for run in [second, first] { #expect(run.say("quit\n", hear: "quit") && run.end() == 0) }

    let next = try tour.inTerminal(.plain)
    #expect(next.hear("> "))
    #expect(next.say("history\n", hear: "\r\nSettings\r\nLog in\r\nback\r\nquit"), "\(next.heard)")
    #expect(next.hear("> ") && next.say("quit\n", hear: "quit") && next.end() == 0)
  }

  @Test(
    "The edited line is printed again when the size of the terminal changes")
  func resized() throws {
    guard LineReading.hasLibrary else { return }
    let run = try tour.inTerminal(.edited, ["settings"])
    #expect(run.hear("> ") && run.say("2 short", hear: "2 short"))
    run.resize(columns: 20)
    #expect(run.say("er", hear: "\r\n> 2 short") && run.hear("er"))
    #expect(run.say("\n", hear: "scene: shorter\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test(
    "Several lines that are pasted, also while a command runs, are carried out in their order",
    arguments: LineReading.all)
  func pasted(reading: LineReading) throws {
    let run = try tour.inTerminal(reading)
    #expect(run.hear("> "))
    run.say("wait 1\nSettings\n2 日本 é\nback\n")
    #expect(run.hear("Note of this scene: (nothing noted)"))
    #expect(run.hear("Note of this scene: 日本 é"))
    #expect(run.hear("[6] Desk\r\n") && run.hear("> ") && run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
  }

  @Test("The lines of a text are asked for once", arguments: LineReading.all)
  func text(reading: LineReading) throws {
    let run = try tour.inTerminal(reading, ["orders"])
    #expect(run.hear("> ") && run.say("Details\n", hear: "> ") && run.say("10\n", hear: "dot):"))
    for line in ["one", "", "> quit"] { run.say("\(line)\n") }
    #expect(run.say(".\n", hear: "[10] Note: 3 lines\r\n"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
    #expect(run.heard.split(separator: "single dot").count == 2, "\(run.heard)")
  }

  @Test("A line that the terminal has cut is refused, and with libedit none is cut")
  func cut() throws {
    let long = String(repeating: "x", count: 5000)
    let plain = try tour.inTerminal(.plain, ["settings"])
    #expect(plain.hear("> "))
    #expect(
      plain.say("2 \(long)\n", hear: "refused: the terminal cuts lines after 4095 bytes.\r\n"))
    #expect(plain.hear("> ") && plain.say("2 short\n", hear: "Note of this scene: short\r\n"))
    #expect(plain.hear("> ") && plain.say("quit\n", hear: "quit") && plain.end() == 0)
    guard LineReading.hasLibrary else { return }
    let edited = try tour.inTerminal(.edited, ["settings"])
    #expect(edited.hear("> "))
    for piece in 0..<50 { edited.say((piece == 0 ? "2 " : "") + long.prefix(100)) }
    #expect(edited.say("\n", hear: "Note of this scene: \(long)\r\n"))
    #expect(edited.hear("> ") && edited.say("quit\n", hear: "quit") && edited.end() == 0)
  }

  @Test(
    "A change by another process is printed above, and the typed line stays",
    arguments: LineReading.all)
  func changedMeanwhile(reading: LineReading) throws {
    let run = try tour.inTerminal(reading, ["inStep"])
    #expect(run.hear("sees 3 copies") && run.hear("> ") && run.say("Copies: ", hear: "Copies: "))
    #expect(try tour.run(["inStep"], "Copies: 7\n").status == 0)
    #expect(run.hear("The reader sees 7 copies on the shelf.\r\n") && run.hear("> "))
    #expect(run.say("+\n", hear: "The reader sees 8 copies on the shelf.\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test(
    "A line is wider than the terminal, and no locale says how it is written",
    arguments: LineReading.all)
  func narrow(reading: LineReading) throws {
    let text = String(repeating: "日本 é ", count: 40) + "end"
    let run = try tour.inTerminal(reading, ["settings"], ["LC_ALL": "C"])
    run.resize(columns: 40)
    #expect(run.hear("> "))
    let shown =
      reading == .plain
      ? "Note of this scene: \(text)\r\n" : "[2] Note of this scene: 日本 é 日本 é\r\n    "
    #expect(run.say("2 \(text)\n", hear: shown), "\(run.heard)")
    #expect(reading == .plain || run.hear("end\r\n"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("A question shows the present value, Enter keeps it, and a wrong answer is asked again")
  func questions() throws {
    let run = try tour.inTerminal(.plain, ["orders"])
    #expect(run.hear("> ") && run.say("3 Emma\n", hear: "[3] Title: Emma") && run.hear("> "))
    #expect(run.say("3\n", hear: "Title [Emma]: ") && run.say("\n", hear: "\r\n> "))
    #expect(run.say("5\n", hear: "Copies (1 to 9) [1]: "))
    #expect(run.say("many\n", hear: "'many' is not a whole number"))
    #expect(run.hear("Copies (1 to 9) [1]: ") && run.say("\u{3}", hear: "^C\r\n> "))
    #expect(run.say("show\n", hear: "[3] Title: Emma") && run.hear("[5] Copies: 1"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("The text of a field stands on the line to be changed; an emptied line empties it")
  func editedField() throws {
    guard LineReading.hasLibrary else { return }
    let run = try tour.inTerminal(.edited, ["orders"])
    #expect(run.hear("> ") && run.say("3 Zoë!\n", hear: "[3] Title: Zoë!") && run.hear("> "))
    #expect(run.say("3\n", hear: "Title: ") && run.hear("Zoë!"), "\(run.heard)")
    #expect(run.say(" 2\n", hear: "[3] Title: Zoë! 2\r\n") && run.hear("> "), "\(run.heard)")
    #expect(run.say("3\n", hear: "Title: ") && run.hear("Zo") && run.hear("! 2"))
    #expect(run.say("\u{15}\n", hear: "[3] Title: (empty)\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("The lines of a text stand there to be changed, one after the other")
  func editedText() throws {
    guard LineReading.hasLibrary else { return }
    let run = try tour.inTerminal(.edited, ["orders"])
    #expect(run.hear("> ") && run.say("Details\n", hear: "> ") && run.say("10\n", hear: "dot):"))
    #expect(run.say("one\n\ntwo\n.\n", hear: "[10] Note: 3 lines\r\n") && run.hear("> "))
    #expect(run.say("10\n", hear: "keeps the rest):\r\n") && run.hear("one"), "\(run.heard)")
    #expect(run.say("!\n", hear: "!") && run.say("\n", hear: "two"), "\(run.heard)")
    #expect(run.say("\u{15}three\nfour\n.\n", hear: "[10] Note: 4 lines\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("10\n", hear: "one!"), "\(run.heard)")
    #expect(run.say("\u{15}\u{4}", hear: "\r\n> ") && run.say("show\n", hear: "Note: 4 lines"))
    #expect(run.hear("> ") && run.say("8\n", hear: "one!") && run.say("\u{3}", hear: "^C"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("Tab completes the answer to a question that is a line, and the value of a choice")
  func completedChoices() throws {
    guard LineReading.hasLibrary else { return }
    let run = try tour.inTerminal(.edited, ["orders"], ["NO_EDIT": "1"])
    #expect(run.hear("> ") && run.say("4\n", hear: "poetry) [fiction]: "))
    #expect(run.say("o\t", hear: "fiction\r\nhistory\r\npoetry\r\n"), "\(run.heard)")
    #expect(run.say("\u{8}po\t", hear: "etry") && run.say("\n", hear: "[4] Shelf: poetry"))
    #expect(run.hear("> ") && run.say("shelf: hi\t", hear: "story"), "\(run.heard)")
    #expect(run.say("\n", hear: "[4] Shelf: history"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("Tab completes the value of a place, from the links on the screen or on the nearest one")
  func completedPlaces() throws {
    guard LineReading.hasLibrary else { return }
    let run = try tour.inTerminal(.edited)
    // The program gives itself some seconds to look for values, and may be asked again.
    func completes() -> Bool { (0..<5).contains { _ in run.say("\t", hear: "2") } }
    #expect(run.hear("> ") && run.say("open desk book 4", hear: "book 4"), "\(run.heard)")
    #expect(completes() && run.say("\n", hear: "The Go-Between"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("back\n", hear: "> "), "\(run.heard)")
    #expect(run.say("open desk book 4", hear: "book 4") && completes(), "\(run.heard)")
    #expect(run.say("\u{3}", hear: "^C") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("^D asks the guards of the page; a second one leaves anyway", arguments: LineReading.all)
  func endWithUnsavedWork(reading: LineReading) throws {
    let run = try tour.inTerminal(reading, ["orders"])
    #expect(run.hear("> ") && run.say("3 Emma\n", hear: "[3] Title: Emma") && run.hear("> "))
    #expect(run.say("Order\n", hear: "Emma") && run.hear("\r\n> "))
    #expect(run.say("\u{4}", hear: "Send or cancel it before you leave.\r\n"), "\(run.heard)")
    #expect(run.hear("Press ^D again to leave anyway.\r\n> "), "\(run.heard)")
    run.say("\u{4}")
    #expect(run.end() == 0, "\(run.heard)")
  }

  @Test(
    "A text that is longer than the window stops after a page; --plain prints all of it")
  func pages() throws {
    let run = try tour.inTerminal(.unedited, ["orders"])
    run.resize(columns: 60, rows: 12)
    #expect(run.hear("> "))
    #expect(run.say("help\n", hear: "more lines: more, /text, top, all\r\n> "), "\(run.heard)")
    #expect(run.say("more\n", hear: "more lines: more, /text, top, all\r\n> "), "\(run.heard)")
    #expect(run.say("all\n", hear: "  open settings\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)

    let plain = try tour.inTerminal(.plain, ["orders"])
    plain.resize(columns: 60, rows: 12)
    #expect(plain.hear("> ") && plain.say("help\n", hear: "  open settings\r\n"))
    #expect(!plain.heard.contains("more lines"))
    #expect(plain.hear("> ") && plain.say("quit\n", hear: "quit") && plain.end() == 0)
  }

  @Test("^C while a command runs cancels it", arguments: LineReading.all)
  func interruptCommand(reading: LineReading) throws {
    let server = LoopbackServer()
    let run = try tour.inTerminal(reading, ["--feed", server.address, "feed"])
    #expect(run.hear("Loading the feed …\r\n") && run.hear("> "))
    #expect(run.say("wait 60\n", hear: "wait 60\r\n") && run.isRead())
    #expect(run.say("\u{3}", hear: "^C\r\nStopped waiting. Still running: "))
    #expect(run.hear("To wait again, type 'wait'.\r\n\r\nTour › Feed\r\n") && run.hear("> "))
    #expect(run.say("quit\n", hear: "quit"))
    #expect(run.end() == 0)
  }

  @Test("^C at the question of a command is not an answer", arguments: LineReading.all)
  func interruptQuestion(reading: LineReading) throws {
    let run = try tour.inTerminal(reading, ["passphrase"])
    #expect(run.hear("New passphrase: "))
    #expect(run.say("\u{3}", hear: "^C\r\ntour: Cancelled.\r\n"))
    #expect(run.end() == 1)
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
