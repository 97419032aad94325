import Testing

@testable import WaylineSystem

@Suite("Line buffer")
struct LineBufferTests {
  /// All lines of bytes that arrive in these pieces.
  private func lines(_ pieces: [[UInt8]], limit: Int = LineBuffer.limit) -> [InputLine] {
    var (buffer, lines) = (LineBuffer(limit: limit), [InputLine]())
    for piece in pieces {
      buffer.append(piece)
      while let line = buffer.next() { lines.append(line) }
    }
    buffer.finish()
    while let line = buffer.next() { lines.append(line) }
    return lines
  }

  private let sample = Array("é\r\n\u{1F600}\n\nx\rz\r\n\0end".utf8) + [0xFF, 0xC3]

  @Test("Lines are the same wherever the bytes are split")
  func everySplit() {
    let whole = lines([sample])
    #expect(whole.map(\.text) == ["é", "\u{1F600}", "", "x\rz", "\u{FFFD}end\u{FFFD}\u{FFFD}"])
    for first in sample.indices {
      for second in first..<sample.count {
        let pieces = [sample[..<first], sample[first..<second], sample[second...]].map(Array.init)
        #expect(lines(pieces) == whole)
      }
    }
  }

  @Test("After a line that needed much memory the next ones are read, taken or refused")
  func large() {
    for (limit, isTaken) in [(LineBuffer.limit, true), (1 << 20, false)] {
      let piece = [UInt8](repeating: 0x61, count: 1 << 16)
      let found = lines(
        Array(repeating: piece, count: 32) + [Array("\nback\nno".utf8)], limit: limit)
      #expect(found.map(\.text.utf8.count) == [isTaken ? 1 << 21 : 0, 4, 2])
      #expect(found.map(\.excess) == [isTaken ? nil : 1 << 21, nil, nil])
    }
  }

  @Test("Bytes that are not text are replaced, counted and reported")
  func repaired() throws {
    let line = try #require(lines([sample]).last)
    #expect((line.replacements, line.nulls, line.isTerminated) == (2, 1, false))
    #expect(
      line.notice
        == "Replaced 2 invalid UTF-8 sequences and 1 NUL byte with \u{FFFD}.")
  }

  @Test("A good line has no notice, and the last one needs no end")
  func good() throws {
    let found = lines([Array("one\ntwo".utf8)])
    #expect(found.map(\.text) == ["one", "two"])
    #expect(found.map(\.isTerminated) == [true, false])
    #expect(found.compactMap(\.notice).isEmpty)
  }

  @Test("A line at the limit is read, a longer one is refused whole and the next is read")
  func limit() {
    let found = lines([Array("12345678\n123456789\nok\n".utf8)], limit: 8)
    #expect(found.map(\.text) == ["12345678", "", "ok"])
    #expect(found.map(\.excess) == [nil, 9, nil])
  }

  @Test("A line over the limit that comes in pieces is counted to its end")
  func limitInPieces() {
    let pieces = [[UInt8]](repeating: Array("abcdef".utf8), count: 5) + [Array("\nok".utf8)]
    #expect(lines(pieces, limit: 8).map(\.excess) == [30, nil])
    #expect(lines(Array(pieces.dropLast()), limit: 8).map(\.excess) == [30])
  }

  @Test("A line of a megabyte arrives whole")
  func megabyte() {
    let text = String(repeating: "é", count: 1 << 19)
    #expect(lines([Array("\(text)\n\(text)".utf8)]).map(\.text) == [text, text])
  }
}
