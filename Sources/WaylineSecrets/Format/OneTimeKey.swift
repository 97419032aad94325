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
  /// The cipher a stored byte names.
  init(stored byte: UInt8) throws(SecretError) {
    guard let algorithm = AuthenticatedEncryption(rawValue: byte) else {
      throw .unsupportedFormat("algorithm \(byte)")
    }
    self = algorithm
  }
}
