/// Values with a raw value, such as enums of strings: stored as that.
extension AppStorage where Value: RawRepresentable, Value.RawValue: Codable {
  /// A setting under `key` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, _ key: String, store: (any PersistentStore)? = nil) {
    self.init(key, wrappedValue, store) { Codec<Value>.raw() }
  }

  /// A setting with the name and default of a declared key.
  public init(
    _ key: KeyPath<AppStorageKeys, AppStorageKey<Value>>, store: (any PersistentStore)? = nil
  ) {
    let key = AppStorageKeys()[keyPath: key]
    self.init(key.name, key.defaultValue, store) { Codec<Value>.raw() }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, _ key: KeyPath<AppStorageKeys, AppStorageKey<Value>>,
    store: (any PersistentStore)? = nil
  ) {
    self.init(AppStorageKeys()[keyPath: key].name, wrappedValue, store) { Codec<Value>.raw() }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, strongKey: AppStorageKey<Value>, store: (any PersistentStore)? = nil
  ) {
    self.init(strongKey.name, wrappedValue, store) { Codec<Value>.raw() }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, strongKeyPath: KeyPath<AppStorageKeys, AppStorageKey<Value>>,
    store: (any PersistentStore)? = nil
  ) {
    self.init(AppStorageKeys()[keyPath: strongKeyPath].name, wrappedValue, store) {
      Codec<Value>.raw()
    }
  }
}

/// Values with a raw value that can also be encoded: one more, so that neither of the others is
/// ambiguous. Stored by their raw value, as without the second conformance.
extension AppStorage where Value: RawRepresentable & Codable, Value.RawValue: Codable {
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
