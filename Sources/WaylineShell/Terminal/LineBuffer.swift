import WaylineSystem

/// A cutter of bytes into lines. Pure: bytes go in by ``append(_:)``, lines come out of ``next()``.
///
/// No byte is lost: what cannot be read as text is replaced and counted, and the last line counts
/// without an end too. Memory is bounded by ``limit`` and what one read brings.
package struct LineBuffer: Sendable {
  /// The longest line, in bytes. A longer one is reported and refused whole.
  package static let limit = 16 << 20

  private let limit: Int
  private var bytes: [UInt8] = []
  /// The start of the current line, and the position up to which its end was searched for.
  private var start = 0
  private var searched = 0
  /// The number of bytes of a line over the limit that were discarded.
  private var skipped = 0
  private var isFinished = false

  /// An empty buffer for lines of at most `limit` bytes.
  package init(limit: Int = LineBuffer.limit) {
    self.limit = limit
  }

  /// Adds what was read.
  package mutating func append(_ new: some Sequence<UInt8>) {
    makeRoom()
    bytes.append(contentsOf: new)
  }

  /// No more bytes will come: what is left is the last line.
  package mutating func finish() {
    isFinished = true
  }

  /// The next whole line; nil when more bytes are needed, or none are left.
  ///
  /// - Complexity: O(length of the line); every byte is searched once.
  package mutating func next() -> InputLine? {
    if let end = endOfLine() { return take(upTo: end, isTerminated: true) }
    if bytes.count - start > limit { skip() }
    guard isFinished, start < bytes.count || skipped > 0 else { return nil }
    return take(upTo: bytes.count, isTerminated: false)
  }

  /// The bytes after the last whole line, as a line; nil if there are none.
  mutating func takeUnended() -> InputLine? {
    guard endOfLine() == nil, start < bytes.count || skipped > 0 else { return nil }
    return take(upTo: bytes.count, isTerminated: false)
  }

  /// True if bytes wait and are no whole line.
  var hasUnended: Bool {
    mutating get { endOfLine() == nil && start < bytes.count }
  }

  /// True if a whole line waits.
  package mutating func hasLine() -> Bool {
    endOfLine() != nil || isFinished && (start < bytes.count || skipped > 0)
  }
}

// MARK: - Parts

extension LineBuffer {
  /// Drops what has been taken, so that a session of a million lines needs the room of one.
  private mutating func makeRoom() {
    guard start > 0 else { return }
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
    } else {
      bytes.removeSubrange(..<start)
    }
    searched -= start
    start = 0
  }

  private mutating func endOfLine() -> Int? {
    guard searched < bytes.count else { return nil }
    let found = bytes.withUnsafeBytes { $0.firstOffset(of: 0x0A, from: searched) }
    searched = found ?? bytes.count
    return found
  }

  private mutating func take(upTo end: Int, isTerminated: Bool) -> InputLine {
    defer { (start, skipped) = (isTerminated ? end + 1 : end, 0) }
    searched = max(searched, isTerminated ? end + 1 : end)
    let length = end - start
    guard skipped == 0, length <= limit else { return refused(skipped + length, isTerminated) }
    let isReturned = isTerminated && length > 0 && bytes[end - 1] == 0x0D
    let text = start..<(isReturned ? end - 1 : end)
    return bytes.withUnsafeBufferPointer {
      InputLine(bytes: UnsafeBufferPointer(rebasing: $0[text]), isTerminated: isTerminated)
    }
  }

  private func refused(_ length: Int, _ isTerminated: Bool) -> InputLine {
    var line = InputLine(text: "")
    (line.excess, line.limit, line.isTerminated) = (length, limit, isTerminated)
    return line
  }

  private mutating func skip() {
    skipped += bytes.count - start
    (start, searched) = (bytes.count, bytes.count)
  }
}

/// One line of input, and what had to be changed to read it.
package struct InputLine: Hashable, Sendable {
  /// The line without its end; `\n` and `\r\n` end a line.
  package var text: String
  /// The number of byte sequences that were not UTF-8 and became U+FFFD.
  var replacements = 0
  /// The number of NUL bytes that became U+FFFD.
  var nulls = 0
  /// The length in bytes of a line that was longer than the limit and is not in `text`.
  var excess: Int?
  /// The limit that such a line exceeded.
  package var limit = LineBuffer.limit
  /// True if the line had an end; the last line of an input may have none.
  var isTerminated = true

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
  /// The message about a line that was changed or refused; nil for a valid one.
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
