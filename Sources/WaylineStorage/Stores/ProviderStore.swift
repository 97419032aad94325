import FoundationEssentials
import Synchronization

/// A ``KeychainProvider`` as a store, so that wrappers of one key share one live value.
///
/// The provider is read again at each check for foreign changes: it cannot report them.
package final class ProviderStore: PersistentStore {
  /// The live values, observers and events of the store.
  package let hub: StoreHub
  private let provider: any KeychainProvider

  private init(_ provider: any KeychainProvider) {
    self.provider = provider
    hub = StoreHub(name: "\(type(of: provider))")
  }

  /// Reads one value; nil if nothing is stored.
  package func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    provider.getData(forKey: name(key)).map { StoredValue($0, kind: .data) }
  }

  /// Writes one value, or deletes it with nil, as a transaction of its own.
  package func setStoredValue(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    let isDone =
      if let value {
        provider.setData(value.bytes, forKey: name(key))
      } else {
        provider.deleteData(forKey: name(key))
      }
    if !isDone { throw .refused(key, reason: "the keychain refused it") }
  }

  /// None: a provider cannot list its keys.
  package func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] { [] }

  /// Runs `body`, and puts back what it wrote if a part is refused.
  package func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    let transaction = ProviderTransaction(self)
    do {
      try body(transaction)
    } catch {
      transaction.undo()
      throw error
    }
  }

  /// Reads every live value from the provider again: it cannot report changes.
  package func checkForeignChanges() {
    let keys = hub.refresh(from: self)
    if !keys.isEmpty { hub.publish(.changedElsewhere(keys)) }
  }

  private func name(_ key: StoreKey) -> String {
    key.namespace == StoreKey.keychain ? key.name : "\(key)"
  }
}

/// A transaction on a provider: what was written is put back if a later part is refused.
private final class ProviderTransaction: StoreTransaction {
  private let store: ProviderStore
  private var old: [(key: StoreKey, value: StoredValue?)] = []

  init(_ store: ProviderStore) {
    self.store = store
  }

  func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try store.storedValue(for: key)
  }

  func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    let before = try store.storedValue(for: key)
    try store.setStoredValue(value, for: key)
    old.append((key, before))
  }

  func keys(in namespace: String?) throws(StoreError) -> [StoreKey] { [] }

  /// Puts the old values back, last one first; if the provider refuses this too, the new one stays.
  func undo() {
    for (key, value) in old.reversed() { try? store.setStoredValue(value, for: key) }
  }
}

extension ProviderStore {
  private static let known = Mutex(KnownStores<ProviderID, ProviderStore>())

  /// The store of a provider: itself if it is one, else the one that all its wrappers share.
  package static func store(for provider: any KeychainProvider) -> any PersistentStore {
    if let store = provider as? any PersistentStore { return store }
    let id = ProviderID(provider)
    return known.withLock { known in
      if let store = known[id] { return store }
      let store = ProviderStore(provider)
      known.add(store, for: id)
      return store
    }
  }
}

/// Distinguishes providers by their type and bytes: the reference of a class, the fields of a struct.
///
/// The store retains its provider, so what the bytes refer to lives as long as the store is known.
private struct ProviderID: Hashable {
  let type: ObjectIdentifier
  let bytes: [UInt8]

  init(_ provider: any KeychainProvider) {
    func content<Provider>(of provider: Provider) -> [UInt8] {
      withUnsafeBytes(of: provider) { Array($0) }
    }
    type = ObjectIdentifier(Swift.type(of: provider))
    bytes = content(of: provider)
  }
}
