extension StoredValue {
  /// Encodes a value the way wrappers do; nil for a value that stands for nothing.
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
