import Glibc

/// Cuts bytes into lines. Pure: bytes go in by ``append(_:)``, lines come out of ``next()``.
///
/// No byte is lost: what cannot be read as text is replaced and counted, and the last line counts
/// without an end too. Memory is bounded by ``limit`` and what one read brings.
package struct LineBuffer: Sendable {
  /// The longest line, in bytes. A longer one is told and refused whole.
  package static let limit = 16 << 20

  private let limit: Int
  private var bytes: [UInt8] = []
  /// Where the current line starts, and how far it has been searched for its end.
  private var start = 0
  private var searched = 0
  /// How many bytes of a line over the limit have been let go.
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

  /// Whether a whole line waits.
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
    let found = bytes.withUnsafeBytes { raw -> Int? in
      guard let base = raw.baseAddress else { return nil }
      let end = memchr(base + searched, 0x0A, raw.count - searched)
      return end.map { UnsafeRawPointer($0) - base }
    }
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
