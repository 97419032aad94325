/// The lines of an answer that is not finished.
struct Draft: Hashable, Sendable {
  private var lines: [String] = []
  private var size = 0

  /// What is told about an answer that was longer than ``LineBuffer/limit``.
  static let sentence =
    "The text was refused: it has more than \(LineBuffer.limit) bytes. Nothing was changed."

  /// Whether the answer is short enough to be kept.
  var isWhole: Bool { size <= LineBuffer.limit }

  /// The lines as one text.
  var text: String { lines.joined(separator: "\n") }

  /// Adds a line; those of an answer that is too long are let go.
  mutating func append(_ line: String) {
    size += line.utf8.count + 1
    if isWhole { lines.append(line) } else { lines = [] }
  }
}
