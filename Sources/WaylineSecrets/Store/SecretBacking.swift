import WaylineStorage

/// What keeps sealed values and the header, and never sees a secret.
package protocol SecretBacking: Sendable {
  /// What messages call the store.
  var name: String { get }
  /// Where it is, in words for a person.
  var place: String { get }
  /// A descriptor that becomes readable when another process may have written, if there is one.
  var changeDescriptor: Int32? { get }

  /// Reads one sealed value, or the header.
  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue?
  /// Lists the keys of one namespace, or all with nil, in ascending order.
  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey]
  /// Runs `body` alone, and keeps all that it changes or nothing.
  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws
  /// Whether another process has written since this was last asked.
  func hasForeignChanges() -> Bool
  /// Overwrites what was replaced or deleted, as far as the file system lets it.
  func forgetDeleted() throws(StoreError)
  /// Reports what is found while the file is used.
  func observeFindings(_ observer: @escaping @Sendable (SecretFinding) -> Void)
}

/// What came to light while the sealed values were used.
package enum SecretFinding: Sendable {
  /// Something a person should know.
  case event(StoreEvent)
  /// Another file took the place of the one in use.
  case replaced
}
