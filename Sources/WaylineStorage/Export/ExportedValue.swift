import FoundationEssentials

/// A stored value in an exported file: readable where that loses nothing, else in Base64.
struct ExportedValue: Codable {
  var namespace: String
  var name: String
  var kind: String
  var version: Int
  var value: JSONValue?
  var base64: String?

  init(_ stored: StoredValue, for key: StoreKey) {
    namespace = key.namespace
    name = key.name
    kind = stored.kind.description
    version = stored.version
    value = stored.readable.flatMap { Self.bytes(of: $0, stored.kind) == stored.bytes ? $0 : nil }
    if value == nil { base64 = stored.bytes.base64EncodedString() }
  }

  var key: StoreKey { StoreKey(name, in: namespace) }

  /// The value as it was stored.
  func stored() throws(StoreError) -> StoredValue {
    guard let kind = ValueKind.allCases.first(where: { $0.description == kind }) else {
      throw .cannotDecode(key, type: self.kind, reason: "there is no such kind")
    }
    let bytes = base64.map { Data(base64Encoded: $0) } ?? value.flatMap { Self.bytes(of: $0, kind) }
    guard let bytes else {
      throw .cannotDecode(key, type: self.kind, reason: "the value does not fit its kind")
    }
    return StoredValue(bytes, kind: kind, version: version)
  }

  private static func bytes(of value: JSONValue, _ kind: ValueKind) -> Data? {
    switch (kind, value) {
    case (.bool, .bool(let value)): bytes(value)
    case (.int, .integer(let value)): bytes(value)
    case (.double, .integer(let value)): bytes(Double(value))
    case (.double, .number(let value)): bytes(value)
    case (.string, .text(let value)), (.url, .text(let value)): bytes(value)
    case (.json, let value): try? encoder.encode(value)
    default: nil
    }
  }

  private static func bytes<Value: Codable>(_ value: Value) -> Data? {
    (try? StoredValue(encoding: value))?.bytes
  }

  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension StoredValue {
  /// The value as JSON for people to read; nil if it has no such form.
  var readable: JSONValue? {
    switch kind {
    case .bool: (try? decoded(as: Bool.self)).map { .bool($0) }
    case .int: (try? decoded(as: Int64.self)).map { .integer($0) }
    case .double: (try? decoded(as: Double.self)).flatMap(JSONValue.init(readable:))
    case .string, .url: String(validating: bytes, as: UTF8.self).map { .text($0) }
    case .json: try? JSONDecoder().decode(JSONValue.self, from: bytes)
    case .data, .date: nil
    }
  }
}

extension JSONValue {
  /// A number, unless JSON has no text that comes back as the same one.
  fileprivate init?(readable number: Double) {
    guard number.isFinite, number != 0 || number.sign == .plus else { return nil }
    self = .number(number)
  }
}
