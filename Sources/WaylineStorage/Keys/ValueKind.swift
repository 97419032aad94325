/// How the bytes of a stored value are to be read.
///
/// The raw value stands in files and does not change. Integers are eight bytes, little endian,
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
