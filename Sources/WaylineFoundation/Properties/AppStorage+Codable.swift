import Foundation
import WaylineStorage

/// Values that can be encoded: scalars in binary form, structures as JSON.
extension AppStorage where Value: Codable {
  /// A setting under `key` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults?) {
    self.init(key, wrappedValue, UserDefaultsStore.of(store)) { Codec<Value>.natural() }
  }

  /// A setting with the name and default of a declared key.
  public init(
    _ key: KeyPath<AppStorageKeys, AppStorageKey<Value>>, store: UserDefaults?
  ) {
    let key = AppStorageKeys()[keyPath: key]
    self.init(key.name, key.defaultValue, UserDefaultsStore.of(store)) { Codec<Value>.natural() }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, _ key: KeyPath<AppStorageKeys, AppStorageKey<Value>>,
    store: UserDefaults?
  ) {
    self.init(AppStorageKeys()[keyPath: key].name, wrappedValue, UserDefaultsStore.of(store)) {
      Codec<Value>.natural()
    }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, strongKey: AppStorageKey<Value>, store: UserDefaults?
  ) {
    self.init(strongKey.name, wrappedValue, UserDefaultsStore.of(store)) { Codec<Value>.natural() }
  }

  /// A setting with the name of a declared key and a default of its own.
  public init(
    wrappedValue: Value, strongKeyPath: KeyPath<AppStorageKeys, AppStorageKey<Value>>,
    store: UserDefaults?
  ) {
    self.init(
      AppStorageKeys()[keyPath: strongKeyPath].name, wrappedValue, UserDefaultsStore.of(store)
    ) { Codec<Value>.natural() }
  }
}

extension AppStorage where Value: Codable & ExpressibleByNilLiteral {
  /// A setting under `key` that is nil while nothing is stored.
  public init(_ key: String, store: UserDefaults?) {
    self.init(key, nil, UserDefaultsStore.of(store)) { Codec<Value>.natural() }
  }
}
