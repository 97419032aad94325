import TestPrograms
import Testing

/// A tool of this package, at a terminal of its own and in a folder of its own.
struct Tool {
  let program: TerminalProgram

  /// The folder of the test bundle, where the built programs are.
  private static let built = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    .map { $0.split(separator: "/").dropLast().map { "/\($0)" }.joined() }

  /// Starts a tool.
  ///
  /// - Parameter script: the script that runs it as `"$@"`.
  init(
    _ name: String, _ words: [String] = [], in folder: TemporaryFolder,
    _ environment: [String: String] = [:], script: String = "\"$@\""
  ) throws {
    try folder.write("", to: ".test")
    let usual = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm", "USER": "ada"]
    program = try TerminalProgram(
      "/bin/sh",
      [
        "-c", "cd \"$1\"; shift; \(script)", "sh", folder.path,
        "\(try #require(Self.built))/\(name)",
      ] + words,
      environment: usual.merging(environment) { $1 })
  }

  /// Types keys, each group when its text is shown. Returns whether all were.
  func type(_ groups: KeyValuePairs<String, String>) -> Bool {
    groups.allSatisfy { shown, keys in
      guard shown.isEmpty || program.hear(shown) else { return false }
      program.say(keys)
      return true
    }
  }

  /// The lines that remain in the window at the end, and the exit status.
  func end() -> (lines: [String], status: Int32?) {
    let status = program.end()
    return (TerminalScreen(program.heard).lines, status)
  }

  /// What the tool has printed so far.
  var heard: String { program.heard }
}

extension TemporaryFolder {
  /// The names of what tools have made.
  var made: [String] { names.filter { $0 != ".test" } }

  /// The text of a file.
  func text(_ name: String) -> String? {
    contents[name].map { String(decoding: $0, as: UTF8.self) }
  }
}
