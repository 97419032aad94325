/// The random key that seals every record of one store, with its identifier.
///
/// It never leaves memory unwrapped: the header stores it sealed under the keys of its slots.
package struct DataKey: Sendable {
  /// The length of an identifier in bytes.
  static let identifierLength = 4

  /// Four random bytes that name this key in records and in the header.
  package let identifier: [UInt8]
  /// The store whose records the key seals.
  package let store: StoreIdentifier
  let bytes: SecureBytes

  /// Creates a key that was read from a slot.
  package init(identifier: [UInt8], store: StoreIdentifier, bytes: SecureBytes) {
    self.identifier = identifier
    self.store = store
    self.bytes = bytes
  }

  /// Makes a random key for `store`.
  package static func random(for store: StoreIdentifier) throws(SecretError) -> DataKey {
    DataKey(
      identifier: try randomBytes(count: identifierLength), store: store,
      bytes: try .random(count: AuthenticatedEncryption.keyLength))
  }
}

/// Sixteen random bytes that identify a secret store.
///
/// It names the key file and is bound to every record, so a record copied from another store does
/// not open.
package struct StoreIdentifier: Hashable, Sendable {
  /// The length in bytes.
  package static let length = 16

  /// The bytes, as a header stores them.
  package let bytes: [UInt8]

  /// Creates an identifier from a header's bytes; nil if the length is wrong.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  private init(minted bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes a random identifier.
  package static func random() throws(SecretError) -> StoreIdentifier {
    StoreIdentifier(minted: try randomBytes(count: length))
  }
}

extension StoreIdentifier: CustomStringConvertible {
  /// Thirty-two lower-case hexadecimal digits.
  package var description: String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

/// A key and a nonce made for sealing one message, by HKDF over a fresh random salt.
///
/// The salt is stored beside the message. Because every message has a key of its own, no number of
/// writes wears the long-lived key out.
struct OneTimeKey {
  /// The length of a salt in bytes.
  static let saltLength = 24

  let algorithm: AuthenticatedEncryption
  let keyAndNonce: SecureBytes

  /// Derives the pair; `label` keeps the uses of one long-lived key apart.
  init(
    from key: SecureBytes, label: String, algorithm: AuthenticatedEncryption, salt: [UInt8]
  ) throws(SecretError) {
    self.algorithm = algorithm
    keyAndNonce = try KeyDerivation.hkdf(
      key, salt: salt, info: Array(label.utf8) + [algorithm.rawValue],
      count: AuthenticatedEncryption.keyLength + AuthenticatedEncryption.nonceLength)
  }
}

extension AuthenticatedEncryption {
  /// The cipher of a stored byte.
  init(stored byte: UInt8) throws(SecretError) {
    guard let algorithm = AuthenticatedEncryption(rawValue: byte) else {
      throw .unsupportedFormat("algorithm \(byte)")
    }
    self = algorithm
  }
}
