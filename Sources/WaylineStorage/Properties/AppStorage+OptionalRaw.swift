/// Optionals of values with a raw value.
extension AppStorage {
  /// A setting under `key` that is nil while nothing is stored.
  public init<Raw: RawRepresentable>(_ key: String, store: (any PersistentStore)? = nil)
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(key, nil, store) { Codec<Raw>.optionalRaw() }
  }

  /// A setting under `key` that shows `wrappedValue` while nothing is stored.
  public init<Raw: RawRepresentable>(
    wrappedValue: Raw?, _ key: String, store: (any PersistentStore)? = nil
  )
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(key, wrappedValue, store) { Codec<Raw>.optionalRaw() }
  }

  /// A setting with the name and default of a declared key.
  public init<Raw: RawRepresentable>(
    _ key: KeyPath<AppStorageKeys, AppStorageKey<Raw?>>, store: (any PersistentStore)? = nil
  )
  where Value == Raw?, Raw.RawValue: Codable {
    let key = AppStorageKeys()[keyPath: key]
    self.init(key.name, key.defaultValue, store) { Codec<Raw>.optionalRaw() }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init<Raw: RawRepresentable>(
    wrappedValue: Raw?, _ key: KeyPath<AppStorageKeys, AppStorageKey<Raw?>>,
    store: (any PersistentStore)? = nil
  )
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(AppStorageKeys()[keyPath: key].name, wrappedValue, store) { Codec<Raw>.optionalRaw() }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init<Raw: RawRepresentable>(
    wrappedValue: Raw?, strongKey: AppStorageKey<Raw?>, store: (any PersistentStore)? = nil
  )
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(strongKey.name, wrappedValue, store) { Codec<Raw>.optionalRaw() }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init<Raw: RawRepresentable>(
    wrappedValue: Raw?, strongKeyPath: KeyPath<AppStorageKeys, AppStorageKey<Raw?>>,
    store: (any PersistentStore)? = nil
  )
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(AppStorageKeys()[keyPath: strongKeyPath].name, wrappedValue, store) {
      Codec<Raw>.optionalRaw()
    }
  }
}
