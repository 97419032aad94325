import TestThreads
import Testing
import WaylineTesting

@Suite("The table of inputs", .waitsForPrograms)
struct InputTableTests {
  /// Bytes on the way in, and what has to be in the output.
  private struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: [String]
    let bytes: [UInt8]
    let shows: [String]
    let status: Int32

    init(
      _ name: String, at words: [String] = [], _ text: String, bytes: [UInt8] = [],
      shows: String..., status: Int32 = 0
    ) {
      (testDescription, self.words, self.shows) = (name, words, shows)
      (self.bytes, self.status) = (Array(text.utf8) + bytes, status)
    }
  }

  private static let long = String(repeating: "é", count: 1 << 19)

  private static let rows = [
    Row("lines that end with CR LF", "Settings\r\nback\r\n", shows: "Tour › Settings\n"),
    Row("no final newline", "Settings", shows: "Tour › Settings\n"),
    Row("blank lines", "\n  \n\t\nSettings\n", shows: "Tour › Settings\n"),
    Row(
      "editing keys are bytes like others", at: ["orders"], "3 a\tb\u{8}\u{1B}[Ac\n",
      shows: "[3] Title: a␉b␈␛[Ac\n"),
    Row("a line of a megabyte", at: ["orders"], "3 \(long)\n", shows: "[3] Title: \(long)\n"),
    Row(
      "a NUL", at: ["orders"], "3 a\0b\n", shows: "Replaced 1 NUL byte with \u{FFFD}.\n",
      "[3] Title: a\u{FFFD}b\n"),
    Row(
      "invalid UTF-8", at: ["orders"], "3 a", bytes: [0xFF, 0x62, 0x0A],
      shows: "Replaced 1 invalid UTF-8 sequence with \u{FFFD}.\n",
      "[3] Title: a\u{FFFD}b\n"),
    Row(
      "the end of input is not an answer", at: ["orders"], "3\n", shows: "'Title' was answered.",
      status: 1),
    Row(
      "an answer of 100,000 lines", at: ["orders"],
      "Details\n8\n" + String(repeating: "a page is torn\n", count: 100_000) + ".\n",
      shows: "[8] Note: 100000 lines\n"),
    Row(
      "a line over the limit", at: ["orders"],
      String(repeating: "x", count: 17 << 20) + "\n3 next\n",
      shows: "A line of 17825792 bytes was refused", "[3] Title: next\n", status: 1),
  ]

  @Test(
    "Nothing is dropped, and nothing is fatal",
    arguments: rows)
  private func row(_ row: Row) throws {
    let run = try Built("tour").run(row.words, bytes: row.bytes)
    for text in row.shows {
      #expect(run.output.contains(text), "\(run.output.suffix(500))")
    }
    #expect(run.status == row.status)
  }

  @Test("The end of input does not wait for tasks")
  func tasks() throws {
    let server = LoopbackServer()
    let run = try Built("tour").run(["--feed", server.address, "feed"], "")
    #expect(run.lines == ["Tour › Feed", "Loading the feed …"])
    #expect(run.status == 0 && !run.isTimedOut)
  }

  @Test("Without a terminal there is neither a prompt nor an echo")
  func silent() throws {
    let run = try Built("tour").run(["settings"], "1\nquit\n")
    #expect(!run.lines.contains { $0.hasPrefix(">") || $0 == "1" || $0 == "quit" })
  }
}
