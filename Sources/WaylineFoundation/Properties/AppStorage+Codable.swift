import Foundation
import WaylineStorage

// Each of these has its double in WaylineStorage, which it hands the store of the defaults to. One
// initialiser for both would have to give up `store: .standard`.

/// Values that can be encoded.
extension AppStorage where Value: Codable {
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

extension AppStorage where Value: Codable & ExpressibleByNilLiteral {
  /// A setting under `key` that is nil while nothing is stored.
  public init(_ key: String, store: UserDefaults?) {
    self.init(key, store: UserDefaultsStore.of(store))
  }
}
