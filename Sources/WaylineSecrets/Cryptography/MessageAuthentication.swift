internal import CCrypto

/// HMAC-SHA256 (RFC 2104): proof that bytes were written by someone who holds the key.
package enum MessageAuthentication {
  /// The length of a code in bytes.
  package static let codeLength = 32

  /// The code of `message` under `key`.
  package static func code(
    for message: some Collection<UInt8>, key: SecureBytes
  ) throws(SecretError) -> [UInt8] {
    let message = Array(message)
    var code = [UInt8](repeating: 0, count: codeLength)
    let result = key.withUnsafeBytes { key in
      HMAC(EVP_sha256(), key.baseAddress, Int32(key.count), message, message.count, &code, nil)
    }
    _ = try Libcrypto.require(result, "authenticating")
    return code
  }

  /// Whether `code` is the code of `message`, in a time that does not depend on where they differ.
  package static func isValid(
    _ code: some Collection<UInt8>, for message: some Collection<UInt8>, key: SecureBytes
  ) throws(SecretError) -> Bool {
    let expected = try self.code(for: message, key: key)
    return code.count == codeLength && CRYPTO_memcmp(Array(code), expected, codeLength) == 0
  }
}
