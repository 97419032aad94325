import FoundationEssentials

/// The Swift type that a key is used for, without its optionals.
struct ValueType: Sendable {
  private let type: Any.Type

  init(_ type: Any.Type) {
    self.type = type
  }

  /// The name in messages; formatted when a message needs it, since that takes a while.
  var name: String { String(describing: type) }
}

extension ValueType: Equatable {
  static func == (left: ValueType, right: ValueType) -> Bool { left.type == right.type }
}

/// The identity of a codec: two wrappers with equal identifiers share decoded values.
struct CodecID: Equatable, Sendable {
  let type: ObjectIdentifier
  let form: CodecForm
}

/// The stored form that a wrapper uses, of those that its type has.
package enum CodecForm: Sendable {
  /// Binary for scalars and raw values, JSON for structures.
  case natural
  /// JSON carried as plain bytes.
  case opaque
}

// Proof: the functions hold types and other codecs, and nothing that changes.
/// A codec between values of a type and bytes of one kind.
///
/// A class, so that using one needs no copy of it.
package final class Codec<Value>: @unchecked Sendable {
  let kind: ValueKind
  let type: ValueType
  let encode: (Value) throws -> Data?
  let decode: (Data) throws -> Value
  /// True if two values with different bytes are equal; nil where that cannot be.
  let isEqual: ((Value, Value) -> Bool)?

  /// A codec of a type that messages may call by another name, such as that of what it wraps.
  init(
    _ kind: ValueKind, type: ValueType = ValueType(Value.self),
    isEqual: ((Value, Value) -> Bool)? = areEqual, encode: @escaping (Value) throws -> Data?,
    decode: @escaping (Data) throws -> Value
  ) {
    self.kind = kind
    self.type = type
    self.encode = encode
    self.decode = decode
    self.isEqual = isEqual
  }
}

extension Codec {
  /// The stored form of a value, or nil if storing it means deleting.
  func stored(
    _ value: Value, for key: StoreKey, version: Int
  ) throws(StoreError) -> StoredValue? {
    do {
      return try encode(value).map { StoredValue($0, kind: kind, version: version) }
    } catch {
      throw .cannotEncode(key, type: type.name, reason: reason(of: error))
    }
  }

  /// The value of a stored form.
  func value(
    _ stored: StoredValue, for key: StoreKey, known version: Int
  ) throws(StoreError) -> Value {
    guard stored.kind == kind else {
      throw .cannotDecode(
        key, type: type.name,
        reason: "a value of kind \(stored.kind) is stored, not of kind \(kind)")
    }
    guard stored.version <= version else {
      throw .newerValue(key, stored: stored.version, known: version)
    }
    do {
      return try decode(stored.bytes)
    } catch {
      throw .cannotDecode(key, type: type.name, reason: reason(of: error))
    }
  }
}

extension Codec {
  /// The same codec for a type that wraps this one's, such as an optional of it.
  func lifted<Outer>(
    unwrap: @escaping (Outer) -> Value?, wrap: @escaping (Value) -> Outer
  ) -> Codec<Outer> {
    Codec<Outer>(
      kind, type: type, isEqual: lifted(unwrap),
      encode: { [encode] outer in try unwrap(outer).flatMap(encode) },
      decode: { [decode] bytes in wrap(try decode(bytes)) })
  }

  private func lifted<Outer>(
    _ unwrap: @escaping (Outer) -> Value?
  ) -> ((Outer, Outer) -> Bool)? {
    guard let isEqual else { return nil }
    return { left, right in
      guard let left = unwrap(left), let right = unwrap(right) else { return false }
      return isEqual(left, right)
    }
  }
}

/// True if two values are equal by the `==` of their type; no, if it has none.
func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func isRight<Known: Equatable>(_ left: Known) -> Bool { left == right as? Known }
  guard let left = left as? any Equatable else { return false }
  return isRight(left)
}

/// The reason of an error, in a few words that never quote the value.
func reason(of error: any Error) -> String {
  switch error {
  case let error as EncodingError: error.place
  case let error as DecodingError: error.place
  case let error as UnreadableBytes: error.description
  default: "\(Swift.type(of: error))"
  }
}

extension EncodingError {
  fileprivate var place: String {
    guard case .invalidValue(_, let context) = self else { return "it cannot be encoded" }
    return context.codingPath.isEmpty
      ? "a part cannot be encoded" : "'\(context.path)' cannot be encoded"
  }
}

extension DecodingError {
  fileprivate var place: String {
    switch self {
    case .keyNotFound(let key, _): "'\(key.stringValue)' is missing"
    case .typeMismatch(let type, let context): "'\(context.path)' is not a \(type)"
    case .valueNotFound(_, let context): "'\(context.path)' is empty"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty ? "the bytes are damaged" : "'\(context.path)' is damaged"
    @unknown default: "the bytes do not fit"
    }
  }
}

extension DecodingError.Context {
  fileprivate var path: String {
    codingPath.isEmpty ? "value" : codingPath.map(\.stringValue).joined(separator: ".")
  }
}

extension EncodingError.Context {
  fileprivate var path: String { codingPath.map(\.stringValue).joined(separator: ".") }
}
