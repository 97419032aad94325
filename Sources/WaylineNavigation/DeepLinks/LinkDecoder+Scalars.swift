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
  func decode(_ type: Bool.Type) throws -> Bool { try source.scalar("value") }
  func decode(_ type: String.Type) throws -> String { try source.scalar("value") }
  func decode(_ type: Double.Type) throws -> Double { try source.scalar("value") }
  func decode(_ type: Float.Type) throws -> Float { try source.scalar("value") }
  func decode(_ type: Int.Type) throws -> Int { try source.scalar("value") }
  func decode(_ type: Int8.Type) throws -> Int8 { try source.scalar("value") }
  func decode(_ type: Int16.Type) throws -> Int16 { try source.scalar("value") }
  func decode(_ type: Int32.Type) throws -> Int32 { try source.scalar("value") }
  func decode(_ type: Int64.Type) throws -> Int64 { try source.scalar("value") }
  func decode(_ type: UInt.Type) throws -> UInt { try source.scalar("value") }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try source.scalar("value") }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try source.scalar("value") }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try source.scalar("value") }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try source.scalar("value") }
}
