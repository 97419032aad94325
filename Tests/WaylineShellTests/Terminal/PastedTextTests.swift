import Testing

@testable import WaylineShell

@Suite("Pasted text")
struct PastedTextTests {
  private let title = LineQuestion(prompt: "Title")
  private let note = LineQuestion(prompt: "Note", isMultiline: true)

  @Test(
    "The marks are not part of a line, nor are line ends behind a paste",
    arguments: [
      ("plain", "plain"), ("\u{1B}[200~Emma\u{1B}[201~", "Emma"),
      ("2 \u{1B}[200~Emma\u{1B}[201~!", "2 Emma!"), ("\u{1B}[200~\u{1B}[201~", ""),
      ("\u{1B}[200~\u{301}a\u{1B}[201~\u{301}", "\u{301}a\u{301}"),
      ("\u{1B}[200~a\u{1B}[201~ \u{1B}[200~b\u{1B}[201~", "a b"),
      ("\u{1B}[A", "\u{1B}[A"),
    ])
  func marks(line: String, read: String) {
    var reader = PasteReader()
    #expect(reader.take(line, for: nil) == .lines([read]))
    #expect(reader == PasteReader())
  }

  @Test("A paste ends with its mark, however many lines come before")
  func several() {
    for (question, outcome): (LineQuestion?, PasteReader.Outcome<String>) in [
      (nil, .refused(.pastedCommands(3))), (title, .refused(.pastedAnswers(3))),
      (note, .lines(["one", "", "quit"])),
    ] {
      var reader = PasteReader()
      #expect(reader.take("\u{1B}[200~one", for: question) == .unfinished)
      #expect(reader.take("", for: question) == .unfinished)
      #expect(reader.take("quit\u{1B}[201~", for: question) == outcome)
      #expect(reader == PasteReader())
    }
  }

  @Test("A line that ends a text is refused with the whole paste")
  func dot() {
    var reader = PasteReader()
    #expect(reader.take("\u{1B}[200~one", for: note) == .unfinished)
    #expect(reader.take(".\u{1B}[201~", for: note) == .refused(.pastedEnd))
    #expect(reader.take("\u{1B}[200~.\u{1B}[201~", for: note) == .lines(["."]))
  }

  @Test("Between keys a paste is taken as a whole; the keys before and after stay keys")
  func typed() {
    var typed = TypedBytes()
    typed.readsPastes = true
    func keys() -> String {
      var text = String.UnicodeScalarView()
      while let scalar = typed.next() { text.append(scalar) }
      return String(text)
    }
    func type(_ text: String) -> [PastedText] {
      text.utf8.compactMap { byte in
        typed.append(byte)
        return typed.takePaste()
      }
    }
    #expect(type("2 ").isEmpty && keys() == "2 ")
    #expect(type("\u{1B}").isEmpty && keys() == "")
    #expect(type("[A").isEmpty && keys() == "\u{10}")
    #expect(type("\u{1B}[200~a\r\nb\r").isEmpty && keys() == "")
    #expect(type("\u{1B}[201~") == [PastedText("a\nb")] && keys() == "" && typed.isEmpty)
    typed.putBack(pasted: "a\tb\u{1B}c")
    #expect(keys() == "a\u{16}\tb\u{FFFD}c")
  }
}
