import Glibc
import Testing
import WaylineTestPrograms
import WaylineTestThreads

@testable import WaylineQuestions

@Suite("Styled text")
struct StyledTextTests {
  @Test("Has its styles around the parts that have them, and none where they are not wanted")
  func styles() {
    let name = "shop\u{1B}[2J"
    let text: StyledText = "Created \(name, [.bold, .red]) with \(3) files."
    #expect(
      text.text(hasStyles: true) == "Created \u{1B}[1;31mshop␛[2J\u{1B}[0m with 3 files.")
    #expect(text.text(hasStyles: false) == "Created shop␛[2J with 3 files.")
    #expect((StyledText("a", .faint) + "b\nc").text(hasStyles: true) == "\u{1B}[2ma\u{1B}[0mb␤c")
    #expect(StyledText("雪", .cyan).width == 2)
  }
}

@Suite("A table without screens")
struct TextTableTests {
  private func lines(_ table: TextTable, _ columns: Int? = nil) -> [String] {
    table.lines(columns: columns).map { $0.text(hasStyles: false) }
  }

  private let books = TextTable(
    "Title", "Copies", "Shelf",
    rows: [["The Leopard", "2", "fiction"], ["雪国", "12"], ["a\u{1B}b", "-1", "x", "more"]])

  @Test("Aligns its columns, numbers at their right")
  func aligned() {
    #expect(
      lines(books) == [
        "Title        Copies  Shelf", "The Leopard       2  fiction", "雪国             12  ",
        "a␛b              -1  x",
      ])
    #expect(lines(TextTable("A", "B", rows: [])) == ["A  B"])
  }

  @Test("Cuts its widest columns to the width of a terminal, and never below four")
  func cut() {
    for columns in 1...40 {
      let widths = books.lines(columns: columns).map(\.width)
      #expect(widths.allSatisfy { $0 <= max(columns, 16) }, "\(columns): \(widths)")
    }
    #expect(lines(books, 20)[1] == "The …      2  ficti…")
  }
}

@Suite("Text for a descriptor", .waitsForPrograms)
struct TextOutputTests {
  @Test("Is styled at a terminal that takes escape bytes, after what print has printed")
  func printed() throws {
    let plain = "first\r\nCreated shop.\r\nTitle        Copies\r\nThe Leopard       2\r\n"
    for (environment, script, expected) in [
      (
        ["TERM": "xterm"], nil,
        plain.replacing("shop", with: "\u{1B}[1mshop\u{1B}[0m")
          .replacing("Title        Copies", with: "\u{1B}[1mTitle        Copies\u{1B}[0m")
      ),
      (["TERM": "xterm", "NO_COLOR": "1"], nil, plain), (["TERM": "dumb"], nil, plain),
      (["TERM": "xterm"], "\"$@\" | cat", plain),
    ] as [([String: String], String?, String)] {
      let tool = try Tool(["text-output"], environment, script: script)
      #expect(tool.program.end() == 0)
      #expect(tool.heard == expected + "answer: true\r\n", "\(tool.heard.debugDescription)")
    }
  }

  @Test("Says when it could not be written")
  func full() {
    let device = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(device) }
    #expect(!TextOutput(descriptor: device).print("lost"))
  }
}
