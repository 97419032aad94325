import FoundationEssentials
import TestPrograms
import TestThreads
import Testing

@Suite("The article about tools", .waitsForPrograms)
struct ArticleTests {
  private let folder = TemporaryFolder()

  /// The transcripts of a tool in the article: the words after its name, and the lines that remain.
  private static func transcripts(of tool: String) throws -> [(words: [String], lines: [String])] {
    let root = #filePath.split(separator: "/").dropLast(5).map { "/\($0)" }.joined()
    let path = "\(root)/Sources/Wayline/Wayline.docc/Articles/Embedding-in-a-tool.md"
    let data = try #require(FileManager.default.contents(atPath: path))
    let lines = String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.indices.filter { lines[$0] == "```\(tool)" }.map { start in
      let block = lines[(start + 1)...].prefix { $0 != "```" }
      let words = block.first?.split(separator: " ").dropFirst(2).map(String.init) ?? []
      return (words, Array(block.dropFirst()))
    }
  }

  /// Runs a tool with keys, and compares the window with a transcript.
  private func check(
    _ name: String, _ number: Int, _ keys: KeyValuePairs<String, String>, more: [String] = []
  ) throws {
    let (words, expected) = try #require(Self.transcripts(of: name).dropFirst(number).first)
    let tool = try Tool(name, words + more, in: folder)
    #expect(tool.type(keys), "\(tool.heard)")
    // A long line is wrapped by the window.
    let lines = tool.end().lines.joined().replacing(/\ in \d+ s/, with: " in 1 s")
    #expect(lines == expected.joined())
  }

  @Test("Shows what new-desk leaves at a terminal, and says without input")
  func newDesk() throws {
    try check(
      "new-desk", 0,
      [
        "(desk)": "reading-room\r", "[ ] tests": "lic loans \r", "Copyright holder:": "Ada\r",
        "> 1 Continue": "\r",
      ])
    try check("new-desk", 1, [:])
    #expect(try Self.transcripts(of: "new-desk").count == 2)
  }

  @Test("Shows what desk-login leaves at a terminal")
  func deskLogin() throws {
    let server = try DeskServer()
    try check(
      "desk-login", 0, ["Password: ": "leopard\r", "Code:": "271828\r"],
      more: ["--server", "127.0.0.1:\(server.port)"])
  }

  @Test("Shows what desk-install leaves at a terminal")
  func deskInstall() throws {
    for number in 1...60 {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/1.0", withIntermediateDirectories: true)
      try Data("\(number)\n".utf8).write(to: URL(filePath: "\(folder.path)/1.0/f\(number)"))
    }
    try check("desk-install", 0, ["> yes": "\r"])
  }
}
