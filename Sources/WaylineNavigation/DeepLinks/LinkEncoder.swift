import FoundationEssentials

/// Writes a value as words: the case, then one word for each value in the order of declaration.
struct LinkEncoder: Encoder {
  let sink: LinkSink
  let form: LinkForm
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The words of a route.
  static func words<Value: NavigationValue>(
    for value: Value, in sink: LinkSink
  ) throws(LinkError) -> [String] {
    if let word = sink.form.typeWord { sink.append(word) }
    do {
      try value.encode(to: LinkEncoder(sink: sink, form: sink.form))
      return try sink.finish()
    } catch let error as LinkError {
      throw error
    } catch {
      throw .unrepresentable(value: String(describing: value), why: String(describing: error))
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(LinkKeyedEncoder<Key>(sink: sink, form: form))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    LinkListEncoder(sink: sink.openList())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    sink.isPlain = false
    return LinkValueEncoder(sink: sink)
  }
}

/// The words written so far; a list is one word, made when everything in it is known.
final class LinkSink {
  /// The form of the type whose value is written.
  let form: LinkForm
  /// True if nothing was written but the name of one case and plain values.
  var isPlain = true

  private var words: [String] = []
  /// A text that no command line can hold.
  private var untypable: String?
  /// The lists, by the positions of their words.
  private var lists: [(position: Int, list: LinkSink)] = []
  private var opened: PlainCase?

  init(_ form: LinkForm) {
    self.form = form
    words.reserveCapacity(8)
  }

  /// The case that was written, if it was one with plain values.
  var plainCase: PlainCase? { isPlain ? opened : nil }

  func append(_ word: String) {
    words.append(word)
  }

  func append(text: String) {
    if LinkText.hasNUL(text) { untypable = untypable ?? text }
    words.append(LinkText.escape(text))
  }

  /// Begins the values of a case.
  func open(_ name: String, _ outer: any CodingKey.Type, _ inner: any CodingKey.Type) {
    if opened == nil {
      opened = PlainCase(outer: outer, inner: inner, name: name)
    } else {
      isPlain = false
    }
  }

  func openList() -> LinkSink {
    isPlain = false
    let list = LinkSink(form)
    lists.append((words.count, list))
    words.append("")
    return list
  }

  /// Writes one value of any type.
  func append<Value: Encodable>(_ value: Value) throws {
    isPlain = false
    if let text = Self.text(of: value) { return append(text: text) }
    try value.encode(to: LinkEncoder(sink: self, form: .of(Value.self)))
  }

  /// The text of a value whose own coding is not for people; nil for every other.
  private static func text<Value>(of value: Value) -> String? {
    // NB: comparing types is many times cheaper than casting, and most values are none of these.
    switch Value.self {
    case is String.Type: value as? String
    case is Date.Type: (value as? Date).map(LinkText.date)
    case is URL.Type: (value as? URL)?.absoluteString
    case is Data.Type: (value as? Data)?.base64EncodedString()
    case is Decimal.Type: (value as? Decimal)?.description
    default: nil
    }
  }

  /// All words; a nil at the end is left out, because reading finds it again.
  func finish() throws -> [String] {
    var words = try flat()
    while words.last == LinkText.none { words.removeLast() }
    return words
  }

  private func flat() throws -> [String] {
    if let untypable {
      throw LinkError.unrepresentable(value: untypable, why: "a NUL character cannot be typed")
    }
    for (position, list) in lists { words[position] = try list.joined() }
    return words
  }

  private func joined() throws -> String {
    let words = try flat()
    if words.isEmpty { return LinkText.emptyList }
    // NB: an array that holds nothing but a nil must not look like nil itself.
    if words == [LinkText.none] { return "%2D" }
    return words.map(PercentText.encodeElement).joined(separator: ",")
  }
}

/// Writes the cases of an enum, or the fields of a struct.
struct LinkKeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sink: LinkSink
  let form: LinkForm
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    sink.isPlain = false
    sink.append(LinkText.none)
  }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try sink.append(value) }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    sink.isPlain = false
    if let value { try sink.append(value) } else { sink.append(LinkText.none) }
  }

  /// A case with its values: the synthesised shape of an enum.
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    sink.open(key.stringValue, Key.self, Nested.self)
    sink.append(text: form.names.word(for: key.stringValue))
    return KeyedEncodingContainer(LinkKeyedEncoder<Nested>(sink: sink, form: .nameless))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    LinkListEncoder(sink: sink.openList())
  }

  func superEncoder() -> any Encoder {
    sink.isPlain = false
    return LinkEncoder(sink: sink, form: form)
  }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

/// Writes the elements of an array into one word.
struct LinkListEncoder: UnkeyedEncodingContainer {
  let sink: LinkSink
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(sink: LinkSink) { self.sink = sink }

  mutating func encodeNil() {
    count += 1
    sink.append(LinkText.none)
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    count += 1
    try sink.append(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    count += 1
    sink.isPlain = false
    return KeyedEncodingContainer(LinkKeyedEncoder<Nested>(sink: sink, form: .nameless))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    count += 1
    return LinkListEncoder(sink: sink.openList())
  }

  mutating func superEncoder() -> any Encoder { LinkEncoder(sink: sink, form: .nameless) }
}

/// Writes a value that is one word by itself.
struct LinkValueEncoder: SingleValueEncodingContainer {
  let sink: LinkSink
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { sink.append(LinkText.none) }
  func encode<Value: Encodable>(_ value: Value) throws { try sink.append(value) }
}

/// One word for each kind of number, which `Encoder` asks for by name.
extension LinkKeyedEncoder {
  func encode(_ value: Bool, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: String, forKey key: Key) { sink.append(text: value) }
  func encode(_ value: Double, forKey key: Key) { sink.append(number: value) }
  func encode(_ value: Float, forKey key: Key) { sink.append(number: value) }
  func encode(_ value: Int, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: Int8, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: Int16, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: Int32, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: Int64, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: UInt, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: UInt8, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: UInt16, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: UInt32, forKey key: Key) { sink.append(String(value)) }
  func encode(_ value: UInt64, forKey key: Key) { sink.append(String(value)) }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: String?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) { sink.appendIfPresent(value) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) { sink.appendIfPresent(value) }
}

extension LinkValueEncoder {
  func encode(_ value: Bool) { sink.append(String(value)) }
  func encode(_ value: String) { sink.append(text: value) }
  func encode(_ value: Double) { sink.append(String(value)) }
  func encode(_ value: Float) { sink.append(String(value)) }
  func encode(_ value: Int) { sink.append(String(value)) }
  func encode(_ value: Int8) { sink.append(String(value)) }
  func encode(_ value: Int16) { sink.append(String(value)) }
  func encode(_ value: Int32) { sink.append(String(value)) }
  func encode(_ value: Int64) { sink.append(String(value)) }
  func encode(_ value: UInt) { sink.append(String(value)) }
  func encode(_ value: UInt8) { sink.append(String(value)) }
  func encode(_ value: UInt16) { sink.append(String(value)) }
  func encode(_ value: UInt32) { sink.append(String(value)) }
  func encode(_ value: UInt64) { sink.append(String(value)) }
}

extension LinkSink {
  /// A number of floating point; the one that is not equal to itself is not plain.
  fileprivate func append(number: some BinaryFloatingPoint & LosslessStringConvertible) {
    if number.isNaN { isPlain = false }
    append(String(number))
  }

  fileprivate func appendIfPresent(_ value: (some LosslessStringConvertible)?) {
    isPlain = false
    guard let value else { return append(LinkText.none) }
    if let text = value as? String { append(text: text) } else { append(String(value)) }
  }
}
