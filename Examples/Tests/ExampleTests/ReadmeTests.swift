import FoundationEssentials
import TestThreads
import Testing
import WaylineTesting

@testable import counter

@Suite("The README", .waitsForPrograms)
struct ReadmeTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private var text: String {
    get throws { try read("README.md") }
  }

  private func read(_ path: String) throws -> String {
    let data = try Data(contentsOf: Self.root.appending(path: path))
    return String(decoding: data, as: UTF8.self)
  }

  @Test("Each transcript is what the built program prints", arguments: ["counter", "tour"])
  func transcripts(program: String) throws {
    let blocks = Transcript.blocks(in: try text, language: program)
    #expect(!blocks.isEmpty)
    for block in blocks {
      let transcript = Transcript(block)
      let run = try Built(program).run(["--echo"], transcript.input)
      let differences = transcript.differences(from: run.session)
      #expect(differences.isEmpty, "\(differences.map(\.description).joined(separator: "\n"))")
      #expect(run.status == 0)
    }
  }

  @Test("The program in it is the counter example, word for word")
  func program() throws {
    let shown = Transcript.blocks(in: try text, language: "swift").first
    let example = try read("Examples/Counter/CounterApp.swift")
    #expect(shown.map { $0 + "\n" } == example)
  }

  @MainActor
  @Test("A lent book is still lent after a restart")
  func lend() async {
    let host = TestHost { CounterView() }
    host.onFailure = { Issue.record("\($0)") }
    host.press("Lend")
    host.restart()
    #expect(host.lines == ["Books lent: 1", "[1] Lend", "[2] Return"])
    await host.end()
  }

  @Test("It has at most 150 lines and two commands to run")
  func size() throws {
    let text = try text
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    #expect(Transcript.blocks(in: text, language: "sh").count == 2)
  }
}
