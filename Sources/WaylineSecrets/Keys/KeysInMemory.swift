import Synchronization

/// Keys that end with the process, for `--store :memory:` and for tests.
package final class KeysInMemory: KeyCabinet {
  private let keys = Mutex<[StoreIdentifier: SecureBytes]>([:])

  /// An empty cabinet.
  package init() {}

  /// The key of `store`.
  package func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    guard let key = keys.withLock({ $0[store] }) else {
      throw .keyFileMissing(path: place(of: store))
    }
    return key
  }

  /// Keeps `key` unless one is kept already, and returns the one that is kept.
  package func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes {
    keys.withLock { keys in
      let kept = keys[store] ?? key
      keys[store] = kept
      return kept
    }
  }

  /// Forgets the key of `store`; nothing happens if there is none.
  package func removeKey(of store: StoreIdentifier) throws(SecretError) {
    keys.withLock { $0[store] = nil }
  }

  /// Where the key of `store` is, in words for a person.
  package func place(of store: StoreIdentifier) -> String { "memory" }
}
