internal import CCrypto
import FoundationEssentials

/// An authenticated cipher, named in stored bytes by its raw value.
package enum AuthenticatedEncryption: UInt8, Sendable {
  /// AES-256 in Galois/counter mode (NIST SP 800-38D).
  case aes256GCM = 1

  /// The length of a key in bytes.
  package static let keyLength = 32
  /// The length of a nonce in bytes.
  package static let nonceLength = 12
  /// The length of the tag that follows the ciphertext.
  package static let tagLength = 16

  // Proof: fetched once, never changed, and libcrypto's fetched algorithms are shared by threads.
  nonisolated(unsafe) private static let aes256GCMCipher = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

  private var cipher: OpaquePointer? { Self.aes256GCMCipher }
}

extension AuthenticatedEncryption {
  /// Appends ciphertext and tag of `plaintext` to `output`.
  ///
  /// - Parameter keyAndNonce: 32 bytes of key, then 12 of nonce; a pair may be used only once.
  package func seal(
    _ plaintext: UnsafeRawBufferPointer, keyAndNonce: SecureBytes, associated: [UInt8],
    appendingTo output: inout [UInt8]
  ) throws(SecretError) {
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: plaintext.count + Self.tagLength))
    let sealed = output.withUnsafeMutableBufferPointer { bytes in
      CipherPass(cipher, keyAndNonce, .sealing).seal(
        plaintext, associated, into: UnsafeMutableBufferPointer(rebasing: bytes[start...]))
    }
    guard sealed else { throw Libcrypto.failure("sealing") }
  }

  /// The plaintext of `sealed`, or nil when key, nonce, bytes or associated data do not belong together.
  package func open(
    _ sealed: ArraySlice<UInt8>, keyAndNonce: SecureBytes, associated: [UInt8]
  ) -> Data? {
    guard sealed.count >= Self.tagLength else { return nil }
    var plaintext = Data(count: sealed.count - Self.tagLength)
    let opened = plaintext.withUnsafeMutableBytes { output in
      open(sealed, keyAndNonce: keyAndNonce, associated: associated, into: output)
    }
    return opened ? plaintext : nil
  }

  /// Opens `sealed` into `output`; on failure `output` is cleansed, since its bytes are unproven.
  package func open(
    _ sealed: ArraySlice<UInt8>, keyAndNonce: SecureBytes, associated: [UInt8],
    into output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard sealed.count == output.count + Self.tagLength else { return false }
    let opened = sealed.withUnsafeBufferPointer { bytes in
      CipherPass(cipher, keyAndNonce, .opening).open(bytes, associated, into: output)
    }
    if !opened {
      OPENSSL_cleanse(output.baseAddress, output.count)
      ERR_clear_error()
    }
    return opened
  }
}
