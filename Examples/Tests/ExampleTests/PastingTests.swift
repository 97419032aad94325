import Glibc
import TestThreads
import Testing
import WaylineTesting

@Suite("A pasted text at a terminal", .waitsForPrograms)
struct PastingTests {
  private let tour = Built("tour")

  /// The ways of reading in which a terminal marks what is pasted.
  static let marked = LineReading.all.filter { $0 != .plain }

  /// Enter, where the terminal passes on nothing before it.
  private func enter(_ reading: LineReading) -> String { reading == .unedited ? "\n" : "" }

  private func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  @Test("A line is on the prompt until Enter; several lines are refused", arguments: marked)
  func commands(reading: LineReading) throws {
    let run = try tour.inTerminal(reading)
    #expect(run.hear("> "))
    run.say(pasted("Log in\rquit\r") + enter(reading))
    #expect(run.hear("The pasted text has 2 lines. None was run: "), "\(run.heard)")
    #expect(run.hear("> ") && run.say(pasted("Sett"), hear: "Sett"))
    #expect(run.say(pasted("ings\r") + "\n", hear: "Tour › Settings\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
    #expect(!run.heard.contains("Tour › Log in"), "\(run.heard)")
  }

  @Test("The answer to a question is one line, and nothing of another paste", arguments: marked)
  func answers(reading: LineReading) throws {
    let run = try tour.inTerminal(reading, ["orders"])
    #expect(run.hear("> ") && run.say("3\n", hear: "Title: "))
    run.say(pasted("Emma\nquit") + enter(reading))
    #expect(run.hear("has 2 lines, but the answer is one line. Nothing was changed."))
    #expect(run.hear("Title: "), "\(run.heard)")
    #expect(run.say(pasted("Emma\tand\n") + "\n", hear: "[3] Title: Emma"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("A pasted secret is whole, and several lines are not repeated", arguments: marked)
  func secrets(reading: LineReading) throws {
    let run = try tour.inTerminal(reading, ["login"])
    #expect(run.hear("> ") && run.say("passcode\n", hear: "Passcode: "))
    run.say(pasted("hunter2\nhunter3") + "\n")
    #expect(run.hear("has 2 lines, but the answer is one line."), "\(run.heard)")
    #expect(run.hear("Passcode: "))
    #expect(run.say(pasted("hunter2\n") + "\n", hear: "(hidden, 7 characters)"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
    #expect(!run.heard.contains("hunter"), "\(run.heard)")
  }

  @Test("A text takes all lines, unless one of them would end it", arguments: marked)
  func texts(reading: LineReading) throws {
    let run = try tour.inTerminal(reading, ["orders"])
    #expect(run.hear("> ") && run.say("Details\n", hear: "> ") && run.say("10\n", hear: "dot):"))
    run.say(pasted("one\n.\nquit") + enter(reading))
    #expect(run.hear("has a line that is a single dot"), "\(run.heard)")
    // An edited line goes on below the message.
    if reading == .unedited { #expect(run.hear("dot):")) }
    run.say(pasted("one\n\ntwo\n") + "\n")
    #expect(run.say(".\n", hear: "[10] Note: 3 lines\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("A terminal sets no marks any more when the program has ended, however it ends")
  func unmarked() throws {
    for signal in [nil, SIGTERM, SIGSEGV] {
      let run = try tour.inTerminal(.unedited)
      #expect(run.hear("\u{1B}[?2004h") && run.hear("> "))
      if let signal { run.send(signal) } else { run.say("quit\n") }
      #expect(run.hear("\u{1B}[?2004l"), "\(run.heard.debugDescription)")
      _ = run.end()
    }
  }

  @Test("The plainest form sets no marks")
  func plain() throws {
    let run = try tour.inTerminal(.plain)
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
    #expect(!run.heard.contains("\u{1B}"))
  }
}
