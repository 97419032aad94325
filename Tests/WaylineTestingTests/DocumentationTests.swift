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

  private func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}
