import TestPrograms
import TestThreads
import Testing

@Suite("A passphrase that is typed", .waitsForPrograms, .serialized)
struct TypedPassphraseTests {
  /// 40 random characters.
  private let passphrase = Self.random(40)
  /// Random characters in memory that is seldom used again: an answer that was only released stays there.
  private let long = Self.random(1_500)

  private static func random(_ count: Int) -> String {
    String((0..<count).compactMap { _ in "abcdefghjkmnpqrstuvwxyz23456789".randomElement() })
  }

  private func masked(_ text: String) -> String {
    text.utf8.map { "\(~$0)" }.joined(separator: ".")
  }

  /// A terminal with an editor of lines, and one without.
  static let terminals = ["xterm", "dumb"]

  private func run(at terminal: String) throws -> TerminalProgram {
    try Built("terminal-probe").inTerminal([], ["TERM": terminal, "PROBE": "memory"])
  }

  private func set(_ passphrase: String, _ run: TerminalProgram) {
    #expect(run.hear("> ") && run.say("passphrase\n", hear: "New passphrase: "), "\(run.shown)")
    #expect(run.say("\(passphrase)\n", hear: "Repeat passphrase: "), "\(run.shown)")
    #expect(run.say("\(passphrase)\n", hear: "The passphrase is set."), "\(run.shown)")
    #expect(run.hear("> ") && run.say("lock\n", hear: "The secrets are locked."), "\(run.shown)")
    #expect(run.hear("> "))
  }

  @Test("Is nowhere in the memory of the program after lock", arguments: terminals)
  func locked(terminal: String) throws {
    for passphrase in [passphrase, long] { try lock(passphrase, terminal) }
  }

  private func lock(_ passphrase: String, _ terminal: String) throws {
    let run = try run(at: terminal)
    set(passphrase, run)
    expectForgotten(passphrase, run)
    #expect(run.say("unlock\n", hear: "Passphrase of the secrets: "), "\(run.shown)")
    #expect(run.say("\(passphrase)\n", hear: "The secrets are unlocked."), "\(run.shown)")
    #expect(run.hear("> ") && run.say("lock\n", hear: "> "), "\(run.shown)")
    expectForgotten(passphrase, run)
    run.say("quit\n")
    #expect(run.end() == 0 && !run.heard.contains(passphrase))
  }

  @Test("Is nowhere after it was wrong, or pasted with a key in it", arguments: terminals)
  func wrong(terminal: String) throws {
    let run = try run(at: terminal)
    set(passphrase, run)
    #expect(run.say("unlock\n", hear: "Passphrase of the secrets: "), "\(run.shown)")
    #expect(run.say("\(passphrase)x\n", hear: "Try again: "), "\(run.shown)")
    #expect(run.say("\u{1B}[A\(passphrase)\u{1B}[1;5D!\n", hear: "Try again: "), "\(run.shown)")
    let paste = terminal == "dumb" ? passphrase : "\u{1B}[200~\(passphrase)\n\u{1B}[201~"
    #expect(run.say("\(paste)\n", hear: "The secrets are unlocked."), "\(run.shown)")
    #expect(run.hear("> ") && run.say("lock\n", hear: "> "), "\(run.shown)")
    expectForgotten(passphrase, run)
    run.say("quit\n")
    #expect(run.end() == 0 && !run.heard.contains(passphrase))
  }

  @Test("Is nowhere after ^C, ^D and the end of its question", arguments: terminals)
  func left(terminal: String) throws {
    let run = try run(at: terminal)
    set(passphrase, run)
    // ^D passes on the beginning of a line, which the program has then.
    for rest in ["\u{3}", "\u{4}\u{3}", "\u{4}\u{4}"] {
      #expect(run.say("unlock\n", hear: "Passphrase of the secrets: "), "\(run.shown)")
      let isAnswer = rest == "\u{4}\u{4}"
      #expect(
        run.say(passphrase.dropLast() + rest, hear: isAnswer ? "again: " : "\n"), "\(run.shown)")
      if isAnswer { #expect(run.say("\u{3}", hear: "\n"), "\(run.shown)") }
      #expect(run.hear("> "), "\(run.shown)")
      expectForgotten(passphrase, run)
    }
    run.say("quit\n")
    #expect(run.end() == 0)
  }

  @Test("Is found where a program has asked for it itself: that is a text of the program")
  func kept() throws {
    let run = try run(at: "dumb")
    #expect(run.hear("> ") && run.say("keep\n", hear: "Code: "), "\(run.shown)")
    #expect(run.say("\(passphrase)\n", hear: "Kept 40 characters."), "\(run.shown)")
    #expect(run.hear("> "), "\(run.shown)")
    #expect(!["0.", "-1."].contains(found(passphrase.prefix(16), run)), "\(run.shown)")
    run.say("quit\n")
    #expect(run.end() == 0)
  }

  /// Expects no place of the passphrase, nor of a part of it, in the memory of the program.
  private func expectForgotten(_ passphrase: String, _ run: TerminalProgram) {
    for part in [passphrase.prefix(16), passphrase.dropLast(2).suffix(16)] {
      #expect(found(part, run) == "0.", "\(run.shown)")
    }
  }

  /// The number of places that have a part of the passphrase, and the end of its line.
  private func found(_ part: Substring, _ run: TerminalProgram) -> Substring? {
    run.say("count \(masked(String(part)))\n")
    #expect(run.hear("found ") && run.hear("> "), "\(run.shown)")
    return run.shown.split(separator: "found ").last?.prefix { $0 != "\r\n" }
  }
}
