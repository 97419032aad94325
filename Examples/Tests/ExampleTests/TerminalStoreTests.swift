import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("Stores at a terminal", .waitsForPrograms, .serialized)
struct TerminalStoreTests {
  private let tour = Built("tour")

  private func run(_ words: [String]) throws -> TerminalProgram {
    try tour.inTerminal(words, ["TERM": "dumb"])
  }

  @Test("A write at one terminal is shown by the other while its prompt waits (storage 9)")
  func secondTerminal() throws {
    let first = try run(["inStep"])
    #expect(first.hear("The reader sees 3 copies on the shelf."))
    #expect(first.hear("> "))
    let second = try run(["inStep"])
    #expect(second.hear("> "))
    second.say("Copies: 8\n")
    #expect(first.hear("The reader sees 8 copies on the shelf."), "\(first.heard)")
    #expect(first.hear("> "))
    first.say("Copies: +\n")
    #expect(second.hear("The reader sees 9 copies on the shelf."), "\(second.heard)")
    for terminal in [first, second] {
      terminal.say("quit\n")
      #expect(terminal.end() == 0)
    }
  }

  @Test("erase asks first, and keeps everything unless the answer is yes")
  func erase() throws {
    _ = try tour.run([], "Settings\n")
    let first = try run(["store", "erase"])
    #expect(first.hear("Erase 1 value and 0 secrets? Type yes to confirm: "))
    first.say("no\n")
    #expect(first.hear("Nothing was erased."))
    #expect(first.end() == 1)
    let second = try run(["store", "erase"])
    #expect(second.hear("Type yes to confirm: "))
    second.say("yes\n")
    #expect(second.hear("Erased 1 value and 0 secrets."))
    #expect(second.end() == 0)
  }

  @Test("A passphrase that is typed in another encoding than UTF-8 is refused")
  func otherEncoding() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")
    let latin: [UInt8] = [0x70, 0xE4, 0x73, 0x73, 0x0A]
    let first = try run(["passphrase"])
    #expect(first.hear("New passphrase: "))
    first.say(bytes: latin)
    #expect(first.hear("The passphrase is not valid UTF-8."), "\(first.heard)")
    #expect(first.end() == 1)
    #expect(try tour.run(["store", "status"]).output.contains("key file"))
  }

  @Test("A passphrase is set without echo; the next start asks once, and shows what was locked")
  func passphrase() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")
    let first = try run(["passphrase"])
    #expect(first.hear("New passphrase: "))
    first.say("correct horse\n")
    #expect(first.hear("Repeat passphrase: "))
    first.say("correct horse\n")
    #expect(first.hear("The passphrase is set."))
    #expect(first.end() == 0)

    let second = try run(["login"])
    #expect(second.hear("Passphrase of the secrets: "))
    second.say("correct horse\n")
    #expect(second.hear("Logged in since"), "\(second.heard)")
    second.say("quit\n")
    #expect(second.end() == 0)
    #expect(!(first.heard + second.heard).contains("horse"))
  }

  @Test("A wrong passphrase is asked for three times; then 'unlock' is named where it can be typed")
  func wrongPassphrase() throws {
    _ = try tour.run([], "Log in\n1 1234\nLog in\n")
    try tour.store.write("correct horse\n", to: "passphrase")
    _ = try tour.run(["passphrase", "from", tour.store.path + "/passphrase"])
    func answerWrongly(_ run: TerminalProgram) {
      #expect(run.hear("Passphrase of the secrets: "), "\(run.heard)")
      #expect(run.say("a donkey\n", hear: "\r\nWrong passphrase. Try again: "), "\(run.heard)")
      #expect(run.say("a donkey\n", hear: "\r\nWrong passphrase. Try again: "), "\(run.heard)")
      run.say("a donkey\n")
    }
    let session = try run(["login"])
    answerWrongly(session)
    #expect(session.hear("Wrong passphrase. Type 'unlock' to try again.\r\n> "), "\(session.heard)")
    #expect(session.say("unlock\n", hear: "Passphrase of the secrets: "))
    #expect(session.say("correct horse\n", hear: "Logged in since"), "\(session.heard)")
    #expect(session.hear("> ") && session.say("quit\n", hear: "quit") && session.end() == 77)

    let command = try run(["unlock"])
    answerWrongly(command)
    #expect(command.hear("tour: Wrong passphrase.\r\n"), "\(command.heard)")
    #expect(command.end() == 77 && !command.heard.contains("Type 'unlock'"))
    #expect(!(session.heard + command.heard).contains("donkey"))
  }
}
