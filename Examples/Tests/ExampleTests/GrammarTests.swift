import FoundationEssentials
import TestThreads
import Testing
import WaylineTesting

@Suite("The article on the grammar", .waitsForPrograms)
struct GrammarTests {
  private static let path = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "Sources/WaylineShell/WaylineShell.docc/Grammar.md")
  private static var text: String {
    let data = try? Data(contentsOf: path)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// The output of debug builds is checked in a debug build only.
  private static var blocks: [String] {
    var blocks = Transcript.blocks(in: text, language: "tour")
    #if DEBUG
      blocks += Transcript.blocks(in: text, language: "tour-debug")
    #endif
    return blocks
  }

  @Test(
    "Each transcript is what the tour prints from its first command on",
    arguments: blocks)
  func transcript(block: String) throws {
    let transcript = Transcript(block)
    let run = try Built("tour").run(["--echo"], transcript.input)
    var lines = Array(run.lines.drop { !$0.hasPrefix("> ") })
    if lines.last == "> " { lines.removeLast() }
    let differences = transcript.differences(from: lines)
    #expect(differences.isEmpty, "\(differences.map(\.description).joined(separator: "\n"))")
  }

  @Test("Every command has one")
  func complete() throws {
    let typed = Transcript.blocks(in: Self.text, language: "tour")
      .flatMap { Transcript($0).typed.map { $0.split(separator: " ").first.map(String.init) } }
    let help = try Built("tour").run([], "help\n").lines
      .drop { $0 != "Commands:" }.dropFirst().prefix { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(help.count == 18)
    for word in help where word != "exit" {
      let isTyped = word == "/text" ? typed.contains("/feed") : typed.contains(word)
      #expect(isTyped, "\(word)")
    }
  }
}
