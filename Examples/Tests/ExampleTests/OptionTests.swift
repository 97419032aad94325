import TestThreads
import Testing
import WaylineTesting

@Suite("Options and status", .waitsForPrograms)
struct OptionTests {
  private let tour = Built("tour")

  @Test("--help and -h print the usage and every option", arguments: ["--help", "-h"])
  func help(flag: String) throws {
    let run = try tour.run([flag])
    #expect(run.status == 0)
    #expect(run.lines.first == "Usage: tour [options] [place or command …]")
    for option in ["--store PATH|:memory:", "--scene NAME", "--fresh", "--version"] {
      #expect(run.output.contains(option))
    }
  }

  @Test("--version prints name and version")
  func version() throws {
    let run = try tour.run(["--version"])
    #expect(run.lines == ["tour 0.1"])
    #expect(run.status == 0)
  }

  @Test("An unknown option is reported on standard error, with the nearest one, and ends with 2")
  func wrongOption() throws {
    let run = try tour.run(["--stor", "x"])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("There is no option '--stor'. Did you mean --store?"))
  }

  @Test(
    "An unknown option with a single dash is refused, with the nearest one",
    arguments: [
      ("-v", " Did you mean --version?"), ("-x", ""), ("-", ""),
    ])
  func singleDash(word: String, reported: String) throws {
    let run = try tour.run([word])
    #expect(run.errors == "tour: There is no option '\(word)'.\(reported) See tour --help.\n")
    #expect(run.status == 2 && run.output.isEmpty)
  }

  @Test("Answers without a replay are refused")
  func answersAlone() throws {
    let run = try tour.run(["--replay-secrets-fd", "0"])
    #expect(
      run.errors == "tour: --replay-secrets-fd requires --replay FILE. See tour --help.\n")
    #expect(run.status == 2)
  }

  @Test("A script is input, so --no-input refuses it")
  func noScript() throws {
    let run = try tour.run(["--no-input", "--script", "-"], "Settings\n")
    #expect(run.errors == "tour: --no-input cannot be used with --script. See tour --help.\n")
    #expect(run.status == 2 && run.output.isEmpty)
  }

  @Test("A replay takes its lines from the log alone", arguments: ["--script", "--record"])
  func replayAlone(option: String) throws {
    let run = try tour.run(["--replay", "log", option, "file"])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors == "tour: --replay cannot be used with \(option). See tour --help.\n")
  }

  @Test("A problem before the first line of a script has no line number")
  func beforeFirstLine() throws {
    let run = try tour.run(["--script", "-", "setings"], "Settings\n")
    #expect(run.errors == "tour: There is no place 'setings'. Did you mean 'settings'?\n")
    #expect(run.status == 2)
  }

  @Test("A program starts at the place of its words")
  func place() throws {
    let run = try tour.run(["settings"], "where\n")
    #expect(run.lines.first == "Tour › Settings")
    #expect(!run.lines.contains("Tour"))
    #expect(run.lines.suffix(2) == ["/settings", "tour settings"])
    #expect(run.status == 0)
  }

  @Test("A program starts at its first screen by the link of that")
  func firstScreen() throws {
    let run = try tour.run(["/"], "where\n")
    #expect(run.lines.first == "Tour" && run.lines.suffix(2) == ["/", "tour"])
    #expect(run.status == 0)
  }

  @Test("With an unknown place a script does not run; the nearest one is named, the status is 2")
  func unknownPlace() throws {
    let run = try tour.run(["setings"], "Settings\nLend at the upper desk\n")
    #expect(run.problems == ["There is no place 'setings'. Did you mean 'settings'?"])
    #expect(run.lines.isEmpty && run.status == 2)
  }

  @Test(
    "A word of the command line that is no place is refused with the advice that fits it",
    arguments: [
      (
        ["3"],
        "There is no place '3'. Numbers are for the items of a screen: start 'tour', then type 3."
      ),
      (
        ["settings", "3"],
        "Unexpected '3'. Numbers are for the items of a screen: start 'tour settings', then type 3."
      ),
      (["version"], "There is no place 'version'. Did you mean --version?"),
      (["zebra"], "There is no place 'zebra'. See tour --help."),
      (["stroe", "status"], "There is no place 'stroe'. Did you mean 'store status'?"),
      (["fnd", "Leopard"], "There is no place 'fnd'. Did you mean 'find Leopard'?"),
      (["fnd"], "There is no place 'fnd'. The form is 'find TEXT'."),
      (["opne", "settings"], "There is no place 'opne'. Did you mean 'open settings'?"),
      (["opne"], "There is no place 'opne'. The form is 'open place…'."),
      (["desk", "bok", "42"], "There is no place 'bok'. Did you mean 'desk book 42'?"),
      (["desk", "bok"], "There is no place 'bok'. The form is 'desk book <id>'."),
      (["hlep"], "There is no place 'hlep'. Did you mean 'help'?"),
      (["setings", "3"], "There is no place 'setings'. Did you mean 'settings'?"),
      (["desk", "book", "x"], "'x' is not a whole number."),
    ])
  func advice(words: [String], problem: String) throws {
    let run = try tour.run(words, "Settings\n")
    #expect(run.problems == [problem] && run.lines.isEmpty && run.status == 2)
  }

  @Test("At a terminal it is followed by the first screen, where help lists the places")
  func adviceAtTerminal() throws {
    let run = try tour.inTerminal(.plain, ["zebra"])
    #expect(run.hear("There is no place 'zebra'. 'help' lists the places.\r\nTour\r\n"))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("A refused command of the command line prints its reason, and no screen, to a script")
  func refusedCommand() throws {
    let run = try tour.run(["help", "zebra"], "where\n")
    #expect(run.problems == ["There is no command 'zebra'. Type help to see what can be typed."])
    #expect(run.lines == ["Tour", "/", "tour"] && run.status == 1)
  }

  @Test("--routes draws the places and their links, and stores nothing")
  func routes() throws {
    let dot = try tour.run(["--routes", "dot"])
    let mermaid = try tour.run(["--routes", "mermaid"])

    #expect(dot.lines.contains(#"  "desk" -> "desk book";"#))
    #expect(mermaid.lines.first == "flowchart LR")
    #expect(dot.status == 0 && mermaid.status == 0)
    #expect(tour.store.paths == [tour.store.path])
  }

  @Test("--strict ends at the first command that is not accepted")
  func strict() throws {
    let run = try tour.run(["--strict"], "nonsense\nSettings\n")
    #expect(run.status == 1)
    #expect(!run.output.contains("Tour › Settings"))
  }

  @Test("--store :memory: writes no file")
  func memory() throws {
    let run = try Program.built("tour").run(
      ["--store", ":memory:"], input: "Log in\n1 1234\nLog in\n",
      environment: ["HOME": tour.store.path])
    #expect(run.output.contains("Logged in since"))
    #expect(tour.store.paths == [tour.store.path])
  }

  @Test("Without input the command line is carried out and nothing is read")
  func noInput() throws {
    let run = try tour.run(["--no-input", "settings"], "nonsense\n")
    #expect(run.lines.first == "Tour › Settings" && run.status == 0)
    let terminal = try tour.inTerminal(["--no-input"])
    #expect(terminal.end() == 0)
    #expect(!terminal.heard.contains(">"))
  }
}
