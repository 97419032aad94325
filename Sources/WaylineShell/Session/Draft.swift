/// The lines of an answer that is not finished.
struct Draft: Hashable, Sendable {
  /// How many bytes it may have.
  let limit: Int
  private var lines: [String] = []
  private var size = 0

  /// An answer of at most `limit` bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// What is told about an answer that was longer.
  var sentence: String {
    "The text was refused: it has more than \(limit) bytes. Nothing was changed."
  }

  /// Whether the answer is short enough to be kept.
  var isWhole: Bool { size <= limit }

  /// Whether a line has come.
  var hasBegun: Bool { size > 0 }

  /// The lines as one text.
  var text: String { lines.joined(separator: "\n") }

  /// Adds a line; those of an answer that is too long are let go.
  mutating func append(_ line: String) {
    size += line.utf8.count + 1
    if isWhole { lines.append(line) } else { lines = [] }
  }
}
