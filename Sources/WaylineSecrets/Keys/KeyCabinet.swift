/// Where the keys of key-file slots are kept, one a store.
package protocol KeyCabinet: Sendable {
  /// The key of `store`.
  ///
  /// - Throws: `keyFileMissing` if there is none.
  func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes

  /// Keeps `key` for `store` unless one is kept already, and returns the one that is kept.
  func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes

  /// Forgets the key of `store`; nothing happens if there is none.
  func removeKey(of store: StoreIdentifier) throws(SecretError)

  /// Where the key of `store` is, in words for a person.
  func place(of store: StoreIdentifier) -> String
}

extension KeyCabinet {
  /// A new key for `store`, or the one that another program has published meanwhile.
  package func mintKey(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    try publish(.random(count: AuthenticatedEncryption.keyLength), of: store)
  }
}
