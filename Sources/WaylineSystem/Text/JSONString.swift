/// The strings of JSON, in which nothing acts on a terminal or cannot be seen. Pure.
package enum JSONString {
  /// A text in quotes.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Quotes and escapes a string; what is not ASCII stays as it is, except what a screen would show as
  /// its code point: what is harmful to a terminal, and what cannot be seen.
  package static func append(_ value: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var value = value
    let isPlain = value.withUTF8 { text in
      let isPlain = text.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
      if isPlain { bytes.append(contentsOf: text) }
      return isPlain
    }
    if !isPlain {
      var text = ""
      escape(value, to: &text)
      bytes += text.utf8
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func escape(_ value: String, to text: inout String) {
    let scalars = Array(value.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar.value {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x0A: text += "\\n"
      case 0x09: text += "\\t"
      case _ where SafeText.isHidden(at: index, of: scalars): text += unicodeEscape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// JSON with everything escaped in its strings that a screen would show as its code point.
  package static func harmless(_ json: String) -> String {
    guard !SafeText.isPlain(json) else { return json }
    let scalars = Array(json.unicodeScalars)
    var text = ""
    for (index, scalar) in scalars.enumerated() {
      if SafeText.isHidden(at: index, of: scalars) {
        text += unicodeEscape(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// One escape, or two for a scalar that UTF-16 writes with a pair.
  private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map(unicodeEscape).joined()
  }

  /// The escape of a unit of UTF-16: `\u001b`.
  package static func unicodeEscape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
