import Foundation
import WaylineStorage

/// Optionals of values with a raw value.
extension AppStorage {
  /// A setting under `key` that is nil while nothing is stored.
  public init<Raw: RawRepresentable>(_ key: String, store: UserDefaults?)
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(key, store: UserDefaultsStore.of(store))
  }

  /// A setting under `key` that shows `wrappedValue` while nothing is stored.
  public init<Raw: RawRepresentable>(wrappedValue: Raw?, _ key: String, store: UserDefaults?)
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(wrappedValue: wrappedValue, key, store: UserDefaultsStore.of(store))
  }

  /// A setting with the name and default of a declared key.
  public init<Raw: RawRepresentable>(
    _ key: KeyPath<AppStorageKeys, AppStorageKey<Raw?>>, store: UserDefaults?
  )
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(key, store: UserDefaultsStore.of(store))
  }

  /// A setting with the name of a declared key and a default of its own.
  public init<Raw: RawRepresentable>(
    wrappedValue: Raw?, _ key: KeyPath<AppStorageKeys, AppStorageKey<Raw?>>, store: UserDefaults?
  )
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(wrappedValue: wrappedValue, key, store: UserDefaultsStore.of(store))
  }

  /// A setting with the name of a declared key and a default of its own.
  public init<Raw: RawRepresentable>(
    wrappedValue: Raw?, strongKey: AppStorageKey<Raw?>, store: UserDefaults?
  )
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(
      wrappedValue: wrappedValue, strongKey: strongKey, store: UserDefaultsStore.of(store))
  }

  /// A setting with the name of a declared key and a default of its own.
  public init<Raw: RawRepresentable>(
    wrappedValue: Raw?, strongKeyPath: KeyPath<AppStorageKeys, AppStorageKey<Raw?>>,
    store: UserDefaults?
  )
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(
      wrappedValue: wrappedValue, strongKeyPath: strongKeyPath, store: UserDefaultsStore.of(store))
  }
}
