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

  package func place(of store: StoreIdentifier) -> String { file.path }

  package func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    try file.key()
  }

  package func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes {
    try file.publish(key)
  }

  package func removeKey(of store: StoreIdentifier) throws(SecretError) {}
}
