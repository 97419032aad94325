import FoundationEssentials

/// Bytes that are not a value of the wanted scalar.
struct UnreadableBytes: Error, CustomStringConvertible {
  let description: String
}

/// A type with a binary form of its own.
private protocol Scalar {
  static var codec: Codec<Self> { get }
}

extension Bool: Scalar {
  fileprivate static var codec: Codec<Bool> {
    Codec(.bool, isEqual: nil) {
      Data([$0 ? 1 : 0])
    } decode: { bytes in
      guard bytes.count == 1, let first = bytes.first, first < 2 else {
        throw UnreadableBytes(description: "not a Boolean")
      }
      return first == 1
    }
  }
}

extension Scalar where Self: FixedWidthInteger & Sendable {
  fileprivate static var codec: Codec<Self> {
    Codec(.int, isEqual: nil) { value in
      guard let wide = Int64(exactly: value) else {
        throw UnreadableBytes(description: "too large")
      }
      return Data(word: UInt64(bitPattern: wide))
    } decode: { bytes in
      guard let value = Self(exactly: Int64(bitPattern: try bytes.word)) else {
        throw UnreadableBytes(description: "out of range")
      }
      return value
    }
  }
}

extension Int: Scalar {}
extension Int8: Scalar {}
extension Int16: Scalar {}
extension Int32: Scalar {}
extension Int64: Scalar {}
extension UInt8: Scalar {}
extension UInt16: Scalar {}
extension UInt32: Scalar {}

extension Double: Scalar {
  fileprivate static var codec: Codec<Double> {
    Codec(.double, isEqual: ==) {
      Data(word: $0.bitPattern)
    } decode: {
      Double(bitPattern: try $0.word)
    }
  }
}

extension Float: Scalar {
  fileprivate static var codec: Codec<Float> {
    Codec(.double, isEqual: ==) {
      Data(word: Double($0).bitPattern)
    } decode: {
      Float(Double(bitPattern: try $0.word))
    }
  }
}

extension String: Scalar {
  fileprivate static var codec: Codec<String> {
    Codec(.string, isEqual: ==) {
      Data($0.utf8)
    } decode: { bytes in
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw UnreadableBytes(description: "not UTF-8")
      }
      return text
    }
  }
}

extension Data: Scalar {
  fileprivate static var codec: Codec<Data> {
    Codec(.data, isEqual: nil) {
      $0
    } decode: {
      $0
    }
  }
}

extension Date: Scalar {
  fileprivate static var codec: Codec<Date> {
    Codec(.date, isEqual: ==) {
      Data(word: $0.timeIntervalSinceReferenceDate.bitPattern)
    } decode: {
      Date(timeIntervalSinceReferenceDate: Double(bitPattern: try $0.word))
    }
  }
}

extension URL: Scalar {
  fileprivate static var codec: Codec<URL> {
    Codec(.url, isEqual: ==) {
      Data($0.absoluteString.utf8)
    } decode: { bytes in
      guard let text = String(validating: bytes, as: UTF8.self), let url = URL(string: text) else {
        throw UnreadableBytes(description: "not a URL")
      }
      return url
    }
  }
}

extension Data {
  /// The eight bytes of a word, lowest first.
  fileprivate init(word: UInt64) {
    self = Swift.withUnsafeBytes(of: word.littleEndian) { Data($0) }
  }

  /// The word in eight bytes, lowest first.
  fileprivate var word: UInt64 {
    get throws {
      guard count == 8 else { throw UnreadableBytes(description: "not eight bytes") }
      return UInt64(littleEndian: withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
    }
  }
}

extension Codec {
  /// The binary form of the type, if it is a scalar.
  static var scalar: Codec<Value>? {
    common ?? found
  }

  /// The form of a type that most settings have, for which no table of conformances is searched.
  private static var common: Codec<Value>? {
    switch ObjectIdentifier(Value.self) {
    case ObjectIdentifier(Bool.self): Bool.codec as? Codec<Value>
    case ObjectIdentifier(Int.self): Int.codec as? Codec<Value>
    case ObjectIdentifier(String.self): String.codec as? Codec<Value>
    default: nil
    }
  }

  private static var found: Codec<Value>? {
    (Value.self as? any Scalar.Type).flatMap { type in
      func codec<Known: Scalar>(_ type: Known.Type) -> Codec<Value>? { type.codec as? Codec<Value> }
      return codec(type)
    }
  }
}
