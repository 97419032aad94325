/// The one reader of an input, for the whole life of a session.
///
/// It reads only when it is called, so no answer is ever lost between two questions. It never waits
/// when `poll` has reported that there is something. A program that owns its input reads it in large
/// pieces; a flow shares it with whoever reads next, and takes no byte beyond its line.
package final class LineSource {
  /// The outcome of one read.
  package enum Arrival: Hashable, Sendable {
    /// Bytes, which may or may not complete a line.
    case bytes
    /// Nothing yet.
    case nothing
    /// The end of the input; the rest is the last line.
    case end
    /// The input cannot be read. Nothing more will come.
    case failed(ErrorCode)
  }

  /// The descriptor to poll; -1 when lines come from memory.
  package let descriptor: Int32
  /// True if nothing more will come beyond the lines that wait.
  package private(set) var isAtEnd = false
  private let file: FileDescriptor
  private let isShared: Bool
  // An access calls no code that uses the source.
  @exclusivity(unchecked) private var lines: LineBuffer

  /// Creates a reader of a descriptor, which it does not close.
  package convenience init(
    descriptor: Int32, isShared: Bool = false, limit: Int = LineBuffer.limit
  ) {
    self.init(FileDescriptor(borrowing: descriptor), isShared: isShared, limit: limit)
  }

  /// Creates a reader of an open file.
  ///
  /// - Parameters:
  ///   - file: the file, which stays open.
  ///   - isShared: whether others read the file afterwards: then each read ends with a line.
  ///   - limit: the longest line in bytes.
  package init(_ file: FileDescriptor, isShared: Bool = false, limit: Int = LineBuffer.limit) {
    (self.file, descriptor, self.isShared) = (file, file.number, isShared)
    lines = LineBuffer(limit: limit)
  }

  /// The most bytes of one read of a shared input.
  package static let sharedChunk = 1 << 12
  /// The most bytes of another read.
  private static let ownChunk = 1 << 16

  /// Creates a reader of a text.
  package init(text: String) {
    file = FileDescriptor(borrowing: -1)
    (descriptor, isShared) = (-1, false)
    lines = LineBuffer()
    lines.append(text.utf8)
    end()
  }

  /// Reads once.
  ///
  /// - Parameter continuesAfterEnd: whether an end is reported and reading continues: ^D at a terminal
  ///   ends a text of several lines, and the next line comes all the same.
  package func fill(continuingAfterEnd continuesAfterEnd: Bool = false) -> Arrival {
    guard !isAtEnd else { return .end }
    let transfer = lines.add(atMost: isShared ? Self.sharedChunk : Self.ownChunk) {
      isShared ? file.transferLine(into: $0) : file.transfer(into: $0)
    }
    switch transfer {
    case .bytes: return .bytes
    case .nothing: return .nothing
    case .end where continuesAfterEnd: return .end
    case .end:
      end()
      return .end
    case .failed(let code):
      end()
      return .failed(code)
    }
  }

  /// Adds bytes that were read from the descriptor by others.
  package func take(_ bytes: [UInt8]) { lines.append(bytes) }

  /// True if bytes can be read that the descriptor does not report as ready.
  package var hasReadAhead: Bool { isShared && !isAtEnd && file.hasReadAhead }

  /// The next line; nil when more must be read, or nothing is left.
  package func next() -> InputLine? {
    lines.next()
  }

  /// The next line as a secret, in memory of its own, whose bytes are overwritten here; nil as for ``next()``.
  package func nextSecret() -> SecretLine? {
    lines.nextSecret()
  }

  /// True if the next line has a text in it. Nothing is copied.
  package func nextContains(_ text: StaticString) -> Bool { lines.nextContains(text) }

  /// A copy of the next line, which stays; nil as for ``next()``.
  package func copyOfNext() -> InputLine? {
    var rest = lines
    return rest.next()
  }

  /// The bytes after the last whole line, as a line; nil if there are none.
  package func takeUnended() -> InputLine? {
    lines.takeUnended()
  }

  /// The bytes after the last whole line, as a secret; nil if there are none.
  package func takeUnendedSecret() -> SecretLine? {
    lines.takeUnendedSecret()
  }

  /// Overwrites the bytes after the last whole line. Returns whether there were any.
  package func dropUnended() -> Bool {
    lines.dropUnended()
  }

  /// The text after the last whole line, which stays; empty without any.
  package var unended: String {
    var rest = lines
    return rest.takeUnended()?.text ?? ""
  }

  /// True if bytes wait, are no whole line, and end with a byte.
  package func endsWith(_ byte: UInt8?) -> Bool { byte != nil && lines.lastUnended == byte }

  /// True if bytes wait and are no whole line.
  package var hasUnended: Bool { lines.hasUnended }

  /// True if a whole line waits.
  package func hasLine() -> Bool {
    lines.hasLine()
  }

  private func end() {
    isAtEnd = true
    lines.finish()
  }
}
