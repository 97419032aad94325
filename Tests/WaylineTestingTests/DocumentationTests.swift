import FoundationEssentials
import Testing
import WaylineTesting

@Suite("The documentation of the testing kit")
struct DocumentationTests {
  @Test("Its sample is a file of these tests, word for word")
  func sample() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    let page = root.appending(path: "Sources/WaylineTesting/WaylineTesting.docc/WaylineTesting.md")
    let shown = Transcript.blocks(in: try text(of: page), language: "swift")
    #expect(shown.map { $0 + "\n" } == [try text(of: tests.appending(path: "ShelfTests.swift"))])
  }

  @Test("Its page about exploring lists every law, with the summary of its declaration")
  func laws() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let room = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/WaylineTesting")
    let source = try text(of: room.appending(path: "Laws/Law.swift"))
    // The first line of a comment, perhaps others, and the case, perhaps with a value.
    let declaration = /\ \ \/\/\/ ([^\n]+)\n(?:  \/\/\/[^\n]*\n)*  case (\w+)/
    let rows = source.matches(of: declaration).compactMap { match in
      Law.allCases.first { "\($0)" == match.output.2 }.map {
        "| `\($0.rawValue)` | \(match.output.1) |"
      }
    }
    #expect(rows.count == Law.allCases.count)
    let page = try text(of: room.appending(path: "WaylineTesting.docc/Exploring.md"))
    #expect(
      page.split(separator: "\n").filter { $0.hasPrefix("| `") && rows.contains(String($0)) }
        .map(String.init) == rows)
  }

  private func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}
