import WaylineGraph

/// A value of any encodable type that outlives the process.
///
/// Like ``AppStorage`` in a namespace of its own, so settings and saved values do not meet.
///
/// ```swift
/// @Persisted(key: "member", defaultValue: Member(name: "Ada")) var member: Member
/// ```
@propertyWrapper
public struct Persisted<Value: Codable>: DynamicProperty {
  /// The key, the default and the live value.
  package var property: StoredProperty<Value>

  /// A value under `key` that shows `defaultValue` while nothing is stored.
  public init(key: String, store: (any PersistentStore)? = nil, defaultValue: Value) {
    property = StoredProperty(key, .persisted, defaultValue: defaultValue, store: store) {
      Codec<Value>.natural()
    }
  }

  /// A value under `key` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, key: String, store: (any PersistentStore)? = nil) {
    self.init(key: key, store: store, defaultValue: wrappedValue)
  }

  /// The stored value, or the default.
  public var wrappedValue: Value {
    get { property.value }
    nonmutating set { property.value = newValue }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> { property.binding }

  /// The reason why the last write was refused, or why the value cannot be read; nil if neither.
  public var error: StoreError? { property.error }

  /// Changes the value that is stored now, in one transaction, whatever other processes write.
  ///
  /// - Throws: the error of `change`, or the ``StoreError`` of a failed read or a refused write.
  public func update(_ change: (inout Value) throws -> Void) throws {
    try property.update(change)
  }
}

extension Persisted where Value: ExpressibleByNilLiteral {
  /// A value under `key` that is nil while nothing is stored.
  public init(key: String, store: (any PersistentStore)? = nil) {
    self.init(key: key, store: store, defaultValue: nil)
  }
}

extension Persisted: StorageWrapper {}

// Proof: the live value guards itself with a lock; the rest is constant.
extension Persisted: @unchecked Sendable where Value: Sendable {}
