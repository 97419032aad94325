import Foundation
import WaylineStorage

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
