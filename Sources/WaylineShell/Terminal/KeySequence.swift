/// The bytes of a key that is no character, such as `ESC [ 1 ; 5 D` for Ctrl-Left. Pure.
///
/// Terminals send keys in several forms, and the description of a terminal has one of each at most, or none.
/// So all forms are read here, and the editor gets the few keys that it needs. Whatever else has the form of a
/// key does nothing: a key never enters its bytes.
///
/// Sources: ECMA-48, section 5.4; "PC-Style Function Keys" and "VT220-Style Function Keys" in xterm's "Control
/// Sequences"; console_codes(4) of Linux; the terminfo descriptions of rxvt.
enum KeySequence: Hashable {
  /// A key of so many bytes, with the bytes that mean it for the editor; none if it means nothing.
  case key(count: Int, meaning: [UInt8])
  /// The beginning of a key, or the key Esc.
  case unfinished

  /// The byte with which keys begin.
  static let escape: UInt8 = 0x1B

  /// The most bytes of a key; more of them are none.
  private static let limit = 32

  /// Reads the key at the front of bytes, of which the first is an escape.
  init(_ bytes: ArraySlice<UInt8>) {
    let rest = bytes.dropFirst()
    switch rest.first {
    case nil: self = .unfinished
    case UInt8(ascii: "["): self = Self.control(Array(rest.dropFirst().prefix(Self.limit)))
    case UInt8(ascii: "O"): self = Self.single(Array(rest.dropFirst().prefix(Self.limit)))
    // The key Esc, or Alt with a key that begins with an escape itself, or with a character of several bytes.
    case let next? where next == Self.escape || next >= 0x80: self = .key(count: 1, meaning: [])
    case let next?: self = .key(count: 2, meaning: [Self.escape, next])
    }
  }

  /// A control sequence: parameters, intermediate bytes, and a final byte.
  private static func control(_ bytes: [UInt8]) -> KeySequence {
    // The console of Linux: ESC [ [ A for F1.
    if bytes.first == UInt8(ascii: "[") {
      return bytes.count > 1 ? .key(count: 4, meaning: []) : .unfinished
    }
    let parameters = bytes.prefix { (0x30...0x3F).contains($0) }
    let between = bytes.dropFirst(parameters.count).prefix { (0x20...0x2F).contains($0) }
    let length = parameters.count + between.count
    // With Shift in rxvt: ESC [ 3 $.
    if between.elementsEqual([UInt8(ascii: "$")]) { return .key(count: 2 + length, meaning: []) }
    guard length < bytes.count else {
      return bytes.count < limit ? .unfinished : .key(count: 2 + length, meaning: [])
    }
    // A byte that cannot stand there does not belong to the key, which is none then.
    guard (0x40...0x7E).contains(bytes[length]) else {
      return .key(count: 2 + length, meaning: [])
    }
    guard between.isEmpty, parameters.allSatisfy({ $0 <= UInt8(ascii: ";") }) else {
      return .key(count: 3 + length, meaning: [])
    }
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 1 }
    let hasModifier = numbers.count > 1 && numbers[1] > 1
    // With Shift in rxvt: ESC [ a. An answer of the terminal ends with small letters too, but has numbers.
    let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(bytes[length])
    let final = isSmall && parameters.isEmpty ? bytes[length] - 0x20 : bytes[length]
    return .key(count: 3 + length, meaning: meaning(of: final, numbers.first ?? 1, hasModifier))
  }

  /// A key of the form `ESC O A`: in the mode for applications, and the number pad.
  private static func single(_ bytes: [UInt8]) -> KeySequence {
    let numbers = bytes.prefix { (0x30...0x3B).contains($0) }
    guard numbers.count < bytes.count else {
      return bytes.count < limit ? .unfinished : .key(count: 2 + numbers.count, meaning: [])
    }
    let final = bytes[numbers.count]
    guard (0x40...0x7E).contains(final) else { return .key(count: 2 + numbers.count, meaning: []) }
    let count = 3 + numbers.count
    switch final {
    // Of rxvt, with Ctrl.
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return .key(count: count, meaning: meaning(of: final - 0x20, 1, true))
    case UInt8(ascii: "M"): return .key(count: count, meaning: [0x0A])
    case UInt8(ascii: "X"): return .key(count: count, meaning: [UInt8(ascii: "=")])
    // The number pad: `j` for `*` up to `y` for `9`.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      return .key(count: count, meaning: [final - UInt8(ascii: "j") + UInt8(ascii: "*")])
    default: return .key(count: count, meaning: meaning(of: final, 1, !numbers.isEmpty))
    }
  }

  /// The meaning of a key by its final byte, and by its number where that is `~`.
  private static func meaning(of final: UInt8, _ number: Int, _ hasModifier: Bool) -> [UInt8] {
    switch (final, number) {
    case (UInt8(ascii: "A"), _): Editing.earlier
    case (UInt8(ascii: "B"), _): Editing.later
    case (UInt8(ascii: "C"), _): hasModifier ? Editing.nextWord : Editing.right
    case (UInt8(ascii: "D"), _): hasModifier ? Editing.previousWord : Editing.left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), 1), (UInt8(ascii: "~"), 7): Editing.beginning
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), 4), (UInt8(ascii: "~"), 8): Editing.end
    case (UInt8(ascii: "~"), 3): Editing.delete
    default: []
    }
  }

  /// The keys of the editor, which libedit has in its mode "emacs".
  enum Editing {
    static let (beginning, end): ([UInt8], [UInt8]) = ([0x01], [0x05])
    static let (left, right): ([UInt8], [UInt8]) = ([0x02], [0x06])
    static let (earlier, later): ([UInt8], [UInt8]) = ([0x10], [0x0E])
    static let previousWord = Array("\u{1B}b".utf8)
    static let nextWord = Array("\u{1B}f".utf8)
    /// Not ^D, which ends the input at an empty line.
    static let delete = Array("\u{1B}[3~".utf8)
    /// ^P, ^N and ^R bring earlier lines.
    static let history: Set<Unicode.Scalar> = ["\u{10}", "\u{E}", "\u{12}"]
  }

  /// A line without the keys in it that are no characters.
  static func removed(from line: String) -> String {
    guard line.utf8.contains(escape) else { return line }
    var text = [UInt8]()
    Array(line.utf8).withUnsafeBytes { removeKeys(in: $0) { text.append($0) } }
    return String(decoding: text, as: UTF8.self)
  }

  /// Calls a closure with the bytes of a line that are not part of such keys.
  static func removeKeys(in line: UnsafeRawBufferPointer, _ keep: (UInt8) -> Void) {
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
