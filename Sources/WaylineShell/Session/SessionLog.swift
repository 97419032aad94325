import FoundationEssentials

/// A recorded session: JSON lines, the first of which names the format, the others are steps.
package struct SessionLog: Hashable, Sendable {
  /// The version of the format.
  package static let version = 1

  /// The program that was recorded.
  package var app: String
  /// The words of its command line: a place or a command.
  package var words: [String]
  /// The steps, the start first.
  package var steps: [LogStep]

  /// A log by its parts.
  package init(app: String, words: [String] = [], steps: [LogStep]) {
    (self.app, self.words, self.steps) = (app, words, steps)
  }

  private struct Header: Codable {
    var log: Int
    var app: String
    var words: [String]
  }

  /// Reads a log.
  ///
  /// - Throws: ``SessionLogProblem`` naming the line that cannot be read.
  package init(text: String) throws {
    let lines = text.split(separator: "\n")
    guard let first = lines.first, let header: Header = Self.read(first) else {
      throw SessionLogProblem.noLog
    }
    guard header.log == Self.version else { throw SessionLogProblem.version(header.log) }
    (app, words) = (header.app, header.words)
    steps = try lines.dropFirst().enumerated().map { index, line in
      guard let step: LogStep = Self.read(line) else {
        throw SessionLogProblem.unreadable(line: index + 2)
      }
      return step
    }
  }

  private static func read<Value: Decodable>(_ line: Substring) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(line.utf8))
  }

  /// The first line of a log.
  static func header(app: String, words: [String]) -> String {
    line(Header(log: version, app: app, words: words))
  }

  /// A value as one line.
  static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "\n" }
    return JSONText.harmless(String(decoding: data, as: UTF8.self)) + "\n"
  }
}

/// Why a file is no session log.
package enum SessionLogProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// It does not begin as a log does.
  case noLog
  /// It is a log of a version that this program does not know.
  case version(Int)
  /// A line is no step.
  case unreadable(line: Int)

  /// What is wrong.
  package var description: String {
    switch self {
    case .noLog: "it is no session log"
    case .version(let version):
      "it is a session log of version \(version), not \(SessionLog.version)"
    case .unreadable(let line): "its line \(line) is no step of a session"
    }
  }
}
