import TestPrograms
import Testing
import WaylineTesting

/// The built examples, run from a pipe with a store of their own.
struct Built {
  let program: Program
  let store: TemporaryFolder

  init(_ name: String, store: TemporaryFolder = TemporaryFolder()) {
    program = .built(name)
    self.store = store
  }

  /// Runs it with a script as its input.
  func run(_ arguments: [String] = [], _ input: String = "") throws -> ProgramRun {
    try run(arguments, bytes: Array(input.utf8))
  }

  /// Runs it with bytes as its input.
  func run(_ arguments: [String] = [], bytes: [UInt8]) throws -> ProgramRun {
    let home = ["HOME": store.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    return try program.run(
      ["--store", store.path] + arguments, input: bytes, environment: home)
  }

  /// Runs it in a named session, and compares the screen after each line.
  func play(_ scene: String, _ session: String) throws {
    let transcript = Transcript(session)
    let run = try run(["--scene", scene, "--echo", "--full"], transcript.input)
    let differences = transcript.differences(from: run.lines)
    #expect(differences.isEmpty, "\(differences.map(\.description).joined(separator: "\n"))")
    #expect(run.status == 0)
  }
}

extension ProgramRun {
  /// The problems on standard error, without the name of the program before each.
  var problems: [String] {
    errors.split(separator: "\n").map {
      String($0[($0.firstRange(of: ": ")?.upperBound ?? $0.startIndex)...])
    }
  }

  /// The lines as a transcript has them: without the prompt that is printed where the input ends.
  var session: [String] {
    lines.last == "> " ? lines.dropLast() : lines
  }
}

extension Built {
  /// Runs it in a pseudo-terminal.
  func inTerminal(
    _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) throws -> TerminalProgram {
    let usual = ["HOME": store.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm"]
    return try TerminalProgram(
      program.path, ["--store", store.path] + arguments,
      environment: usual.merging(environment) { $1 }, in: store)
  }
}
