import FoundationEssentials

extension Codec where Value: Codable {
  /// The stored form of a type: binary for scalars and raw values, JSON for structures.
  ///
  /// Chosen by what the type is, not by the initialiser that the compiler picked, so every spelling
  /// of a wrapper writes the same bytes.
  package static func natural() -> Codec<Value> {
    if let codec = scalar ?? optional ?? rawValue { return codec }
    return json()
  }

  /// JSON with sorted keys, whatever the type; optionals are unwrapped.
  package static func json() -> Codec<Value> {
    json(.json)
  }

  /// JSON carried as plain bytes: what a ``KeychainProvider`` gets to see.
  package static func opaque() -> Codec<Value> {
    json(.data)
  }

  private static func json(_ kind: ValueKind) -> Codec<Value> {
    if let codec = (Value.self as? any OptionalValue.Type)?.json(kind) as? Codec<Value> {
      return codec
    }
    return Codec(kind) { value in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(value)
    } decode: { bytes in
      try JSONDecoder().decode(Value.self, from: bytes)
    }
  }
}

extension Codec where Value: RawRepresentable, Value.RawValue: Codable {
  /// The stored form of the raw value.
  package static func raw() -> Codec<Value> { rawCodec(over: .natural()) }

  /// The stored form of the raw value, or nothing.
  static func optionalRaw() -> Codec<Value?> {
    raw().lifted(unwrap: { $0 }, wrap: { $0 })
  }
}

extension Codec {
  private static var optional: Codec<Value>? {
    (Value.self as? any OptionalValue.Type)?.natural() as? Codec<Value>
  }

  private static var rawValue: Codec<Value>? {
    (Value.self as? any RawRepresentable.Type).flatMap { type in
      func codec<Known: RawRepresentable>(_ type: Known.Type) -> Codec<Value>? {
        rawCodec(of: type, raw: Known.RawValue.self) as? Codec<Value>
      }
      return codec(type)
    }
  }
}

/// The codec of a type through its raw value, if that is a scalar.
private func rawCodec<Value: RawRepresentable, Raw>(
  of type: Value.Type, raw: Raw.Type
) -> Codec<Value>? where Value.RawValue == Raw {
  Codec<Raw>.scalar.map(rawCodec(over:))
}

/// The codec of a type through its raw value.
private func rawCodec<Value: RawRepresentable>(over codec: Codec<Value.RawValue>) -> Codec<Value> {
  Codec(codec.kind) {
    try codec.encode($0.rawValue)
  } decode: { bytes in
    guard let value = Value(rawValue: try codec.decode(bytes)) else {
      throw UnreadableBytes(description: "no such case")
    }
    return value
  }
}

/// An optional, seen without knowing what it wraps.
private protocol OptionalValue {
  static func natural() -> Any?
  static func json(_ kind: ValueKind) -> Any?
}

extension Optional: OptionalValue {
  static func natural() -> Any? {
    lift { $0.natural() }
  }

  static func json(_ kind: ValueKind) -> Any? {
    lift { type in kind == .data ? type.opaque() : type.json() }
  }

  private static func lift(_ codec: (any CodecSource.Type) -> Any) -> Any? {
    guard let type = Wrapped.self as? any Codable.Type else { return nil }
    func source<Known: Codable>(_ type: Known.Type) -> any CodecSource.Type {
      NaturalCodec<Known>.self
    }
    guard let wrapped = codec(source(type)) as? Codec<Wrapped> else { return nil }
    return wrapped.lifted(unwrap: { (outer: Wrapped?) in outer }, wrap: { $0 })
  }
}

/// The codecs of a type that is only known at run time.
private protocol CodecSource {
  static func natural() -> Any
  static func json() -> Any
  static func opaque() -> Any
}

private enum NaturalCodec<Value: Codable>: CodecSource {
  static func natural() -> Any { Codec<Value>.natural() }
  static func json() -> Any { Codec<Value>.json() }
  static func opaque() -> Any { Codec<Value>.opaque() }
}
