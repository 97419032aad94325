import Foundation
import WaylineStorage

/// Values with a raw value, such as enums of strings.
extension AppStorage where Value: RawRepresentable, Value.RawValue: Codable {
  /// A setting under `key` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults?) {
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

/// Values with a raw value that can also be encoded.
extension AppStorage where Value: RawRepresentable & Codable, Value.RawValue: Codable {
  /// A setting under `key` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults?) {
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
