import WaylineSystem

/// A built program, run as a person or a script would run it: with pipes around it.
///
/// ```swift
/// let run = try Program.built("counter").run(["--store", ":memory:"], input: "Lend\nSell\n")
/// ```
public struct Program: Hashable, Sendable {
  /// The file that is run.
  public let path: String

  /// Names a program by its file.
  public init(path: String) {
    self.path = path
  }

  /// The name of its file.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// A program of the package whose tests are running: it stands beside the test's own file.
  public static func built(_ name: String) -> Program {
    Program(path: "\(testedFolder)/\(name)")
  }

  /// Runs it to its end with the given bytes on a pipe as its input.
  ///
  /// - Parameters:
  ///   - arguments: the words after its name.
  ///   - input: the bytes that it reads.
  ///   - environment: all variables of the program; it sees no others.
  ///   - limit: seconds after which it is killed; the run says so.
  /// - Throws: ``ProgramError`` when it cannot be started.
  public func run(
    _ arguments: [String] = [], input: some Sequence<UInt8>,
    environment: [String: String] = [:], limit: Int = 60
  ) throws -> ProgramRun {
    let process = try RunningProgram(self, arguments: arguments, environment: environment)
    return process.finish(input: Array(input), limit: limit)
  }

  /// Runs it to its end, and ends it if it stops itself.
  func runUnlessStopped(
    _ arguments: [String], environment: [String: String], limit: Int
  ) throws -> ProgramRun {
    let process = try RunningProgram(self, arguments: arguments, environment: environment)
    return process.finish(input: [], limit: limit, endsIfStopped: true)
  }

  /// Runs it to its end with a text on a pipe as its input.
  public func run(
    _ arguments: [String] = [], input: String = "", environment: [String: String] = [:],
    limit: Int = 60
  ) throws -> ProgramRun {
    try run(arguments, input: input.utf8, environment: environment, limit: limit)
  }

  /// The folder of the built products: that of the test bundle, whose name the test runner receives,
  /// or of the program that asks.
  private static var testedFolder: String {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return bundle.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
  }
}

/// The output and the ending of a program that has run.
public struct ProgramRun: Hashable, Sendable {
  /// The text of its standard output, as UTF-8 with replacements.
  public let output: String
  /// The text of its standard error.
  public let errors: String
  /// Its exit status; 128 and the signal's number when a signal ended it.
  public let status: Int32
  /// True if it was killed because it took too long.
  public let isTimedOut: Bool
  /// True if it was killed because it had stopped itself.
  var isStopped = false

  /// The end in words: the name of the signal, such as `SIGSEGV`, or `status 3`.
  var ending: String {
    if isStopped { return "SIGSTOP" }
    guard status > 128 else { return "status \(status)" }
    // Numbers that are the same on all systems.
    let names: [Int32: String] = [
      1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE",
      9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
    ]
    return names[status - 128] ?? "signal \(status - 128)"
  }

  /// The sentence of a trap of the Swift runtime, such as `Fatal error: Index out of range`; nil without one.
  var trap: String? {
    errors.split(separator: "\n").compactMap { line in
      Self.traps.compactMap { line.firstRange(of: $0)?.lowerBound }.min().map {
        String(line[$0...])
      }
    }.last
  }

  /// The beginnings of such sentences.
  private static let traps = ["Fatal error", "Precondition failed", "Assertion failed"]

  /// The lines of its output, without the empty one after the last newline.
  public var lines: [String] {
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// A program that could not be started.
public struct ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, and the remedy.
  public let description: String

  static func notStarted(_ path: String, _ code: ErrorCode) -> ProgramError {
    ProgramError(
      description: "'\(path)' could not be started: \(code). Build it first, e.g. with swift build."
    )
  }
}
