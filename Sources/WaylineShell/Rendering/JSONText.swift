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

  /// Quotes and escapes a string; what is not ASCII stays as it is, except what is
  /// harmful to a terminal that it is printed on.
  static func append(_ value: String, to text: inout String) {
    text += "\""
    let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain { text += value } else { escape(value, to: &text) }
    text += "\""
  }

  private static func escape(_ value: String, to text: inout String) {
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x0A: text += "\\n"
      case 0x09: text += "\\t"
      case _ where SafeText.isHarmful(scalar): text += unicodeEscape(scalar.value)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// JSON with everything escaped in its strings that could harm a terminal that it is printed on.
  static func harmless(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: SafeText.isHarmful) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      if SafeText.isHarmful(scalar) {
        text += unicodeEscape(scalar.value)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func unicodeEscape(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
