/// A cutter of bytes into lines. Pure: bytes go in by ``append(_:)``, lines come out of ``next()``.
///
/// No byte is lost: what cannot be read as text is replaced and counted, and the last line counts
/// without an end too. Memory is bounded by ``limit`` and what one read brings. Any line may be a secret, so
/// bytes are overwritten where they are moved away; ``nextSecret()`` overwrites those that it has taken.
package struct LineBuffer: Sendable {
  /// The longest line, in bytes. A longer one is reported and refused whole.
  package static let limit = 16 << 20

  private let limit: Int
  private var memory = ErasedMemory.none
  /// The end of the bytes in the memory.
  private var count = 0
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
    let isTaken: Void? = new.withContiguousStorageIfAvailable { append(UnsafeRawBufferPointer($0)) }
    if isTaken == nil { Array(new).withUnsafeBytes { append($0) } }
  }

  private mutating func append(_ new: UnsafeRawBufferPointer) {
    makeRoom(for: new.count)
    UnsafeMutableRawBufferPointer(rebasing: memory.bytes[count...]).copyMemory(from: new)
    count += new.count
  }

  /// Adds what one read brings, of at most a number of bytes.
  package mutating func add(
    atMost size: Int, _ read: (UnsafeMutableRawBufferPointer) -> Transfer
  ) -> Transfer {
    makeRoom(for: size)
    let transfer = read(
      UnsafeMutableRawBufferPointer(rebasing: memory.bytes[count...].prefix(size)))
    if case .bytes(let new) = transfer { count += new }
    return transfer
  }

  /// No more bytes will come: what is left is the last line.
  package mutating func finish() {
    isFinished = true
  }

  /// The next whole line; nil when more bytes are needed, or none are left.
  ///
  /// - Complexity: O(length of the line); every byte is searched once.
  package mutating func next() -> InputLine? {
    guard let range = nextRange() else { return nil }
    return line(range)
  }

  /// The next whole line as a secret, whose bytes are overwritten here; nil as for ``next()``.
  package mutating func nextSecret() -> SecretLine? { nextRange().map { secret($0) } }

  private mutating func nextRange() -> LineRange? {
    if let end = endOfLine() { return take(upTo: end, isTerminated: true) }
    if count - start > limit { skip() }
    guard isFinished, start < count || skipped > 0 else { return nil }
    return take(upTo: count, isTerminated: false)
  }

  /// The bytes after the last whole line, as a line; nil if there are none.
  package mutating func takeUnended() -> InputLine? { unendedRange().map(line) }

  /// The bytes after the last whole line, as a secret; nil if there are none.
  package mutating func takeUnendedSecret() -> SecretLine? { unendedRange().map { secret($0) } }

  /// Overwrites the bytes after the last whole line. Returns whether there were any.
  package mutating func dropUnended() -> Bool {
    guard unendedRange() != nil else { return false }
    eraseTaken()
    return true
  }

  private mutating func unendedRange() -> LineRange? {
    guard endOfLine() == nil, start < count || skipped > 0 else { return nil }
    return take(upTo: count, isTerminated: false)
  }

  /// The last byte after the last whole line; nil if there is none.
  package var lastUnended: UInt8? {
    mutating get { hasUnended ? memory.bytes[count - 1] : nil }
  }

  /// True if bytes wait and are no whole line.
  package var hasUnended: Bool {
    mutating get { endOfLine() == nil && start < count }
  }

  /// True if a whole line waits.
  package mutating func hasLine() -> Bool {
    endOfLine() != nil || isFinished && (start < count || skipped > 0)
  }

  /// True if the next line has a text in it. Nothing is copied.
  package mutating func nextContains(_ text: StaticString) -> Bool {
    let end = endOfLine() ?? count
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    let line = UnsafeRawBufferPointer(rebasing: memory.bytes[start..<end])
    var position = 0
    while let found = line.firstOffset(of: wanted[0], from: position) {
      if line[found...].starts(with: wanted) { return true }
      position = found + 1
    }
    return false
  }
}

// MARK: - Parts

extension LineBuffer {
  /// The place of a line in the memory.
  private struct LineRange {
    let bytes: Range<Int>
    let isTerminated: Bool
    /// The length of a line over the limit, whose bytes are not all here.
    var excess: Int?
  }

  /// Drops what has been taken, so that a session of a million lines needs the room of one, and makes room.
  private mutating func makeRoom(for new: Int) {
    let rest = count - start
    if rest == 0, memory.bytes.count > 1 << 20 { memory = .none }
    let isOwn = isKnownUniquelyReferenced(&memory)
    if !isOwn || memory.bytes.count < rest + new {
      let former = memory
      memory = ErasedMemory(count: max(rest + new, isOwn ? 2 * memory.bytes.count : 0))
      if rest > 0 {
        memory.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: former.bytes[start..<count]))
      }
    } else if start > 0, rest > 0 {
      memory.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory.bytes[start..<count]))
    }
    searched -= start
    (start, count) = (0, rest)
  }

  /// Overwrites everything but what waits: a line may be in several places, where it was moved.
  private mutating func eraseTaken() {
    if !isKnownUniquelyReferenced(&memory) { return makeRoom(for: 0) }
    memory.erase(memory.bytes[..<start])
    memory.erase(memory.bytes[count...])
  }

  private mutating func endOfLine() -> Int? {
    guard searched < count else { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: memory.bytes[..<count])
    let found = bytes.firstOffset(of: 0x0A, from: searched)
    searched = found ?? count
    return found
  }

  private mutating func take(upTo end: Int, isTerminated: Bool) -> LineRange {
    defer { (start, skipped) = (isTerminated ? end + 1 : end, 0) }
    searched = max(searched, isTerminated ? end + 1 : end)
    let length = end - start
    guard skipped == 0, length <= limit else {
      return LineRange(bytes: start..<start, isTerminated: isTerminated, excess: skipped + length)
    }
    let isReturned = isTerminated && length > 0 && memory.bytes[end - 1] == 0x0D
    return LineRange(bytes: start..<(isReturned ? end - 1 : end), isTerminated: isTerminated)
  }

  private func line(_ range: LineRange) -> InputLine {
    if let excess = range.excess { return refused(excess, range.isTerminated) }
    return InputLine(bytes: bytes(of: range), isTerminated: range.isTerminated)
  }

  private mutating func secret(_ range: LineRange) -> SecretLine {
    defer { eraseTaken() }
    if let excess = range.excess {
      return SecretLine(refused: refused(excess, range.isTerminated))
    }
    return SecretLine(bytes: bytes(of: range), isTerminated: range.isTerminated)
  }

  private func bytes(of range: LineRange) -> UnsafeBufferPointer<UInt8> {
    let bytes = UnsafeRawBufferPointer(rebasing: memory.bytes[range.bytes])
    return bytes.assumingMemoryBound(to: UInt8.self)
  }

  private func refused(_ length: Int, _ isTerminated: Bool) -> InputLine {
    var line = InputLine(text: "")
    (line.excess, line.limit, line.isTerminated) = (length, limit, isTerminated)
    return line
  }

  private mutating func skip() {
    skipped += count - start
    (start, searched) = (count, count)
  }
}

/// One line of input, and what had to be changed to read it.
package struct InputLine: Hashable, Sendable {
  /// The line without its end; `\n` and `\r\n` end a line.
  package var text: String
  /// The number of byte sequences that were not UTF-8 and became U+FFFD.
  package var replacements = 0
  /// The number of NUL bytes that became U+FFFD.
  package var nulls = 0
  /// The length in bytes of a line that was longer than the limit and is not in `text`.
  package var excess: Int?
  /// The limit that such a line exceeded.
  package var limit = LineBuffer.limit
  /// True if the line had an end; the last line of an input may have none.
  package var isTerminated = true

  /// A line of good text.
  package init(text: String) {
    self.text = text
  }

  /// Reads the bytes of a line: strict UTF-8, with U+FFFD for what is none.
  package init(bytes: UnsafeBufferPointer<UInt8>, isTerminated: Bool) {
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
