import FoundationEssentials
import Testing

@Suite("The article on what navigation promises")
struct PromiseTests {
  private let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  private var article: String {
    get throws {
      try text(
        of: tests.deletingLastPathComponent().appending(
          path: "Sources/WaylineNavigation/WaylineNavigation.docc/What-Navigation-Promises.md"))
    }
  }

  /// The numbers with which the titles of these suites, and of those about scenes, end.
  private var numbersInTitles: Set<Int> {
    get throws {
      var numbers: Set<Int> = []
      for folder in ["WaylineNavigationTests", "WaylineTests", "ExampleTests"] {
        for file in try files(in: tests.appending(path: folder)) {
          for title in titles(in: try text(of: file)) where title.hasSuffix(")") {
            guard let start = title.lastIndex(of: "(") else { continue }
            let inside = title[title.index(after: start)...].dropLast()
            numbers.formUnion(inside.split(separator: ", ").compactMap { Int($0) })
          }
        }
      }
      return numbers
    }
  }

  /// The titles of the tests in a file; other texts with numbers in brackets prove nothing.
  private func titles(in text: String) -> [Substring] {
    text.split(separator: "@Test(").dropFirst().compactMap { rest in
      let start = rest.drop { $0.isWhitespace }
      return start.first == "\"" ? start.dropFirst().prefix { $0 != "\"" } : nil
    }
  }

  @Test("Each of its promises has a number that stands in the title of a test")
  func numbered() throws {
    let promises = try article.split(separator: "\n").compactMap { line in
      line.split(separator: ".").first.flatMap { Int($0) }
    }

    #expect(promises == Array(1...25))
    #expect(try Set(promises).subtracting(numbersInTitles) == [])
  }

  private func files(in folder: URL) throws -> [URL] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return paths.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
  }

  private func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}
