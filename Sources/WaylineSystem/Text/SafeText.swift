/// Makes data fit to be shown: control bytes become visible where text enters the screen.
///
/// C0 controls and DEL show as their control pictures, C1 controls and characters that change the
/// reading direction as their code point, as do characters without a shape, such as U+200B, where they
/// change nothing (``InvisibleCharacter``): two labels that look the same are the same. A byte of a path that
/// is not UTF-8 (`SystemText`) shows as `\xFF`. Nothing is
/// dropped but U+FE0F after a character that is an emoji without it. Source: Unicode control pictures (U+2400) and UAX #9 for the direction characters.
package enum SafeText {
  /// The lines of a text; only `Text` may have more than one.
  ///
  /// - Complexity: O(bytes); a text without controls is returned as it is.
  package static func lines(of text: String) -> [String] {
    guard needsCare(text) else { return [text] }
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isPlainNewline)
    return parts.map { visible(String($0)) }
  }

  /// The text on one line; a newline shows as `␤`.
  package static func line(of text: String) -> String {
    needsCare(text) ? visible(text) : text
  }

  /// The label of an element: on one line, with plain blanks, and none at its ends.
  ///
  /// Blanks of other kinds, such as U+00A0, look the same. A label of blanks shows their code points.
  package static func label(of text: String) -> String {
    if isPlainLabel(text) { return text }
    let line = line(of: text)
    guard hasUnusualBlanks(line) else { return line }
    let plain = String(String.UnicodeScalarView(line.unicodeScalars.map { isBlank($0) ? " " : $0 }))
    let label = plain.split(separator: " ", omittingEmptySubsequences: false)
      .trimmingEmptyEnds().joined(separator: " ")
    return label.isEmpty ? line.unicodeScalars.map(codePoint).joined() : label
  }

  /// True if a text begins or ends with a blank, or has one that is no space.
  private static func hasUnusualBlanks(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    if first == 0x20 || last == 0x20 { return true }
    return text.utf8.contains { $0 > 0x7F }
      && text.unicodeScalars.contains { $0 != " " && isBlank($0) }
  }

  /// True for all that is printed as an empty place; U+2800 is the empty pattern of Braille.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x7F
      ? scalar.properties.isWhitespace || scalar.value == 0x2800 : scalar.value == 0x20
  }

  /// True if a line resembles an element, a prompt or a place line of the shell.
  ///
  /// Characters that take no room are looked through. A place is known by the `›` between its
  /// titles, at any position. A line that begins with a blank is none of them.
  ///
  /// - Complexity: O(bytes), quickly for most lines.
  package static func posesAsShell(_ line: String) -> Bool {
    guard mayPoseAsShell(line) else { return false }
    let visible = line.unicodeScalars.drop { DisplayWidth.of($0) == 0 }
    switch visible.first {
    case ">": return true
    case " ": return false
    case "[" where isElementNumber(visible.dropFirst()): return true
    default: return visible.contains("›") || isModalHeading(visible)
    }
  }

  /// True if the bytes leave it open; most lines are plain text and are done here.
  private static func mayPoseAsShell(_ line: String) -> Bool {
    var line = line
    return line.withUTF8 { bytes in
      guard let first = bytes.first else { return false }
      return switch first {
      case UInt8(ascii: "["), UInt8(ascii: ">"): true
      case 0x20..<0x7F:
        bytes.count > 5 && bytes[5] == UInt8(ascii: ":")
          || !isPrintableASCII(bytes) && bytes.contains(0xE2)
      default: true
      }
    }
  }

  private static func isElementNumber(_ text: Substring.UnicodeScalarView) -> Bool {
    let rest = text.drop { ("0"..."9").contains($0) }
    return rest.first == "]" && rest.startIndex > text.startIndex
  }

  private static func isModalHeading(_ text: Substring.UnicodeScalarView) -> Bool {
    ["Sheet:", "Cover:", "Alert:"].contains { text.starts(with: $0.unicodeScalars) }
  }

  /// True if the scalar at an index is not shown as it is.
  package static func isHidden(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    let scalar = scalars[index]
    return isHarmful(scalar)
      || InvisibleCharacter.contains(scalar)
        && !InvisibleCharacter.hasEffect(at: index, of: scalars)
  }

  /// True if the text is one line that is shown unchanged; false where that needs a full check.
  package static func isPlain(_ text: String) -> Bool { !needsCare(text) }

  /// True if the text is a label that is shown unchanged; false where that needs a full check.
  package static func isPlainLabel(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.first != 0x20 && bytes.last != 0x20 && isPrintableASCII(bytes)
    }
  }

  /// True if a byte may begin something that must be made visible.
  private static func needsCare(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      !isPrintableASCII(bytes)
        && bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 > 0x7F && mayBegin($0) }
    }
  }

  /// True if all bytes are those of printable characters, looked at eight at a time.
  private static func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = 0
    while offset + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      // The high bit of a byte is set: by itself, by subtracting a blank from less than that, or by
      // adding one to a delete.
      let control = (word &- 0x2020_2020_2020_2020) & ~word
      let delete = word &+ 0x0101_0101_0101_0101
      if (word | control | delete) & 0x8080_8080_8080_8080 != 0 { return false }
      offset += 8
    }
    while offset < raw.count {
      guard (0x20..<0x7F).contains(raw[offset]) else { return false }
      offset += 1
    }
    return true
  }

  /// True if a byte begins the UTF-8 of a character that may have to be made visible.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0, 0xF3, 0xF4: true
    default: false
    }
  }

  private static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isHarmful($0) || InvisibleCharacter.contains($0) })
    else { return text }
    let scalars = Array(withoutRepeatedForms(text).unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      if isHidden(at: index, of: scalars) {
        result += picture(of: scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text without each U+FE0F after a character that is an emoji without it.
  package static func withoutRepeatedForms(_ text: String) -> String {
    guard text.utf8.contains(0xEF) else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for index in scalars.indices where !InvisibleCharacter.isRepetition(at: index, of: scalars) {
      result.append(scalars[index])
    }
    return String(result)
  }

  /// True if a terminal, or a reader, would take the character for something else than text.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case 0x10FF80...0x10FFFF: true
    default: false
    }
  }

  private static func picture(of scalar: Unicode.Scalar) -> String {
    if let byte = SystemText.byte(of: scalar) { return "\\x\(hexadecimal(UInt32(byte)).suffix(2))" }
    return switch scalar.value {
    case 0x0A: "␤"
    case 0...0x1F: String(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
    case 0x7F: "␡"
    default: codePoint(scalar)
    }
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    "<U+\(hexadecimal(scalar.value))>"
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension [Substring] {
  /// The parts between the first and the last that are not empty.
  fileprivate func trimmingEmptyEnds() -> ArraySlice<Substring> {
    guard let first = firstIndex(where: { !$0.isEmpty }),
      let last = lastIndex(where: { !$0.isEmpty })
    else { return [] }
    return self[first...last]
  }
}

extension Character {
  fileprivate var isPlainNewline: Bool { self == "\n" || self == "\r\n" }
}
