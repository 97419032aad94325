/// A session as a terminal shows it: lines that begin with `> ` are typed, the rest is expected.
///
/// ```text
/// Books lent: 0
/// [1] Lend
/// [2] Return (unavailable)
/// > Lend
/// Books lent: 1
/// [1] Lend
/// [2] Return
/// ```
///
/// A volatile part is a typed hole: `{number}`, `{date}` (ISO 8601) or `{text}`.
public struct Transcript: Hashable, Sendable {
  /// The lines of the session.
  public let lines: [String]

  /// Reads a session; blank lines at its end do not count.
  public init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    self.lines = lines
  }

  /// The typed lines.
  public var typed: [String] {
    lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
  }

  /// The typed lines as a program's input.
  public var input: String { typed.map { "\($0)\n" }.joined() }

  /// The differences between `actual` and this session, side by side; empty without any.
  ///
  /// A line that is missing, or too many, is one difference: the lines below it are compared with their
  /// own. Sessions with more than 1,000 lines from the first to the last difference are compared line by
  /// line.
  public func differences(from actual: [String]) -> [Difference] {
    var actual = actual
    while let last = actual.last, last.allSatisfy(\.isWhitespace) { actual.removeLast() }
    let patterns = lines.map(LinePattern.init)
    let alignment = LineAlignment(expected: lines.count, actual: actual.count) { [actual] in
      patterns[$0].matches(actual[$1])
    }
    return alignment.differences.map { pair in
      Difference(
        number: (pair.expected ?? pair.actual ?? 0) + 1,
        expected: pair.expected.map { lines[$0] }, actual: pair.actual.map { actual[$0] })
    }
  }

  /// A line that is not as expected.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    /// The number of the line in the transcript, from 1; of a line that it lacks, that in the session.
    public let number: Int
    /// The expected line; nil after the end of the transcript.
    public let expected: String?
    /// The actual line; nil after the end of the session.
    public let actual: String?

    /// Both, one above the other.
    public var description: String {
      "line \(number)\n  expected: \(expected ?? "(nothing)")\n  actual:   \(actual ?? "(nothing)")"
    }
  }
}

extension Transcript {
  /// The fenced blocks of a Markdown text whose fence names `language`, in order.
  public static func blocks(in markdown: String, language: String) -> [String] {
    var blocks: [String] = []
    var block: (language: Substring, lines: [Substring])?
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if let ended = block, line == "```" {
        if ended.language == language { blocks.append(ended.lines.joined(separator: "\n")) }
        block = nil
      } else if block == nil, line.hasPrefix("```") {
        block = (line.dropFirst(3), [])
      } else {
        block?.lines.append(line)
      }
    }
    return blocks
  }
}
