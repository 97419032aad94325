import TestPrograms
import Testing
import WaylineTesting

/// A line, and the words that a shell offers for its end, some with their meaning.
struct CompletionRow: Sendable, CustomTestStringConvertible {
  let line: String
  let offers: [String]
  var testDescription: String { line }

  init(_ line: String, _ offers: String...) {
    (self.line, self.offers) = (line, offers)
  }
}

extension Built {
  /// The folder of the built programs, in which a shell looks for them.
  static var folder: String {
    "/" + Program.built("tour").path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Starts an interactive shell that has run a line of preparation, and is at its prompt.
  func inShell(_ words: [String], prepared line: String) throws -> TerminalProgram {
    let shell = try TerminalProgram(
      words[0], Array(words.dropFirst()),
      environment: [
        "HOME": store.path, "PS1": "shell$ ", "TERM": "dumb", "LANG": "C.UTF-8",
        "PATH": "\(Self.folder):/usr/bin:/bin",
      ], in: store)
    #expect(shell.hear("shell$ "))
    #expect(shell.say("\(line); echo $?\n", hear: "\r\n0\r\n"), "\(shell.heard)")
    #expect(shell.hear("shell$ "))
    return shell
  }
}
