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

  package func place(of store: StoreIdentifier) -> String { file(of: store).path }

  package func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    try file(of: store).key()
  }

  package func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes {
    try rethrowing { () throws(StoreError) in try folder.create() }
    return try file(of: store).publish(key)
  }

  package func removeKey(of store: StoreIdentifier) throws(SecretError) {
    let file = file(of: store)
    try rethrowing { () throws(StoreError) in
      try file.remove()
    }
  }
}
