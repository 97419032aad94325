import WaylineSystem

/// A key that was pressed during a question.
package enum QuestionKey: Hashable, Sendable {
  /// A character, also a blank.
  case character(Character)
  /// A key that is no character.
  case key(TerminalKey)
  /// The keys with a name of their own.
  case enter, escape, tab, backspace
  /// ^W, ^U and ^K, which delete a word, everything before the cursor, and everything behind it.
  case deleteWord, deleteBefore, deleteBehind
  /// ^L, which draws the question anew.
  case redraw
  /// ^C, ^D and ^Z.
  case interrupt, endOfInput, stop
  /// A text that was pasted.
  case paste(String)
}

/// The keys in the bytes of a terminal that passes on every byte. Pure.
package struct KeyReader: Hashable, Sendable {
  /// The bytes that are the beginning of a key.
  private var bytes: [UInt8] = []
  /// The bytes of an open paste.
  private var pasted: [UInt8]?

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Creates a reader without bytes.
  package init() {}

  /// True if an escape waits alone: the key Esc, unless the rest of another key comes at once.
  package var mayBeEscape: Bool { pasted == nil && bytes == [KeySequence.escape] }

  /// Takes the escape that waits as the key Esc.
  package mutating func takeEscape() -> QuestionKey {
    bytes = []
    return .escape
  }

  /// Takes a byte. Returns the key that it ends; nil if more bytes belong to the key, or it means nothing.
  package mutating func take(_ byte: UInt8) -> QuestionKey? {
    if pasted != nil { return takePasted(byte) }
    bytes.append(byte)
    if bytes[0] == KeySequence.escape { return takeSequence() }
    let length = bytes[0] < 0xC0 ? 1 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4
    if bytes.count > 1, byte & 0xC0 != 0x80 {
      bytes = []
      return take(byte)
    }
    guard bytes.count >= length else { return nil }
    defer { bytes = [] }
    return length == 1
      ? Self.key(bytes[0])
      : String(validating: bytes, as: UTF8.self)?.first.map(QuestionKey.character)
  }

  private mutating func takeSequence() -> QuestionKey? {
    guard case .key(let count, let key) = KeySequence(bytes[...]) else { return nil }
    if key == .pasteBegin { pasted = [] }
    let rest = bytes.dropFirst(count)
    bytes = []
    var next: QuestionKey? = key.flatMap(Self.key)
    for byte in rest { next = take(byte) ?? next }
    return next
  }

  private mutating func takePasted(_ byte: UInt8) -> QuestionKey? {
    pasted?.append(byte)
    guard byte == UInt8(ascii: "~"), let all = pasted, all.suffix(6) == Self.pasteEnd[...] else {
      return nil
    }
    pasted = nil
    return .paste(String(decoding: all.dropLast(6), as: UTF8.self))
  }

  private static func key(_ key: TerminalKey) -> QuestionKey? {
    switch key {
    case .character(0x0A): .enter
    case .character(let byte): .character(Character(Unicode.Scalar(byte)))
    case .alt(UInt8(ascii: "b")): .key(.previousWord)
    case .alt(UInt8(ascii: "f")): .key(.nextWord)
    case .alt(0x7F): .deleteWord
    case .alt, .pasteBegin: nil
    default: .key(key)
    }
  }

  /// The key of a single byte.
  private static func key(_ byte: UInt8) -> QuestionKey? {
    switch byte {
    case 0x01: .key(.home)
    case 0x02: .key(.left)
    case 0x03: .interrupt
    case 0x04: .endOfInput
    case 0x05: .key(.end)
    case 0x06: .key(.right)
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x0B: .deleteBehind
    case 0x0C: .redraw
    case 0x0E: .key(.down)
    case 0x10: .key(.up)
    case 0x15: .deleteBefore
    case 0x17: .deleteWord
    case 0x1A: .stop
    case 0x20...0x7E: .character(Character(Unicode.Scalar(byte)))
    default: nil
    }
  }
}
