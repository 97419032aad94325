import TestThreads
import Testing
import WaylineTesting

@Suite("Keys at a terminal", .waitsForPrograms)
struct KeyTests {
  private let tour = Built("tour")

  /// Enter, where the terminal passes on nothing before it.
  private func enter(_ reading: LineReading) -> String { reading == .edited ? "" : "\n" }

  @Test("^L prints the screen again, and is no part of a line", arguments: LineReading.all)
  func redraw(reading: LineReading) throws {
    let run = try tour.inTerminal(reading, ["login"])
    #expect(run.hear("[2] Log in (unavailable)\r\n") && run.hear("> "))
    run.say("\u{C}" + enter(reading))
    #expect(run.hear("Tour › Log in\r\n[1] Passcode: (empty)\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("help \u{C}back\n", hear: "back [n]: Go back one screen"))
    #expect(run.hear("> ") && run.say("1\n", hear: "Passcode: "))
    #expect(run.say("hunter\u{C}2\n", hear: "(hidden, 7 characters)"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("history\n", hear: "open login\r\n"), "\(run.heard)")
    #expect(run.hear("help back\r\n") && run.hear("> "))
    #expect(run.say("quit\n", hear: "quit") && run.end() == 0)
    #expect(!run.heard.contains("\u{240C}") && !run.heard.contains("\u{1B}[2J"), "\(run.heard)")
  }

  @Test("^W erases a word, and ^U the line", arguments: LineReading.all)
  func erasing(reading: LineReading) throws {
    let run = try tour.inTerminal(reading, ["settings"])
    #expect(run.hear("> "))
    run.say("nonsense and more\u{15}2 one two\u{17}three\n")
    #expect(run.hear("Note of this scene: one three\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("^A, ^E and ^K go to the ends of a line, and ^R finds an earlier line")
  func moving() throws {
    guard LineReading.hasLibrary else { return }
    let run = try tour.inTerminal(.edited, ["settings"])
    #expect(run.hear("> ") && run.say("there\u{1}2 \u{5}!\n", hear: "scene: there!\r\n"))
    #expect(run.hear("> ") && run.say("2 ab cd\u{1}\u{1B}f\u{1B}f\u{B}\n", hear: "scene: ab\r\n"))
    #expect(run.hear("> ") && run.say("\u{12}ther", hear: "there!"), "\(run.heard)")
    #expect(run.say("\n", hear: "scene: there!\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test("A line over several rows is edited at both ends")
  func longLine() throws {
    guard LineReading.hasLibrary else { return }
    let run = try tour.inTerminal(.edited, ["settings"])
    run.resize(columns: 40)
    let words = (1...30).map { "word\($0)" }.joined(separator: " ")
    #expect(run.hear("> "))
    run.say(words + "\u{7F}\u{7F}\u{1}2 first \u{5} last\n")
    #expect(run.hear("[2] Note of this scene: first word1"), "\(run.heard)")
    #expect(run.hear("word29 word last\r\n"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
  }
}
