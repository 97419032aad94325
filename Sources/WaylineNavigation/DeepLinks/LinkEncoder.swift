import FoundationEssentials

/// Writes a value as words: the case, then one word for each value in the order of declaration.
struct LinkEncoder: Encoder {
  let sink: LinkSink
  let names: LinkNames
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The words of a route.
  static func words<Value: NavigationValue>(for value: Value) throws(LinkError) -> [String] {
    let (sink, names) = (LinkSink(), LinkNames.of(Value.self))
    if let word = LinkShape.typeWord(of: Value.self, names) { sink.append(word) }
    do {
      try value.encode(to: LinkEncoder(sink: sink, names: names))
      return try sink.finish()
    } catch let error as LinkError {
      throw error
    } catch {
      throw .unrepresentable(value: String(describing: value), why: String(describing: error))
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(LinkKeyedEncoder<Key>(sink: sink, names: names))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    LinkListEncoder(sink: sink.openList())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    LinkValueEncoder(sink: sink)
  }
}

/// The words written so far; a list is one word, made when everything in it is known.
final class LinkSink {
  private enum Piece {
    case word(String)
    case list(LinkSink)
  }

  private var pieces: [Piece] = []

  func append(_ word: String) {
    pieces.append(.word(word))
  }

  func append(text: String) {
    append(LinkText.escape(text))
  }

  func openList() -> LinkSink {
    let list = LinkSink()
    pieces.append(.list(list))
    return list
  }

  /// Writes one value of any type.
  func append<Value: Encodable>(_ value: Value) throws {
    if let text = Self.text(of: value) { return append(text: text) }
    try value.encode(to: LinkEncoder(sink: self, names: LinkNames.of(Value.self)))
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
    try pieces.map { piece in
      switch piece {
      case .list(let list): return try list.joined()
      case .word(let word) where word.utf8.contains(0):
        throw LinkError.unrepresentable(value: word, why: "a NUL character cannot be typed")
      case .word(let word): return word
      }
    }
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
  let names: LinkNames
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { sink.append(LinkText.none) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try sink.append(value) }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { try sink.append(value) } else { sink.append(LinkText.none) }
  }

  /// A case with its values: the synthesised shape of an enum.
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    sink.append(text: names.word(for: key.stringValue))
    return KeyedEncodingContainer(LinkKeyedEncoder<Nested>(sink: sink, names: LinkNames()))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    LinkListEncoder(sink: sink.openList())
  }

  func superEncoder() -> any Encoder { LinkEncoder(sink: sink, names: names) }
  func superEncoder(forKey key: Key) -> any Encoder { LinkEncoder(sink: sink, names: names) }
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
    return KeyedEncodingContainer(LinkKeyedEncoder<Nested>(sink: sink, names: LinkNames()))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    count += 1
    return LinkListEncoder(sink: sink.openList())
  }

  mutating func superEncoder() -> any Encoder { LinkEncoder(sink: sink, names: LinkNames()) }
}

/// Writes a value that is one word by itself.
struct LinkValueEncoder: SingleValueEncodingContainer {
  let sink: LinkSink
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { sink.append(LinkText.none) }
  func encode<Value: Encodable>(_ value: Value) throws { try sink.append(value) }
}
