import WaylineSystem
import WaylineViews

/// Writes JSON (RFC 8259) without building it first. The order of keys is the order of the calls.
///
/// The bytes are collected and become a text once: appending to a text costs several times as much.
struct JSONText {
  private var bytes: [UInt8] = []
  private var needsComma = false

  init() { bytes.reserveCapacity(256) }

  /// The JSON that was written so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func object(_ content: (inout JSONText) -> Void) {
    begin()
    nest("{", "}", content)
  }

  mutating func array(_ key: StaticString, _ content: (inout JSONText) -> Void) {
    begin(key)
    nest("[", "]", content)
  }

  mutating func strings(_ key: StaticString, _ values: [String]) {
    array(key) { json in
      for value in values { json.string(value) }
    }
  }

  mutating func string(_ value: String) {
    begin()
    Self.append(value, to: &bytes)
  }

  mutating func field(_ key: StaticString, _ value: String) {
    begin(key)
    Self.append(value, to: &bytes)
  }

  /// A field whose value needs no escapes.
  mutating func field(_ key: StaticString, _ value: StaticString) {
    begin(key)
    bytes.append(UInt8(ascii: "\""))
    add(value)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func field(_ key: StaticString, _ value: Int) {
    begin(key)
    bytes += String(value).utf8
  }

  /// A field with a number; one that JSON cannot have is null.
  mutating func field(_ key: StaticString, _ value: Double) {
    guard value.isFinite else { return null(key) }
    begin(key)
    let isWhole = value == value.rounded() && abs(value) < 1e15
    bytes += (isWhole ? String(Int64(value)) : "\(value)").utf8
  }

  mutating func field(_ key: StaticString, _ value: Bool) {
    begin(key)
    add(value ? "true" : "false")
  }

  /// A field whose value is JSON already, in one line; what is harmful in its strings is escaped.
  mutating func field(_ key: StaticString, encoded value: String) {
    begin(key)
    bytes += Self.harmless(value).utf8
  }

  /// An element of an array that is JSON already, made by a text of this kind.
  mutating func encoded(_ value: String) {
    begin()
    bytes += value.utf8
  }

  mutating func null(_ key: StaticString) {
    begin(key)
    add("null")
  }

  /// Ends a line; the next value stands on its own.
  mutating func endLine() {
    add("\n")
    needsComma = false
  }

  private mutating func nest(
    _ opening: StaticString, _ closing: StaticString, _ content: (inout JSONText) -> Void
  ) {
    add(opening)
    needsComma = false
    content(&self)
    add(closing)
    needsComma = true
  }

  private mutating func begin() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func begin(_ key: StaticString) {
    begin()
    bytes.append(UInt8(ascii: "\""))
    add(key)
    add("\":")
  }

  private mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Quotes and escapes a string; what is not ASCII stays as it is, except what a screen would show as
  /// its code point: what is harmful to a terminal, and what cannot be seen.
  static func append(_ value: String, to bytes: inout [UInt8]) {
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
