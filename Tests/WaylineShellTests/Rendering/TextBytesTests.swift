import Testing
import WaylineViews

@testable import WaylineShell

@Suite("Text on its way out")
struct TextBytesTests {
  @Test("Texts, numbers and line ends come out as they went in, beyond the first room too")
  func grows() {
    var bytes = TextBytes(capacity: 0)
    var expected = ""
    for number in [0, 7, 10, 99, 100, 12_345, .max] {
      bytes.append("Grüße 雪 ")
      bytes.append(number: number)
      bytes.endLine()
      expected += "Grüße 雪 \(number)\n"
    }
    var text = "before "
    bytes.add(to: &text)
    #expect(text == "before " + expected)
  }

  @Test("A long frame is handed on in pieces that end with a line, and are its text together")
  func pieces() {
    let lines = (0..<20_000).map { Line.text("Copy \($0) of The Go-Between") }
    let frame = Frame(screen: .make(lines: lines))
    var pieces: [String] = []
    PlainRenderer().write(frame) { pieces.append(String(decoding: $0, as: UTF8.self)) }
    #expect(frame.isLong)
    #expect(pieces.count > 2 && pieces.allSatisfy { $0.last == "\n" })
    #expect(pieces.joined() == PlainRenderer().text(of: frame))
  }
}
