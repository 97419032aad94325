/// One line of input, and what had to be changed to read it.
package struct InputLine: Hashable, Sendable {
  /// The line without its end; `\n` and `\r\n` end a line.
  package var text: String
  /// How many sequences of bytes were no UTF-8, and stand as U+FFFD.
  package var replacements = 0
  /// How many NUL bytes stand as U+FFFD.
  package var nulls = 0
  /// The length in bytes of a line that was longer than the limit and is not in `text`.
  package var excess: Int?
  /// The limit that such a line went over.
  package var limit = LineBuffer.limit
  /// Whether the line had an end; the last line of an input may have none.
  package var isTerminated = true

  /// A line of good text.
  package init(text: String) {
    self.text = text
  }

  /// Reads the bytes of a line: strict UTF-8, with U+FFFD for what is none.
  init(bytes: UnsafeBufferPointer<UInt8>, isTerminated: Bool) {
    self.isTerminated = isTerminated
    if bytes.allSatisfy({ $0 > 0 && $0 < 0x80 }) {
      text = String(decoding: bytes, as: UTF8.self)
    } else if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
      self.text = text
    } else {
      text = ""
      repair(bytes)
    }
  }

  private mutating func repair(_ bytes: UnsafeBufferPointer<UInt8>) {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var scalars = String.UnicodeScalarView()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput:
        text = String(scalars)
        return
      case .error:
        replacements += 1
        scalars.append("\u{FFFD}")
      case .scalarValue(let scalar):
        if scalar == "\0" { nulls += 1 }
        scalars.append(scalar == "\0" ? "\u{FFFD}" : scalar)
      }
    }
  }
}

extension InputLine {
  /// What the person is told about a line that was changed or refused; nil for a good one.
  package var notice: String? {
    if let excess {
      return "A line of \(excess) bytes was refused: a line has at most \(limit) bytes."
    }
    var parts: [String] = []
    if replacements == 1 { parts.append("1 invalid UTF-8 sequence") }
    if replacements > 1 { parts.append("\(replacements) invalid UTF-8 sequences") }
    if nulls > 0 { parts.append("\(nulls) NUL byte\(nulls == 1 ? "" : "s")") }
    guard !parts.isEmpty else { return nil }
    return "Replaced \(parts.joined(separator: " and ")) with \u{FFFD}."
  }
}
