import Glibc
import TestPrograms
import Testing

/// The ways in which the lines of a terminal are read.
enum LineReading: String, CaseIterable, CustomTestStringConvertible {
  /// Edited by libedit.
  case edited
  /// By the terminal, since the machine's libedit is no library.
  case unedited
  /// By the terminal, since the plainest form is requested.
  case plain

  var testDescription: String { rawValue }

  /// True if this machine has the library.
  static let hasLibrary = dlopen("libedit.so.2", RTLD_NOW) != nil

  /// The ways that this machine has.
  static var all: [LineReading] { allCases.filter { $0 != .edited || hasLibrary } }

  fileprivate var options: [String] {
    self == .plain ? ["--plain"] : ["--color", "never"]
  }
}

extension Built {
  /// Runs it in a pseudo-terminal whose lines are read in one of the ways.
  func inTerminal(
    _ reading: LineReading, _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) throws -> TerminalProgram {
    var environment = environment
    if reading == .unedited { environment["LD_LIBRARY_PATH"] = try brokenLibraries() }
    return try inTerminal(reading.options + arguments, environment)
  }

  /// A folder that the loader looks into first, and finds something that is no libedit.
  private func brokenLibraries() throws -> String {
    for name in ["libedit.so.2", "libedit.so.0"] { try store.write("no library", to: name) }
    return store.path
  }
}
