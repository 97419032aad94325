import FoundationEssentials

/// Reads a value from words, in the order in which `LinkEncoder` writes them.
struct LinkDecoder: Decoder {
  let source: LinkSource
  let owner: Any.Type
  /// The label of the value in messages.
  var label = "value"
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The route that the words name.
  static func value<Value: NavigationValue>(
    of type: Value.Type, from words: [String]
  ) throws(LinkError) -> Value {
    let source = LinkSource(words)
    do {
      try LinkShape.readTypeWord(of: type, from: source)
      let value = try source.value(of: type, label: "place")
      try source.finish()
      return value
    } catch {
      throw source.problem(with: error)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(LinkKeyedDecoder<Key>(source: source, owner: owner))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    LinkListDecoder(source: try source.openList(), owner: owner)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    LinkValueDecoder(source: source, label: label)
  }
}

/// Reads the case of an enum, or the fields of a struct.
struct LinkKeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let source: LinkSource
  let owner: Any.Type
  var codingPath: [any CodingKey] { [] }

  /// The key that the next word names: an enum asks for it to find its case.
  var allKeys: [Key] {
    guard let word = source.peek() else { return source.refuse(.missing(label: "place")) }
    let name = LinkText.unescape(word)
    let key =
      Key(stringValue: LinkNames.of(owner).caseName(for: name))
      ?? LinkShape.caseName(inAnyCase: name, of: owner).flatMap { Key(stringValue: $0) }
    guard let key else {
      return source.refuse(LinkShape.unknown(word, in: owner, at: source.place))
    }
    if owner is any NavigationValue.Type { source.place = name }
    return [key]
  }

  func contains(_ key: Key) -> Bool { !source.isAtEnd }
  func decodeNil(forKey key: Key) -> Bool { source.takeNone() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try source.value(of: type, label: key.stringValue)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    source.expect(type, isOptional: true)
    return source.takeNone(key.stringValue)
      ? nil : try source.value(of: type, label: key.stringValue)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    _ = try source.take(key.stringValue)
    return KeyedDecodingContainer(LinkKeyedDecoder<Nested>(source: source, owner: Never.self))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    LinkListDecoder(source: try source.openList(), owner: Never.self)
  }

  func superDecoder() -> any Decoder { LinkDecoder(source: source, owner: owner) }
  func superDecoder(forKey key: Key) -> any Decoder { LinkDecoder(source: source, owner: owner) }
}

/// Reads the elements of one word.
struct LinkListDecoder: UnkeyedDecodingContainer {
  let source: LinkSource
  let owner: Any.Type
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var isAtEnd: Bool { source.isAtEnd }

  mutating func decodeNil() -> Bool {
    let isNone = !source.isAtEnd && source.takeNone()
    if isNone { currentIndex += 1 }
    return isNone
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    do {
      return try source.value(of: type, label: "element \(currentIndex)")
    } catch {
      throw source.reason(for: error)
    }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> {
    currentIndex += 1
    return KeyedDecodingContainer(LinkKeyedDecoder<Nested>(source: source, owner: Never.self))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return LinkListDecoder(source: try source.openList(), owner: Never.self)
  }

  mutating func superDecoder() -> any Decoder { LinkDecoder(source: source, owner: owner) }
}

/// Reads a value that is one word by itself.
struct LinkValueDecoder: SingleValueDecodingContainer {
  let source: LinkSource
  let label: String
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { source.takeNone(label) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try source.value(of: type, label: label)
  }
}

/// One word for each kind of number, which `Decoder` asks for by name.
extension LinkKeyedDecoder {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try source.scalar(key.stringValue)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try source.scalar(key.stringValue)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try source.optional(key.stringValue)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try source.optional(key.stringValue)
  }
}

extension LinkValueDecoder {
  func decode(_ type: Bool.Type) throws -> Bool { try source.scalar(label) }
  func decode(_ type: String.Type) throws -> String { try source.scalar(label) }
  func decode(_ type: Double.Type) throws -> Double { try source.scalar(label) }
  func decode(_ type: Float.Type) throws -> Float { try source.scalar(label) }
  func decode(_ type: Int.Type) throws -> Int { try source.scalar(label) }
  func decode(_ type: Int8.Type) throws -> Int8 { try source.scalar(label) }
  func decode(_ type: Int16.Type) throws -> Int16 { try source.scalar(label) }
  func decode(_ type: Int32.Type) throws -> Int32 { try source.scalar(label) }
  func decode(_ type: Int64.Type) throws -> Int64 { try source.scalar(label) }
  func decode(_ type: UInt.Type) throws -> UInt { try source.scalar(label) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try source.scalar(label) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try source.scalar(label) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try source.scalar(label) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try source.scalar(label) }
}
