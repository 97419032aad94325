import FoundationEssentials
import Testing

@Suite("What storage promises")
struct DocumentationTests {
  /// The folders whose suites keep the promises.
  private static let suites = ["WaylineStorageTests", "WaylineSQLiteTests", "WaylineSecretsTests"]

  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("Each promise of the article stands in the title of a test that would break with it")
  func promises() throws {
    let page = try text("Sources/WaylineStorage/WaylineStorage.docc/What-Storage-Promises.md")
    let promised = page.split(separator: "\n").compactMap { Int($0.prefix { $0.isNumber }) }
    #expect(promised == Array(1...18))
    let titles = try Self.suites.flatMap { try sources(in: "Tests/\($0)").flatMap(numbers) }
    #expect(Set(promised).subtracting(titles) == [])
  }

  /// The numbers at the ends of the titles in a file.
  private func numbers(_ path: String) throws -> [Int] {
    try text(path).split(separator: "\n").compactMap { line in
      guard let end = line.firstRange(of: ")\"")?.lowerBound,
        let start = line[..<end].lastIndex(of: "(")
      else { return nil }
      return Int(line[line.index(after: start)..<end])
    }
  }

  private func sources(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }
}
