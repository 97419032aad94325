/// The random key that seals every record of one store, with the identifier it is known by.
///
/// It never leaves memory unwrapped: the header keeps it sealed under the keys of its slots.
package struct DataKey: Sendable {
  /// The length of an identifier in bytes.
  package static let identifierLength = 4

  /// Four random bytes that name this key in records and in the header.
  package let identifier: [UInt8]
  /// The store whose records the key seals.
  package let store: StoreIdentifier
  let bytes: SecureBytes

  /// A key as it comes out of a slot.
  package init(identifier: [UInt8], store: StoreIdentifier, bytes: SecureBytes) {
    self.identifier = identifier
    self.store = store
    self.bytes = bytes
  }

  /// A new key for `store`.
  package static func random(for store: StoreIdentifier) throws(SecretError) -> DataKey {
    DataKey(
      identifier: try randomBytes(count: identifierLength), store: store,
      bytes: try .random(count: AuthenticatedEncryption.keyLength))
  }
}
