import WaylineViews

/// Writes JSON (RFC 8259) without building it first. The order of keys is the order of the calls.
struct JSONText {
  private(set) var text: String
  private var needsComma = false

  init(continuing text: String = "") {
    self.text = text
  }

  mutating func object(_ key: String? = nil, _ content: (inout JSONText) -> Void) {
    nest(key, "{", "}", content)
  }

  mutating func array(_ key: String, _ content: (inout JSONText) -> Void) {
    nest(key, "[", "]", content)
  }

  mutating func strings(_ key: String, _ values: [String]) {
    array(key) { json in
      for value in values { json.string(value) }
    }
  }

  mutating func string(_ value: String) {
    begin(nil)
    Self.append(value, to: &text)
  }

  mutating func field(_ key: String, _ value: String) {
    begin(key)
    Self.append(value, to: &text)
  }

  mutating func field(_ key: String, _ value: Int) {
    begin(key)
    text += String(value)
  }

  mutating func field(_ key: String, _ value: Bool) {
    begin(key)
    text += value ? "true" : "false"
  }

  /// A field whose value is JSON already, in one line; what is harmful in its strings is escaped.
  mutating func field(_ key: String, encoded value: String) {
    begin(key)
    text += Self.harmless(value)
  }

  mutating func null(_ key: String) {
    begin(key)
    text += "null"
  }

  private mutating func nest(
    _ key: String?, _ opening: String, _ closing: String, _ content: (inout JSONText) -> Void
  ) {
    begin(key)
    text += opening
    needsComma = false
    content(&self)
    text += closing
    needsComma = true
  }

  private mutating func begin(_ key: String?) {
    if needsComma { text += "," }
    needsComma = true
    guard let key else { return }
    text += "\"\(key)\":"
  }

  /// Quotes and escapes a string; what is not ASCII stays as it is, except what a screen would show as
  /// its code point: what is harmful to a terminal, and what cannot be seen.
  static func append(_ value: String, to text: inout String) {
    text += "\""
    let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain { text += value } else { escape(value, to: &text) }
    text += "\""
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
  static func harmless(_ json: String) -> String {
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
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
