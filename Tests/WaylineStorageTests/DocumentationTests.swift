import FoundationEssentials
import Testing

@Suite("Promises of storage")
struct DocumentationTests {
  /// The folders whose suites keep the promises.
  private static let suites = ["WaylineStorageTests", "WaylineSQLiteTests", "WaylineSecretsTests"]

  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(
    "Each promise of the article has its number in the title of a test that fails when it is broken"
  )
  func promises() throws {
    let page = try text("Sources/WaylineStorage/WaylineStorage.docc/Promises-of-Storage.md")
    let promised = page.split(separator: "\n").compactMap { Int($0.prefix { $0.isNumber }) }
    #expect(promised == Array(1...25))
    let titles = try Self.suites.flatMap { try sources(in: "Tests/\($0)").flatMap(numbers) }
    #expect(Set(promised).subtracting(titles) == [])
  }

  /// The numbers at the ends of the titles of the tests in a file.
  private func numbers(_ path: String) throws -> [Int] {
    try text(path).split(separator: "@Test(").dropFirst().compactMap { rest in
      let quoted = rest.drop { $0.isWhitespace }
      guard quoted.first == "\"" else { return nil }
      let title = quoted.dropFirst().prefix { $0 != "\"" }
      guard title.last == ")", let start = title.lastIndex(of: "(") else { return nil }
      return Int(title[title.index(after: start)...].dropLast())
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
