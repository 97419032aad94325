import Foundation
import WaylineStorage

// Each initialiser has a counterpart in WaylineStorage, to which it passes the store of the defaults.
// One initialiser for both would have to give up `store: .standard`.

extension AppStorage where Value: Codable {
  /// A setting under `key` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults?) {
    self.init(wrappedValue: wrappedValue, key, store: UserDefaultsStore.of(store))
  }
}

extension AppStorage where Value: Codable & ExpressibleByNilLiteral {
  /// A setting under `key` that is nil while nothing is stored.
  public init(_ key: String, store: UserDefaults?) {
    self.init(key, store: UserDefaultsStore.of(store))
  }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue: Codable {
  /// A setting under `key` that is stored by its raw value, such as an enum of strings.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults?) {
    self.init(wrappedValue: wrappedValue, key, store: UserDefaultsStore.of(store))
  }
}

// One more, so that neither of the two above is ambiguous.
extension AppStorage where Value: RawRepresentable & Codable, Value.RawValue: Codable {
  /// A setting under `key` that is stored by its raw value, such as an enum of strings.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults?) {
    self.init(wrappedValue: wrappedValue, key, store: UserDefaultsStore.of(store))
  }
}

extension AppStorage {
  /// An optional under `key` that is stored by its raw value, and nil while nothing is stored.
  public init<Raw: RawRepresentable>(_ key: String, store: UserDefaults?)
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(key, store: UserDefaultsStore.of(store))
  }

  /// An optional under `key` that is stored by its raw value.
  public init<Raw: RawRepresentable>(wrappedValue: Raw?, _ key: String, store: UserDefaults?)
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(wrappedValue: wrappedValue, key, store: UserDefaultsStore.of(store))
  }

  /// A setting with the name and default of a declared key.
  public init(_ key: KeyPath<AppStorageKeys, AppStorageKey<Value>>, store: UserDefaults?) {
    self.init(key, store: UserDefaultsStore.of(store))
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, _ key: KeyPath<AppStorageKeys, AppStorageKey<Value>>, store: UserDefaults?
  ) {
    self.init(wrappedValue: wrappedValue, key, store: UserDefaultsStore.of(store))
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(wrappedValue: Value, strongKey: AppStorageKey<Value>, store: UserDefaults?) {
    self.init(
      wrappedValue: wrappedValue, strongKey: strongKey, store: UserDefaultsStore.of(store))
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, strongKeyPath: KeyPath<AppStorageKeys, AppStorageKey<Value>>,
    store: UserDefaults?
  ) {
    self.init(
      wrappedValue: wrappedValue, strongKeyPath: strongKeyPath, store: UserDefaultsStore.of(store))
  }
}

extension Persisted {
  /// A value under `key` of `store` that shows `defaultValue` while nothing is stored.
  public init(key: String, store: UserDefaults?, defaultValue: Value) {
    self.init(key: key, store: UserDefaultsStore.of(store), defaultValue: defaultValue)
  }

  /// A value under `key` of `store` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, key: String, store: UserDefaults?) {
    self.init(key: key, store: UserDefaultsStore.of(store), defaultValue: wrappedValue)
  }
}

extension Persisted where Value: ExpressibleByNilLiteral {
  /// A value under `key` of `store` that is nil while nothing is stored.
  public init(key: String, store: UserDefaults?) {
    self.init(key: key, store: UserDefaultsStore.of(store), defaultValue: nil)
  }
}
