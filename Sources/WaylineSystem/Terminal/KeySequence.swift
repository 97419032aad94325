/// A key of a terminal that is no single character.
package enum TerminalKey: Hashable, Sendable {
  /// The arrow keys.
  case up, down, left, right
  /// The arrow keys to the left and right with a modifier such as Ctrl.
  case previousWord, nextWord
  /// The keys that move to the beginning and to the end.
  case home, end
  /// The keys that move by a page.
  case pageUp, pageDown
  /// The key that deletes forwards.
  case delete
  /// Tab with Shift.
  case backTab
  /// A character of the number pad, or its Enter as a line feed.
  case character(UInt8)
  /// Alt with a character.
  case alt(UInt8)
  /// The mark before a pasted text, in a terminal that marks what is pasted.
  case pasteBegin
}

/// The bytes of a key that is no character, such as `ESC [ 1 ; 5 D` for Ctrl-Left. Pure.
///
/// Terminals send keys in several forms, and the description of a terminal has one of each at most, or none.
/// So all forms are read here. Whatever else has the form of a key means nothing: a key never enters its
/// bytes.
///
/// Sources: ECMA-48, section 5.4; "PC-Style Function Keys" and "VT220-Style Function Keys" in xterm's "Control
/// Sequences"; console_codes(4) of Linux; the terminfo descriptions of rxvt.
package enum KeySequence: Hashable {
  /// A key of so many bytes; nil for one that means nothing.
  case key(count: Int, key: TerminalKey?)
  /// The beginning of a key, or the key Esc.
  case unfinished

  /// The byte with which keys begin.
  package static let escape: UInt8 = 0x1B

  /// The most bytes of a key; more of them are none.
  private static let limit = 32

  /// Reads the key at the front of bytes, of which the first is an escape.
  package init(_ bytes: ArraySlice<UInt8>) {
    let rest = bytes.dropFirst()
    switch rest.first {
    case nil: self = .unfinished
    case UInt8(ascii: "["): self = Self.control(Array(rest.dropFirst().prefix(Self.limit)))
    case UInt8(ascii: "O"): self = Self.single(Array(rest.dropFirst().prefix(Self.limit)))
    // The key Esc, or Alt with a key that begins with an escape itself, or with a character of several bytes.
    case let next? where next == Self.escape || next >= 0x80: self = .key(count: 1, key: nil)
    case let next?: self = .key(count: 2, key: .alt(next))
    }
  }

  /// A control sequence: parameters, intermediate bytes, and a final byte.
  private static func control(_ bytes: [UInt8]) -> KeySequence {
    // The console of Linux: ESC [ [ A for F1.
    if bytes.first == UInt8(ascii: "[") {
      return bytes.count > 1 ? .key(count: 4, key: nil) : .unfinished
    }
    let parameters = bytes.prefix { (0x30...0x3F).contains($0) }
    let between = bytes.dropFirst(parameters.count).prefix { (0x20...0x2F).contains($0) }
    let length = parameters.count + between.count
    // With Shift in rxvt: ESC [ 3 $.
    if between.elementsEqual([UInt8(ascii: "$")]) { return .key(count: 2 + length, key: nil) }
    guard length < bytes.count else {
      return bytes.count < limit ? .unfinished : .key(count: 2 + length, key: nil)
    }
    // A byte that cannot stand there does not belong to the key, which is none then.
    guard (0x40...0x7E).contains(bytes[length]) else {
      return .key(count: 2 + length, key: nil)
    }
    guard between.isEmpty, parameters.allSatisfy({ $0 <= UInt8(ascii: ";") }) else {
      return .key(count: 3 + length, key: nil)
    }
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 1 }
    let hasModifier = numbers.count > 1 && numbers[1] > 1
    // With Shift in rxvt: ESC [ a. An answer of the terminal ends with small letters too, but has numbers.
    let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(bytes[length])
    let final = isSmall && parameters.isEmpty ? bytes[length] - 0x20 : bytes[length]
    return .key(count: 3 + length, key: key(of: final, numbers.first ?? 1, hasModifier))
  }

  /// A key of the form `ESC O A`: in the mode for applications, and the number pad.
  private static func single(_ bytes: [UInt8]) -> KeySequence {
    let numbers = bytes.prefix { (0x30...0x3B).contains($0) }
    guard numbers.count < bytes.count else {
      return bytes.count < limit ? .unfinished : .key(count: 2 + numbers.count, key: nil)
    }
    let final = bytes[numbers.count]
    guard (0x40...0x7E).contains(final) else { return .key(count: 2 + numbers.count, key: nil) }
    let count = 3 + numbers.count
    switch final {
    // Of rxvt, with Ctrl.
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return .key(count: count, key: key(of: final - 0x20, 1, true))
    case UInt8(ascii: "M"): return .key(count: count, key: .character(0x0A))
    case UInt8(ascii: "X"): return .key(count: count, key: .character(UInt8(ascii: "=")))
    // The number pad: `j` for `*` up to `y` for `9`.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      return .key(count: count, key: .character(final - UInt8(ascii: "j") + UInt8(ascii: "*")))
    default: return .key(count: count, key: key(of: final, 1, !numbers.isEmpty))
    }
  }

  /// The key of a final byte, and of a number where that is `~`.
  private static func key(
    of final: UInt8, _ number: Int, _ hasModifier: Bool
  ) -> TerminalKey? {
    switch (final, number) {
    case (UInt8(ascii: "A"), _): .up
    case (UInt8(ascii: "B"), _): .down
    case (UInt8(ascii: "C"), _): hasModifier ? .nextWord : .right
    case (UInt8(ascii: "D"), _): hasModifier ? .previousWord : .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): .home
    case (UInt8(ascii: "Z"), _): .backTab
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): .end
    case (UInt8(ascii: "~"), 3): .delete
    case (UInt8(ascii: "~"), 5): .pageUp
    case (UInt8(ascii: "~"), 6): .pageDown
    case (UInt8(ascii: "~"), 200): .pasteBegin
    default: nil
    }
  }

  /// A line without the keys in it that are no characters.
  package static func removed(from line: String) -> String {
    guard line.utf8.contains(escape) else { return line }
    var text = [UInt8]()
    Array(line.utf8).withUnsafeBytes { removeKeys(in: $0) { text.append($0) } }
    return String(decoding: text, as: UTF8.self)
  }

  /// Calls a closure with the bytes of a line that are not part of such keys.
  package static func removeKeys(in line: UnsafeRawBufferPointer, _ keep: (UInt8) -> Void) {
    var rest = line[...]
    while let first = rest.first {
      if first != escape {
        keep(first)
        rest = rest.dropFirst()
      } else if let count = lengthOfKey(rest) {
        rest = rest.dropFirst(count)
      } else {
        return
      }
    }
  }

  /// The length of the key at the front; nil for the beginning of one. What follows the key, which may be a
  /// secret, is not copied.
  private static func lengthOfKey(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    for length in 1...limit + 2 where length <= bytes.count {
      if case .key(let count, _) = KeySequence(Array(bytes.prefix(length))[...]) { return count }
    }
    return nil
  }
}
