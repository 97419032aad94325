import Testing
import WaylineNavigation
import WaylineSystem

@testable import WaylineShell

@Suite("Lines with bytes that are no text")
@MainActor
struct RepairedLineTests {
  private let navigator = NotingNavigator()

  /// A session with a command that notes its words.
  private func desk(_ words: WordNotes) -> Desk {
    let write = ShellCommand("write", usage: "write FILE", summary: "Write a file.") { call in
      words.taken.append(call.words)
      return .done
    }
    return Desk(BookPage(isPrivate: false), navigator: navigator) { $0.commands = [write] }
  }

  @MainActor
  private final class WordNotes {
    var taken: [[String]] = []
  }

  private func take(_ bytes: [UInt8], asJSON: Bool = false, in desk: Desk) -> String {
    var buffer = LineBuffer()
    buffer.append(bytes + [0x0A])
    _ = desk.printed()
    while let line = buffer.next() { desk.session.receive(line, asJSON: asJSON) }
    return desk.printed()
  }

  private func bytes(_ before: String, _ after: String = "") -> [UInt8] {
    Array(before.utf8) + [0xFF] + Array(after.utf8)
  }

  @Test(
    "A command whose line is no text is refused, and does nothing",
    arguments: ["write caf", ":write caf", "open book ", "back ", "write \"a"], [false, true])
  func commands(line: String, asJSON: Bool) {
    let words = WordNotes()
    let desk = desk(words)
    let end = line.contains("\"") ? "\"" : ""
    let json = "{\"command\":\"\(line.replacing("\"", with: "\\\""))"
    let typed = asJSON ? bytes(json, end.isEmpty ? "\"}" : "\\\"\"}") : bytes(line, end)
    let answer = take(typed, asJSON: asJSON, in: desk)
    #expect(answer.contains("Replaced 1 invalid UTF-8 sequence"), "\(answer)")
    #expect(answer.contains("\(ShellMessage.commandIsNoText)") || line == "back ", "\(answer)")
    #expect(words.taken.isEmpty && navigator.asked.isEmpty && desk.session.status == .notAccepted)
    _ = take(Array("write caf\u{FFFD}".utf8), in: desk)
    #expect(words.taken == [["caf\u{FFFD}"]])
  }

  @Test("A value with such bytes is taken with what stands for them, also as an answer")
  func values() {
    let desk = desk(WordNotes())
    let answer = take(bytes("Member: Zo", "!"), in: desk)
    #expect(answer.contains("Replaced 1 invalid") && answer.contains("Member: Zo\u{FFFD}!"))
    #expect(!answer.contains("Nothing was done") && desk.session.status == .success)
  }

  @Test("An edited line has what was replaced, unless that was deleted", arguments: [false, true])
  func edited(isPasted: Bool) {
    var typed = TypedBytes()
    typed.readsPastes = isPasted
    let text = bytes("a", "b")
    let (begin, end) = (Array(PastedText.begin.utf8), Array(PastedText.end.utf8))
    for byte in isPasted ? begin + text + end : text { typed.append(byte) }
    if isPasted, let pasted = typed.takePaste() { typed.putBack(pasted: pasted.lines.joined()) }
    var line = String.UnicodeScalarView()
    while let scalar = typed.next() { line.append(scalar) }
    #expect(String(line) == "a\u{FFFD}b")
    var copy = typed
    #expect(copy.takeReplacements(in: "ab") == 0 && copy.takeReplacements(in: String(line)) == 0)
    #expect(typed.takeReplacements(in: String(line)) == 1)
    for byte in "\u{FFFD}".utf8 { typed.append(byte) }
    #expect(typed.next() == "\u{FFFD}" && typed.takeReplacements(in: "\u{FFFD}") == 0)
  }
}
