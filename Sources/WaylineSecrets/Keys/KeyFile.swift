import WaylineStorage

/// One key file at a place of the person's choice, such as a stick that is kept apart.
///
/// It is made with the first secret if it is not there, and is never replaced or deleted: it may open
/// other stores too. Its folder has to be there.
package struct KeyFile: KeyCabinet {
  private let file: PrivateFile

  /// The key file at a path; nothing is touched before a key is needed.
  package init(_ path: String) {
    file = PrivateFile(path)
  }

  /// Where the key of `store` is, in words for a person.
  package func place(of store: StoreIdentifier) -> String { file.path }

  /// The key in the file, whichever store it is for.
  package func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    try file.key()
  }

  /// Keeps `key` unless one is kept already, and returns the one that is kept.
  package func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes {
    try file.publish(key)
  }

  /// Nothing: the file is the person's, and may open other stores.
  package func removeKey(of store: StoreIdentifier) throws(SecretError) {}
}
