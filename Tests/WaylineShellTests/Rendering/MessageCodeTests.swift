import FoundationEssentials
import Testing
import WaylineViews

@testable import WaylineShell

@Suite("Codes of messages")
struct MessageCodeTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  private static let catalog = "Sources/WaylineShell/WaylineShell.docc"
  private static let codes = MessageCode.allCases.map(\.rawValue)

  @Test("The page of the protocol lists each code once, and no other")
  func page() throws {
    let page = try Self.text("\(Self.catalog)/Protocol.md")
    let table = try #require(page.split(separator: "## The codes of messages").last)
    let listed = table.matches(of: /\n\| `([a-z-]+)` \|/).map { String($0.1) }
    #expect(listed == Self.codes)
  }

  @Test("The schema allows each code, and no other")
  func schema() throws {
    let schema = try Self.text("\(Self.catalog)/Protocol.schema.json")
    let list = try #require(schema.firstMatch(of: /"code": \{\s*"enum": \[([^\]]*)\]/)).1
    #expect(list.matches(of: /"([^"]+)"/).map { String($0.1) } == Self.codes)
  }

  @Test("Each kind of message of the shell has a code of its own")
  func kinds() throws {
    let source = try Self.text("Sources/WaylineShell/Commands/ShellMessage.swift")
    let cases = try #require(source.split(separator: "/// One of several elements").first)
    let names = cases.matches(of: /\n  case (\w+)/).map { String($0.1) }
    let table = try Self.text("Sources/WaylineShell/Rendering/MessageCode.swift")
    let codes = table.matches(of: /\n    case \.(\w+): \.(\w+)/).map { ($0.1, $0.2) }
    #expect(codes.map { String($0.0) } == names)
    #expect(Set(codes.map { $0.1 }).count == names.count)
  }

  @Test("A code is used by the sources, so that the list has none that no message has")
  func used() throws {
    let files = FileManager.default.enumerator(atPath: Self.root.appending(path: "Sources").path)
    var used = ""
    while let path = files?.nextObject() as? String {
      let rooms = ["WaylineShell/", "WaylineFlows/", "Wayline/"]
      guard path.hasSuffix(".swift"), rooms.contains(where: path.hasPrefix) else { continue }
      used += try Self.text("Sources/\(path)").replacing(/\n  case \w+.*/, with: "")
    }
    let unused = MessageCode.allCases.filter { !used.contains(".\($0)") }
    #expect(unused.isEmpty)
  }

  @Test(
    "Every message that lines of all kinds bring about carries the code of its kind to programs")
  @MainActor func printed() {
    let desk = Desk()
    let lines: [(String, [String])] = [
      (#"{"number":9}"#, ["no-such-number"]), (#"{"label":"Membr"}"#, ["no-such-label"]),
      ("{", ["request-not-json"]), (#"{"number":"1"}"#, ["request-invalid"]),
      ("{}", ["request-incomplete"]), (#"{"answer":"x"}"#, ["no-question"]),
      (#"{"cancel":true}"#, ["nothing-to-cancel"]),
      (#"{"label":"Lend","value":"x"}"#, ["takes-no-value"]), ("more", ["no-more-lines"]),
      (#"{"command":"/zzz"}"#, ["no-line-found"]), ("where", []), ("back", ["no-places"]),
      (#"{"label":"Delete"}"#, ["unavailable"]), ("/notify", ["lines-found", "found-line"]),
    ]
    for (line, codes) in lines {
      let before = desk.frames.count
      desk.session.receive(typed: line)
      let text = desk.frames.dropFirst(before).map { JSONRenderer().text(of: $0) }.joined()
      let found = text.matches(of: /"kind":"\w+","code":"([a-z-]+)"/).map { String($0.1) }
      #expect(found == codes, "\(line)")
    }
  }
}
