/// Values that can be encoded: scalars in binary form, structures as JSON.
extension AppStorage where Value: Codable {
  /// A setting under `key` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, _ key: String, store: (any PersistentStore)? = nil) {
    self.init(key, wrappedValue, store) { Codec<Value>.natural() }
  }

  /// A setting with the name and default of a declared key.
  public init(
    _ key: KeyPath<AppStorageKeys, AppStorageKey<Value>>, store: (any PersistentStore)? = nil
  ) {
    let key = AppStorageKeys()[keyPath: key]
    self.init(key.name, key.defaultValue, store) { Codec<Value>.natural() }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, _ key: KeyPath<AppStorageKeys, AppStorageKey<Value>>,
    store: (any PersistentStore)? = nil
  ) {
    self.init(AppStorageKeys()[keyPath: key].name, wrappedValue, store) { Codec<Value>.natural() }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, strongKey: AppStorageKey<Value>, store: (any PersistentStore)? = nil
  ) {
    self.init(strongKey.name, wrappedValue, store) { Codec<Value>.natural() }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, strongKeyPath: KeyPath<AppStorageKeys, AppStorageKey<Value>>,
    store: (any PersistentStore)? = nil
  ) {
    self.init(AppStorageKeys()[keyPath: strongKeyPath].name, wrappedValue, store) {
      Codec<Value>.natural()
    }
  }
}

extension AppStorage where Value: Codable & ExpressibleByNilLiteral {
  /// A setting under `key` that is nil while nothing is stored.
  public init(_ key: String, store: (any PersistentStore)? = nil) {
    self.init(key, nil, store) { Codec<Value>.natural() }
  }
}
