import WaylineStorage

/// A private folder of key files: `<store id>.key`, thirty-two random bytes, mode 0600.
///
/// A file is never replaced. It is published by `link(2)`, which fails where a file is: of two
/// programs that start for the first time, one publishes its key, and the other uses that one.
package struct KeyFolder: KeyCabinet {
  private let folder: PrivateFolder

  /// The key files in `folder`; nothing is touched before a key is needed.
  package init(_ folder: PrivateFolder) {
    self.folder = folder
  }

  /// The key file of `store`.
  package func file(of store: StoreIdentifier) -> PrivateFile {
    folder.file("\(store).key")
  }

  /// Where the key of `store` is, in words for a person.
  package func place(of store: StoreIdentifier) -> String { file(of: store).path }

  /// The key of `store`.
  package func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    try file(of: store).key()
  }

  /// Keeps `key` unless one is kept already, and returns the one that is kept.
  package func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes {
    try rethrowing { () throws(StoreError) in try folder.create() }
    return try file(of: store).publish(key)
  }

  /// Forgets the key of `store`; nothing happens if there is none.
  package func removeKey(of store: StoreIdentifier) throws(SecretError) {
    let file = file(of: store)
    try rethrowing { () throws(StoreError) in
      try file.remove()
    }
  }
}
