internal import CCrypto

extension SecureBytes {
  /// Fresh key material from OpenSSL's generator for private values.
  package static func random(count: Int) throws(SecretError) -> SecureBytes {
    try SecureBytes(count: count) { bytes throws(SecretError) in
      try Libcrypto.check(
        RAND_priv_bytes(bytes.bindMemory(to: UInt8.self).baseAddress, Int32(count)),
        "making a random key")
    }
  }
}

/// Random bytes that are stored in the clear: salts and identifiers.
package func randomBytes(count: Int) throws(SecretError) -> [UInt8] {
  _ = Libcrypto.isReady
  var bytes = [UInt8](repeating: 0, count: count)
  try Libcrypto.check(RAND_bytes(&bytes, Int32(count)), "making random bytes")
  return bytes
}
