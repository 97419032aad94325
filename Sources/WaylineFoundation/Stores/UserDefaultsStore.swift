import Foundation
import Synchronization
import WaylineGraph
import WaylineStorage

// Proof: UserDefaults is documented to be thread-safe, and Linux lacks only the conformance.
/// `UserDefaults` as a store: for settings that other code of a program stores there too.
///
/// Scalars are stored as Foundation stores them, so `defaults.integer(forKey:)` sees what a wrapper
/// wrote, and are read as its readers convert them: a number under another type of number, `"1"` or `YES`
/// under a `Bool`, a number under a text. A text that is no number is not read as 0, as
/// `integer(forKey:)` reads it, but shows the default with an error, and is kept. Structures and URLs are small dictionaries that carry their kind. Each write is followed by
/// `synchronize()`: on Linux nothing else writes the file, not even a normal end of the program.
/// Foundation posts no notice there either, so changes made past the wrappers are seen by
/// ``checkForeignChanges()``, which a shell calls before each prompt. It cannot store several keys
/// together against a crash; a store that is not Foundation's can.
///
/// A `-name value` on the command line hides the stored value of `name`: that is `UserDefaults`.
public final class UserDefaultsStore: PersistentStore, @unchecked Sendable {
  /// The live values, observers and events of the store.
  public let hub: StoreHub
  private let defaults: UserDefaults
  private let observation = Mutex<ObservationToken?>(nil)

  private init(_ defaults: UserDefaults) {
    self.defaults = defaults
    hub = StoreHub(name: "UserDefaults") { $0.converted(to: $1) }
  }

  /// Reads one value; nil if nothing is stored.
  public func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    guard let object = defaults.object(forKey: key.description) else { return nil }
    return try StoredValue(propertyList: object, key: key)
  }

  /// Writes one value, or deletes it with nil, as a transaction of its own.
  public func setStoredValue(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    try put(value, for: key)
    try save(key)
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  public func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    defaults.dictionaryRepresentation().keys.map(StoreKey.init(text:))
      .filter { $0.isIn(namespace) }.sorted()
  }

  /// Runs `body`, and puts back what it wrote if a part is refused.
  public func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    let transaction = DefaultsTransaction(self)
    do {
      try body(transaction)
      if let key = transaction.lastKey { try save(key) }
    } catch {
      transaction.undo()
      throw error
    }
  }

  /// Reads the file again, and brings the live values up to date.
  public func checkForeignChanges() {
    guard !hub.isInTransaction else { return }
    _ = defaults.synchronize()
    let keys = hub.refresh(from: self)
    if !keys.isEmpty { hub.publish(.changedElsewhere(keys)) }
  }
}

extension UserDefaultsStore {
  /// Writes into the defaults, and not yet to the file.
  fileprivate func put(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    guard let value else { return defaults.removeObject(forKey: key.description) }
    if let old = try storedValue(for: key), old.kind != value.kind,
      old.converted(to: value.kind) == nil
    {
      throw .kindMismatch(key, stored: old.kind, attempted: value.kind)
    }
    defaults.set(try value.propertyList(key), forKey: key.description)
  }

  /// The object under a key, of whatever type.
  fileprivate func object(for key: StoreKey) -> Any? {
    defaults.object(forKey: key.description)
  }

  /// Puts an object back as it was; nil for none.
  fileprivate func putBack(_ object: Any?, for key: StoreKey) {
    guard let object else { return defaults.removeObject(forKey: key.description) }
    defaults.set(object, forKey: key.description)
  }

  private func save(_ key: StoreKey) throws(StoreError) {
    guard defaults.synchronize() else {
      throw .refused(key, reason: "UserDefaults could not save its file")
    }
  }
}

/// Changes to several defaults that are put back if one is refused.
private final class DefaultsTransaction: StoreTransaction {
  private let store: UserDefaultsStore
  /// The objects that were replaced, also those that are no values of a store.
  private var old: [(key: StoreKey, object: Any?)] = []

  init(_ store: UserDefaultsStore) {
    self.store = store
  }

  /// The key that was written last; nil if none was.
  var lastKey: StoreKey? { old.last?.key }

  func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try store.storedValue(for: key)
  }

  func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    let before = store.object(for: key)
    try store.put(value, for: key)
    old.append((key, before))
  }

  func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try store.storedKeys(in: namespace)
  }

  /// Puts the old values back, last one first.
  func undo() {
    for (key, object) in old.reversed() { store.putBack(object, for: key) }
  }
}

extension UserDefaultsStore {
  private static let known = Mutex(KnownStores<ObjectIdentifier, UserDefaultsStore>())

  /// The store of these defaults, which all wrappers of them share; nil for nil.
  public static func of(_ defaults: UserDefaults?) -> UserDefaultsStore? {
    guard let defaults else { return nil }
    return known.withLock { known in
      if let store = known[ObjectIdentifier(defaults)] { return store }
      let store = UserDefaultsStore(defaults)
      store.notifyObservers()
      known.add(store, for: ObjectIdentifier(defaults))
      return store
    }
  }

  /// Two `UserDefaults` objects may represent one file: after a write the others are refreshed.
  private func notifyObservers() {
    observation.withLock { observation in
      observation = observeChanges { [weak self] _ in
        let others = UserDefaultsStore.known.withLock { $0.all }
        for store in others where store !== self { store.hub.refresh(from: store) }
      }
    }
  }
}
