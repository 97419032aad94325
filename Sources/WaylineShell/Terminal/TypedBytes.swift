import WaylineSystem

/// Bytes on their way to characters; what is no UTF-8 becomes U+FFFD.
struct TypedBytes {
  /// True if the marks of pasted texts are looked for.
  var readsPastes = false

  /// The keys that Shift-Tab stands for on the line; none where it does nothing.
  var backTab: [UInt8] = []

  private var bytes: [UInt8] = []
  /// True if the escape at the front is one for the editor, which does not begin another key.
  private var isMeant = false
  /// The number of sequences that are no UTF-8 and were replaced since the beginning of the line.
  private var replacements = 0
  /// The number of bytes that were taken from the front.
  private var start = 0

  private static let (begin, end) = (Array(PastedText.begin.utf8), Array(PastedText.end.utf8))

  /// True if nothing waits.
  var isEmpty: Bool { start == bytes.count }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Puts the beginning of a line before everything else.
  mutating func putBack(_ line: String) {
    bytes.replaceSubrange(..<start, with: line.utf8.filter { $0 >= 0x20 && $0 != 0x7F })
    start = 0
  }

  /// Puts a pasted text before everything else, to be typed as it is: a tab completes nothing.
  mutating func putBack(pasted text: String) {
    let typed = text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x09: [Self.literally, byte]
      case 0x0A: [byte]
      case ..<0x20, 0x7F: Array("\u{FFFD}".utf8)
      default: [byte]
      }
    }
    bytes.replaceSubrange(..<start, with: typed)
    start = 0
  }

  /// ^V, which makes the editor take the next key as it is.
  private static let literally: UInt8 = 0x16

  /// Takes the pasted text that is at the front; nil while its end has not come.
  ///
  /// Bytes come one by one and are taken when they can be, so the end of a paste is the last of them.
  mutating func takePaste() -> PastedText? {
    let marks = Self.begin.count + Self.end.count
    guard readsPastes, bytes.count - start >= marks, bytes.last == Self.end.last,
      bytes[start...].starts(with: Self.begin), bytes.suffix(Self.end.count) == Self.end[...]
    else { return nil }
    let text = bytes[(start + Self.begin.count)...].dropLast(Self.end.count)
    let pasted = text.withUnsafeBufferPointer { InputLine(bytes: $0, isTerminated: true) }
    replacements += pasted.replacements
    (bytes, start) = ([], 0)
    return PastedText(String(decoding: text, as: UTF8.self))
  }

  /// The number of sequences in a typed line that were replaced: none if what stands for them was deleted.
  mutating func takeReplacements(in line: String) -> Int {
    defer { replacements = 0 }
    return replacements > 0 && line.unicodeScalars.contains("\u{FFFD}") ? replacements : 0
  }

  /// True if an end of a line waits.
  var hasLineEnd: Bool { bytes[start...].contains(where: Self.isLineEnd) }

  /// True for the bytes of Enter.
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Takes an end of a line that is at the front. Returns whether there was one.
  mutating func takeLineEnd() -> Bool {
    guard start < bytes.count, Self.isLineEnd(bytes[start]) else { return false }
    return takeByte() != nil
  }

  /// Takes the byte at the front, as it was typed.
  mutating func takeByte() -> UInt8? {
    guard start < bytes.count else { return nil }
    defer { if isEmpty { (bytes, start) = ([], 0) } }
    start += 1
    return bytes[start - 1]
  }

  /// True if an escape waits alone: the key Esc, unless the rest of another key comes at once.
  var isEscape: Bool { !isMeant && bytes[start...] == [KeySequence.escape] }

  /// Takes the key Esc.
  mutating func takeEscape() {
    (bytes, start) = ([], 0)
  }

  /// Puts what keys mean for the editor in their place.
  private mutating func readKeys() {
    while !isMeant, start < bytes.count, bytes[start] == KeySequence.escape,
      case .key(let count, let key) = KeySequence(bytes[start...])
    {
      let meaning = key == .backTab ? backTab : key?.editing ?? []
      bytes.replaceSubrange(start..<start + count, with: meaning)
      isMeant = meaning.first == KeySequence.escape
    }
  }

  /// True if the bytes are a mark of a pasted text, or the beginning of one.
  private var isWithinPaste: Bool {
    guard readsPastes, start < bytes.count, bytes[start] == Self.begin[0] else { return false }
    let count = min(bytes.count - start, Self.begin.count)
    return bytes[start...].prefix(count) == Self.begin.prefix(count)
  }

  /// True if several bytes may be added at once: not within a paste, whose end has to be the last.
  var readsAhead: Bool { isEmpty || !isWithinPaste }

  /// True for the bytes of keys that do something else than insert a character.
  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  /// True for keys that do something else than insert a character.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && isControl(UInt8(scalar.value))
  }

  /// Takes the characters of ASCII at the front, if there are several.
  mutating func takePlainText() -> String? {
    let plain = bytes[start...].prefix { !Self.isControl($0) && $0 < 0x80 }
    guard plain.count > 1 else { return nil }
    start = plain.endIndex
    defer { if isEmpty { (bytes, start) = ([], 0) } }
    return String(decoding: plain, as: UTF8.self)
  }

  /// The first character, if it is whole.
  mutating func next() -> Unicode.Scalar? {
    guard !isWithinPaste else { return nil }
    readKeys()
    guard start < bytes.count, isMeant || bytes[start] != KeySequence.escape else { return nil }
    isMeant = false
    let first = bytes[start]
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let sequence = bytes[start...].prefix(length)
    let isBroken = sequence.dropFirst().contains { $0 & 0xC0 != 0x80 }
    guard sequence.count == length || isBroken else { return nil }
    let scalar = String(decoding: isBroken ? sequence.prefix(1) : sequence, as: UTF8.self)
      .unicodeScalars.first
    if scalar == "\u{FFFD}", !sequence.elementsEqual("\u{FFFD}".utf8) { replacements += 1 }
    start += isBroken ? 1 : length
    if start == bytes.count { (bytes, start) = ([], 0) }
    return scalar
  }
}
