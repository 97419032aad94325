/// Text from people and files, made safe to print in a message.
///
/// What would move the cursor, ring, recolour or reorder is shown instead of sent: C0 and DEL by
/// their control pictures, C1 and bidirectional controls by their numbers.
package enum VisibleText {
  /// The text with its control characters made visible. Newlines stay where they may.
  package static func of(_ text: String, keepingNewlines: Bool = false) -> String {
    var text = text
    let isPlain = text.withUTF8 { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
    if isPlain { return text }
    var visible = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n", keepingNewlines {
        visible.append(scalar)
      } else {
        visible.append(contentsOf: shown(scalar))
      }
    }
    return String(visible)
  }

  private static func shown(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    switch scalar.value {
    case 0x0A: "\u{2424}".unicodeScalars
    case 0x7F: "\u{2421}".unicodeScalars
    case 0..<0x20: picture(scalar.value).unicodeScalars
    case 0x80..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
      "<U+\(padded(scalar.value))>".unicodeScalars
    default: String(scalar).unicodeScalars
    }
  }

  /// NB: every value up to 0x2400 + 0x1F is a scalar; the fallback is never taken.
  private static func picture(_ value: UInt32) -> String {
    String(Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}")
  }

  private static func padded(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
