/// A decoded value, shared by all who read it and never changed.
// Proof: constant; the value is handed out as a copy, the way that of a `@State` is.
final class Decoded<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A `Decoded` value or none, and the revision of the cell that it was decoded from.
struct Cached: Sendable {
  var revision: UInt64
  var decoded: (any AnyObject & Sendable)?

  /// The value as that of a cell of the type.
  func value<Value>(of type: Value.Type) -> Decoded<Value>? {
    guard let decoded else { return nil }
    // Proof: a typed cell keeps nothing but decoded values of its own type.
    return unsafeDowncast(decoded, to: Decoded<Value>.self)
  }
}
