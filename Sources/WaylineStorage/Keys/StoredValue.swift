import FoundationEssentials

/// A value as it is stored: bytes, their kind, and the version of their format.
///
/// The row names an encoding and never a Swift type, so a renamed struct still reads its values.
public struct StoredValue: Hashable {
  /// The kind of the bytes.
  public var kind: ValueKind
  /// The version of the value's own format; raised by a ``Migration``, 1 at first.
  public var version: Int
  /// The encoded value.
  public var bytes: Data

  /// Creates a stored value from bytes of a kind.
  public init(_ bytes: Data, kind: ValueKind, version: Int = 1) {
    self.kind = kind
    self.version = version
    self.bytes = bytes
  }
}

extension StoredValue: Sendable {}

extension StoredValue {
  /// The most bytes that a value may have: 16 MiB. More belongs into a file of its own.
  public static let limit = 16 << 20
}

extension StoredValue: CustomStringConvertible {
  /// Kind, size and version: never the bytes, which may be a secret.
  public var description: String {
    "\(kind), \(bytes.count) bytes, version \(version)"
  }
}

extension StoredValue: CustomReflectable {
  /// A mirror of kind, size and version, and of no bytes.
  public var customMirror: Mirror {
    Mirror(self, children: ["kind": kind, "count": bytes.count, "version": version])
  }
}

/// The encoding of a stored value.
///
/// The raw value is part of the file format and does not change. Integers are eight bytes, little endian,
/// two's complement; doubles are their IEEE 754 bit pattern in the same order; dates are the double
/// of their seconds since 2001; strings and URLs are UTF-8; Booleans are one byte. Only structures
/// are JSON. An optional is its wrapped value, or no row at all.
public enum ValueKind: UInt8, CaseIterable {
  /// One byte, 0 or 1.
  case bool = 1
  /// A signed integer of eight bytes.
  case int = 2
  /// A floating-point number of eight bytes.
  case double = 3
  /// UTF-8 text.
  case string = 4
  /// Bytes as they are.
  case data = 5
  /// Seconds since 2001-01-01 00:00 UTC, as a double.
  case date = 6
  /// The absolute text of a URL, in UTF-8.
  case url = 7
  /// JSON with sorted keys.
  case json = 8
}

extension ValueKind: Sendable {}

extension ValueKind: CustomStringConvertible {
  /// The text that is shown.
  public var description: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .data: "data"
    case .date: "date"
    case .url: "url"
    case .json: "json"
    }
  }
}

extension StoredValue {
  /// Encodes a value the way wrappers do; nil for a value that is stored as none.
  ///
  /// - Throws: ``StoreError/cannotEncode(_:type:reason:)``, with an unnamed key.
  public init?<Value: Codable>(encoding value: Value, version: Int = 1) throws(StoreError) {
    let codec = Codec<Value>.natural()
    guard let stored = try codec.stored(value, for: StoreKey(""), version: version) else {
      return nil
    }
    self = stored
  }

  /// Decodes the value the way wrappers do.
  ///
  /// - Throws: ``StoreError`` if the bytes are of another kind, or no value of the type.
  public func decoded<Value: Codable>(
    as type: Value.Type = Value.self, for key: StoreKey = StoreKey("")
  ) throws(StoreError) -> Value {
    try Codec<Value>.natural().value(self, for: key, known: version)
  }
}
