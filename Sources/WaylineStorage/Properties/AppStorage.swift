import WaylineGraph

/// A setting that outlives the process; writing it runs the bodies that read it.
///
/// All wrappers of one key in one store share one value. The default is shown while nothing is
/// stored, and is never written. A refused write leaves the old value, is reported by the store's
/// events, and sets ``error``. In a view the store is that of the environment; anywhere else, such as
/// in a function or a test, the wrapper reads and writes the store directly. Source: SwiftUI's
/// `AppStorage`.
///
/// ```swift
/// @AppStorage("copies") var copies = 1
/// @AppStorage(\.showsOverdue) var showsOverdue
/// @AppStorage("theme", store: store) var theme: Theme?
/// ```
///
/// `copies += 1` reads the value, adds one and writes it: of two processes that do so at the same time,
/// one overwrites the other. ``update(_:)`` reads and writes in one transaction, and loses nothing:
///
/// ```swift
/// try _copies.update { $0 += 1 }
/// ```
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
  /// The key, the default and the live value.
  package var property: StoredProperty<Value>

  init(
    _ name: String, _ defaultValue: Value, _ store: (any PersistentStore)?,
    _ codec: @escaping () -> Codec<Value>
  ) {
    property = StoredProperty(
      name, .settings, defaultValue: defaultValue, store: store, codec: codec)
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

// MARK: - Keys spelled where they are used

extension AppStorage where Value: Codable {
  /// A setting under `key` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, _ key: String, store: (any PersistentStore)? = nil) {
    self.init(key, wrappedValue, store) { Codec<Value>.natural() }
  }
}

extension AppStorage where Value: Codable & ExpressibleByNilLiteral {
  /// A setting under `key` that is nil while nothing is stored.
  public init(_ key: String, store: (any PersistentStore)? = nil) {
    self.init(key, nil, store) { Codec<Value>.natural() }
  }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue: Codable {
  /// A setting under `key` that is stored by its raw value, such as an enum of strings.
  public init(wrappedValue: Value, _ key: String, store: (any PersistentStore)? = nil) {
    self.init(key, wrappedValue, store) { Codec<Value>.raw() }
  }
}

// One more, so that neither of the two above is ambiguous.
extension AppStorage where Value: RawRepresentable & Codable, Value.RawValue: Codable {
  /// A setting under `key` that is stored by its raw value, such as an enum of strings.
  public init(wrappedValue: Value, _ key: String, store: (any PersistentStore)? = nil) {
    self.init(key, wrappedValue, store) { Codec<Value>.natural() }
  }
}

extension AppStorage {
  /// An optional under `key` that is stored by its raw value, and nil while nothing is stored.
  public init<Raw: RawRepresentable>(_ key: String, store: (any PersistentStore)? = nil)
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(key, nil, store) { Codec<Raw>.optionalRaw() }
  }

  /// An optional under `key` that is stored by its raw value.
  public init<Raw: RawRepresentable>(
    wrappedValue: Raw?, _ key: String, store: (any PersistentStore)? = nil
  )
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(key, wrappedValue, store) { Codec<Raw>.optionalRaw() }
  }
}

// MARK: - Declared keys, which know the stored form of their values

extension AppStorage {
  /// A setting with the name and default of a declared key.
  public init(
    _ key: KeyPath<AppStorageKeys, AppStorageKey<Value>>, store: (any PersistentStore)? = nil
  ) {
    let key = AppStorageKeys()[keyPath: key]
    self.init(key.name, key.defaultValue, store, key.codec)
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, _ key: KeyPath<AppStorageKeys, AppStorageKey<Value>>,
    store: (any PersistentStore)? = nil
  ) {
    self.init(wrappedValue: wrappedValue, strongKeyPath: key, store: store)
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, strongKey: AppStorageKey<Value>, store: (any PersistentStore)? = nil
  ) {
    self.init(strongKey.name, wrappedValue, store, strongKey.codec)
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, strongKeyPath: KeyPath<AppStorageKeys, AppStorageKey<Value>>,
    store: (any PersistentStore)? = nil
  ) {
    self.init(
      wrappedValue: wrappedValue, strongKey: AppStorageKeys()[keyPath: strongKeyPath], store: store)
  }
}

extension AppStorage: StorageWrapper {}

// Proof: the live value guards itself with a lock; the rest is constant.
extension AppStorage: @unchecked Sendable where Value: Sendable {}
