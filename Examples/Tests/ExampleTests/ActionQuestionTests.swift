import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("A question that an action asks", .waitsForPrograms)
struct ActionQuestionTests {
  /// The way lines are read at a terminal.
  enum Reading: String, CaseIterable {
    case edited, plain, accessible

    var environment: [String: String] {
      switch self {
      case .edited: [:]
      case .plain: ["NO_EDIT": "1"]
      case .accessible: ["ACCESSIBLE": "1"]
      }
    }
  }

  @Test(
    "Shows what is typed, hides a secret, and leaves the next line to the program",
    arguments: Reading.allCases)
  func asked(reading: Reading) throws {
    let run = try Built("terminal-probe").inTerminal([], reading.environment)
    #expect(run.hear("> ") && run.say("Name\r", hear: "Your name: "), "\(run.shown)")
    #expect(run.say("Ada", hear: "Ada") && run.say("\r", hear: "Member: Ada"), "\(run.shown)")
    #expect(run.hear("> ") && run.say("Token\r", hear: "Token: "), "\(run.shown)")
    #expect(run.say("tiger\r", hear: "Noted: given"), "\(run.shown)")
    #expect(run.hear("> ") && run.say("quit\r", hear: "quit") && run.end() == 0)
    #expect(!run.shown.contains("tiger"), "\(run.shown)")
  }
}
