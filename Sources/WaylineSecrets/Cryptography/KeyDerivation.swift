internal import CWaylineCrypto
import WaylineSystem

/// HKDF-SHA256 (RFC 5869): independent keys from one key, a salt and a label.
package enum KeyDerivation {
  /// Derives `count` bytes from `key`; different salts or labels give unrelated bytes.
  static func hkdf(
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

  /// Calls `body` with the parameter list, which points into `key`, `salt` and `info`.
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

/// scrypt (RFC 7914): a key from a passphrase, at a cost in time and memory an attacker must pay.
package struct Scrypt: Hashable, Sendable {
  /// The binary logarithm of the cost N; each step doubles time and memory.
  package var logCost: UInt8
  /// The block size r.
  package var blockSize: UInt8
  /// The parallelism p.
  package var parallelism: UInt8

  /// Creates parameters, which are not checked until a key is derived.
  package init(logCost: UInt8, blockSize: UInt8, parallelism: UInt8) {
    self.logCost = logCost
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// 2^17, 8, 1: 128 MiB and a few tenths of a second (OWASP's recommendation).
  package static let standard = Scrypt(logCost: 17, blockSize: 8, parallelism: 1)

  /// The highest accepted cost, 1 GiB: a forged header must not exhaust the machine.
  static let highestLogCost: UInt8 = 20

  /// The number of bytes the computation needs.
  package var memory: Int { 128 * Int(blockSize) * (1 << Int(logCost)) }

  /// Derives `count` bytes, the same for the same passphrase, salt and parameters.
  func derive(
    _ passphrase: SecureBytes, salt: [UInt8], count: Int
  ) throws(SecretError) -> SecureBytes {
    try check()
    defer { ErasedMemory.eraseTraces() }
    return try SecureBytes(count: count) { output throws(SecretError) in
      let code = passphrase.withUnsafeBytes { phrase in
        EVP_PBE_scrypt(
          phrase.bindMemory(to: CChar.self).baseAddress, phrase.count, salt, salt.count,
          1 << UInt64(logCost), UInt64(blockSize), UInt64(parallelism), UInt64(memory + 1 << 20),
          output.bindMemory(to: UInt8.self).baseAddress, count)
      }
      try Libcrypto.check(code, "stretching a passphrase")
    }
  }

  /// Throws for parameters that a header may not have.
  package func check() throws(SecretError) {
    guard (1...Self.highestLogCost).contains(logCost), blockSize == 8, parallelism == 1 else {
      throw .unsupportedFormat("scrypt 2^\(logCost), \(blockSize), \(parallelism)")
    }
  }
}

/// HMAC-SHA256 (RFC 2104): proof that bytes were written by a holder of the key.
package enum MessageAuthentication {
  /// The length of a code in bytes.
  static let codeLength = 32

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

  /// True if `code` is the code of `message`, in a time that does not depend on where they differ.
  package static func isValid(
    _ code: some Collection<UInt8>, for message: some Collection<UInt8>, key: SecureBytes
  ) throws(SecretError) -> Bool {
    let expected = try self.code(for: message, key: key)
    return code.count == codeLength && CRYPTO_memcmp(Array(code), expected, codeLength) == 0
  }
}
