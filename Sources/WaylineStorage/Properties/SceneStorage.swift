import WaylineGraph

/// A value that belongs to a scene and comes back with it.
///
/// Shared by all wrappers of the key in the scene, apart from every other scene, deleted when the scene
/// is erased. Source: SwiftUI's `SceneStorage`; other than there, a write is stored at once.
///
/// ```swift
/// @SceneStorage("draft") var draft = ""
/// ```
@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
  /// The key, the default and the live value.
  package var property: StoredProperty<Value>

  private init(_ name: String, _ defaultValue: Value, _ codec: @escaping () -> Codec<Value>) {
    property = StoredProperty(name, .scene, defaultValue: defaultValue, store: nil, codec: codec)
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

extension SceneStorage where Value: Codable {
  /// A value under `key` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, _ key: String) {
    self.init(key, wrappedValue) { Codec<Value>.natural() }
  }
}

extension SceneStorage where Value: Codable & ExpressibleByNilLiteral {
  /// A value under `key` that is nil while nothing is stored.
  public init(_ key: String) {
    self.init(key, nil) { Codec<Value>.natural() }
  }
}

extension SceneStorage where Value: RawRepresentable, Value.RawValue: Codable {
  /// A value under `key` that is stored by its raw value.
  public init(wrappedValue: Value, _ key: String) {
    self.init(key, wrappedValue) { Codec<Value>.raw() }
  }
}

extension SceneStorage where Value: RawRepresentable & Codable, Value.RawValue: Codable {
  /// A value under `key` that is stored by its raw value.
  public init(wrappedValue: Value, _ key: String) {
    self.init(key, wrappedValue) { Codec<Value>.natural() }
  }
}

extension SceneStorage {
  /// An optional under `key` that is stored by its raw value, and nil while nothing is.
  public init<Raw: RawRepresentable>(_ key: String)
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(key, nil) { Codec<Raw>.optionalRaw() }
  }

  /// An optional under `key` that is stored by its raw value.
  public init<Raw: RawRepresentable>(wrappedValue: Raw?, _ key: String)
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(key, wrappedValue) { Codec<Raw>.optionalRaw() }
  }
}

extension SceneStorage: StorageWrapper {}

// Proof: the live value guards itself with a lock; the rest is constant.
extension SceneStorage: @unchecked Sendable where Value: Sendable {}
