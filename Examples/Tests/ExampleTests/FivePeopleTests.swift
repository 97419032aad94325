import FoundationEssentials
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

/// The sessions of an article, typed again at a pseudo-terminal without colour and line editing.
@Suite("Five people", .waitsForPrograms)
struct FivePeopleTests {
  private static let article = "Sources/Wayline/Wayline.docc/Articles/Watching-five-people.md"

  private static let sessions: [String] =
    (try? Package.text(article)).map { Transcript.blocks(in: $0, language: "terminal") } ?? []

  @Test("Each session is what the built programs print", arguments: sessions.indices)
  func session(index: Int) throws {
    let home = Built("tour")
    for name in ["libedit.so.2", "libedit.so.0"] { try home.store.write("no library", to: name) }
    for command in Self.commands(in: Self.sessions[index]) {
      let found = try Self.run(command, in: home)
      #expect(found == command.output, "\(command.line)")
    }
  }

  @Test("There are five of them, and one is a screen reader's")
  func complete() {
    #expect(Self.sessions.count == 5)
    #expect(Self.sessions.contains { $0.contains("ACCESSIBLE=1") })
  }

  /// A command of a shell, and what is on the terminal until it ends.
  private struct Command {
    let line: String
    var output: [String] = []
  }

  private static func commands(in session: String) -> [Command] {
    session.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: []) {
      commands, line in
      if line.hasPrefix("$ ") {
        commands.append(Command(line: String(line.dropFirst(2))))
      } else if let last = commands.indices.last {
        commands[last].output.append(String(line))
      }
    }
  }

  private static func run(_ command: Command, in home: Built) throws -> [String] {
    let programs = URL(filePath: home.program.path).deletingLastPathComponent().path
    let run = try TerminalProgram(
      "/bin/sh", ["-c", "cd; \(command.line)"],
      environment: [
        "HOME": home.store.path, "PATH": "\(programs):/usr/bin:/bin", "LANG": "C.UTF-8",
        "TERM": "xterm", "NO_COLOR": "1", "LD_LIBRARY_PATH": home.store.path,
      ])
    for line in command.output where line.hasPrefix("> ") {
      guard run.hear("> ") else { break }
      run.say("\(line.dropFirst(2))\n")
    }
    _ = run.end()
    var lines = run.shown.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
