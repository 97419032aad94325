import Glibc

/// The one reader of an input, for the whole life of a session.
///
/// It reads only when asked and keeps what is beyond the current line, so no answer is ever lost
/// between two questions. It never waits when `poll` has said that there is something.
package final class LineSource {
  /// What one read brought.
  package enum Arrival: Hashable, Sendable {
    /// Bytes, which may or may not complete a line.
    case bytes
    /// Nothing yet.
    case nothing
    /// The end of the input; what is left is the last line.
    case end
    /// The input cannot be read, with the error number. Nothing more will come.
    case failed(Int32)
  }

  /// The descriptor to poll; -1 when lines come from memory.
  package let descriptor: Int32
  /// Whether nothing more will come beyond the lines that wait.
  package private(set) var isAtEnd = false
  private var lines: LineBuffer
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  /// A reader of a descriptor, which it does not close.
  package init(descriptor: Int32, limit: Int = LineBuffer.limit) {
    self.descriptor = descriptor
    lines = LineBuffer(limit: limit)
  }

  /// A reader of a text.
  package init(text: String) {
    descriptor = -1
    lines = LineBuffer()
    lines.append(text.utf8)
    end()
  }

  /// Reads once.
  package func fill() -> Arrival {
    guard !isAtEnd else { return .end }
    let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    let error = count < 0 ? errno : 0
    if count > 0 { lines.append(chunk[..<count]) }
    return arrival(count, error)
  }

  /// The next line; nil when more must be read, or nothing is left.
  package func next() -> InputLine? {
    lines.next()
  }

  /// Whether a whole line waits.
  package func hasLine() -> Bool {
    lines.hasLine()
  }

  private func arrival(_ count: Int, _ error: Int32) -> Arrival {
    if count > 0 { return .bytes }
    if count < 0, error == EINTR || error == EAGAIN { return .nothing }
    end()
    // NB: a terminal that is gone answers EIO; for the reader that is an end like any other.
    return count == 0 || error == EIO ? .end : .failed(error)
  }

  private func end() {
    isAtEnd = true
    lines.finish()
  }
}
