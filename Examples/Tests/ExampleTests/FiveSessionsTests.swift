import FoundationEssentials
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

/// The sessions of an article, typed again at a pseudo-terminal without colour and line editing.
@Suite("Five sessions", .waitsForPrograms)
struct FiveSessionsTests {
  private static let article = "Sources/Wayline/Wayline.docc/Articles/Five-sessions.md"
  /// True while `WAYLINE_RECORD=1` writes the sessions of the article anew.
  private static let records = ProcessInfo.processInfo.environment["WAYLINE_RECORD"] == "1"

  private static let sessions: [String] =
    (try? Package.text(article)).map { Transcript.blocks(in: $0, language: "terminal") } ?? []

  @Test("Each session is what the built programs print", arguments: sessions.indices)
  func session(index: Int) throws {
    guard !Self.records else { return }
    let commands = Self.commands(in: Self.sessions[index])
    for (command, found) in zip(commands, try Self.outputs(of: commands)) {
      #expect(found == command.output, "\(command.line)")
    }
  }

  @Test("The sessions are recorded on request", .enabled(if: records))
  func record() throws {
    var text = try Package.text(Self.article)
    for session in Self.sessions {
      let commands = Self.commands(in: session)
      let lines = zip(commands, try Self.outputs(of: commands)).flatMap { ["$ \($0.line)"] + $1 }
      text = text.replacing(
        "```terminal\n\(session)\n```", with: "```terminal\n\(lines.joined(separator: "\n"))\n```")
    }
    try Data(text.utf8).write(to: Package.root.appending(path: Self.article))
  }

  private static func outputs(of commands: [Command]) throws -> [[String]] {
    let home = Built("tour")
    for name in ["libedit.so.2", "libedit.so.0"] { try home.store.write("no library", to: name) }
    return try commands.map { try run($0, in: home) }
  }

  @Test("There are five of them, and one is a screen reader's")
  func complete() {
    #expect(Self.sessions.count == 5)
    #expect(Self.sessions.contains { $0.contains("ACCESSIBLE=1") })
  }

  /// The prompts of the sessions, after which a line is typed.
  private static let prompts = [
    "> ", "Name: ", "Title [Emma]: ", "Shelf (fiction, history, poetry) [fiction]: ",
    "Shelf (fiction, history, poetry) [poetry]: ", "Copies (1 to 9) [1]: ",
  ]

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
    for line in command.output {
      guard let prompt = Self.prompts.first(where: line.hasPrefix) else { continue }
      guard run.hear(prompt) else { break }
      run.say("\(line.dropFirst(prompt.count))\n")
    }
    _ = run.end()
    var lines = run.shown.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
