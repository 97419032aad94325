internal import CCrypto

/// HKDF-SHA256 (RFC 5869): independent keys from one key, a salt and a label.
package enum KeyDerivation {
  /// `count` bytes derived from `key`; different salts or labels give unrelated bytes.
  package static func hkdf(
    _ key: SecureBytes, salt: [UInt8], info: [UInt8], count: Int
  ) throws(SecretError) -> SecureBytes {
    let context = try Libcrypto.require(EVP_KDF_CTX_new(algorithm), "preparing HKDF")
    defer { EVP_KDF_CTX_free(context) }
    return try SecureBytes(count: count) { output throws(SecretError) in
      let code = withParameters(key: key, salt: salt, info: info) { parameters in
        EVP_KDF_derive(context, output.bindMemory(to: UInt8.self).baseAddress, count, parameters)
      }
      try Libcrypto.check(code, "deriving a key")
    }
  }

  // Proof: fetched once, never changed, and libcrypto's fetched algorithms are shared by threads.
  nonisolated(unsafe) private static let algorithm = EVP_KDF_fetch(nil, "HKDF", nil)

  /// Lends `body` the parameter list, which points into `key`, `salt` and `info`.
  private static func withParameters(
    key: SecureBytes, salt: [UInt8], info: [UInt8],
    _ body: ([OSSL_PARAM]) -> Int32
  ) -> Int32 {
    key.withUnsafeBytes { key in
      salt.withUnsafeBytes { salt in
        info.withUnsafeBytes { info in
          let digest = UnsafeMutablePointer(mutating: text("SHA256"))
          return body([
            OSSL_PARAM_construct_utf8_string(text("digest"), digest, 0),
            octets("key", key), octets("salt", salt), octets("info", info),
            OSSL_PARAM_construct_end(),
          ])
        }
      }
    }
  }

  /// libcrypto only reads what a parameter of this list points to.
  private static func octets(_ name: StaticString, _ bytes: UnsafeRawBufferPointer) -> OSSL_PARAM {
    OSSL_PARAM_construct_octet_string(
      text(name), UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// A parameter list keeps pointers to its names, so they must outlive the call that makes it.
  private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
