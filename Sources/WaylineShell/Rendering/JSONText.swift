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
    JSONString.append(value, to: &bytes)
  }

  mutating func field(_ key: StaticString, _ value: String) {
    begin(key)
    JSONString.append(value, to: &bytes)
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
    bytes += JSONString.harmless(value).utf8
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
}
