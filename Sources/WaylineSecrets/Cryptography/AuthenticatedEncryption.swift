internal import CWaylineCrypto
import FoundationEssentials

/// An authenticated cipher, named in stored bytes by its raw value.
package enum AuthenticatedEncryption: UInt8, Sendable {
  /// AES-256 in Galois/counter mode (NIST SP 800-38D).
  case aes256GCM = 1

  /// The length of a key in bytes.
  static let keyLength = 32
  /// The length of a nonce in bytes.
  static let nonceLength = 12
  /// The length of the tag that follows the ciphertext.
  static let tagLength = 16

  // Proof: fetched once, never changed, and libcrypto's fetched algorithms are shared by threads.
  nonisolated(unsafe) private static let aes256GCMCipher = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

  private var cipher: OpaquePointer? { Self.aes256GCMCipher }
}

extension AuthenticatedEncryption {
  /// Appends ciphertext and tag of `plaintext` to `output`.
  ///
  /// - Parameter keyAndNonce: 32 bytes of key, then 12 of nonce; a pair may be used only once.
  func seal(
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

  /// Returns the plaintext of `sealed`; nil if key, nonce, bytes or associated data do not match.
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

/// One run of the cipher: a context that is freed, and so cleansed, at its end.
struct CipherPass: ~Copyable {
  enum Direction: Int32 {
    case opening = 0
    case sealing = 1
  }

  private let context: OpaquePointer?
  private let isReady: Bool

  init(_ cipher: OpaquePointer?, _ keyAndNonce: SecureBytes, _ direction: Direction) {
    let context = EVP_CIPHER_CTX_new()
    self.context = context
    isReady = keyAndNonce.withUnsafeBytes { bytes in
      let key = bytes.bindMemory(to: UInt8.self)
      guard context != nil, key.count == Self.keyAndNonceLength else { return false }
      let nonce = key.baseAddress?.advanced(by: AuthenticatedEncryption.keyLength)
      return EVP_CipherInit_ex2(
        context, cipher, key.baseAddress, nonce, direction.rawValue, nil) == 1
    }
  }

  private static let keyAndNonceLength =
    AuthenticatedEncryption.keyLength + AuthenticatedEncryption.nonceLength

  deinit {
    EVP_CIPHER_CTX_free(context)
  }

  /// Fills `output` with ciphertext and tag; it has exactly that length.
  func seal(
    _ plaintext: UnsafeRawBufferPointer, _ associated: [UInt8],
    into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    guard let start = output.baseAddress else { return false }
    let tag = start.advanced(by: plaintext.count)
    return isReady && authenticate(associated) && update(start, plaintext) && finish(tag)
      && EVP_CIPHER_CTX_ctrl(
        context, EVP_CTRL_AEAD_GET_TAG, Int32(AuthenticatedEncryption.tagLength), tag) == 1
  }

  /// Fills `output` with the plaintext of `sealed`, whose last bytes are the tag.
  func open(
    _ sealed: UnsafeBufferPointer<UInt8>, _ associated: [UInt8],
    into output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var tag = Array(sealed.suffix(AuthenticatedEncryption.tagLength))
    let ciphertext = UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(sealed).prefix(output.count))
    let start = output.bindMemory(to: UInt8.self).baseAddress
    return isReady && authenticate(associated) && update(start, ciphertext)
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
      && finish(&tag)
  }

  private func authenticate(_ associated: [UInt8]) -> Bool {
    associated.withUnsafeBytes { update(nil, $0) }
  }

  private func update(_ output: UnsafeMutablePointer<UInt8>?, _ input: UnsafeRawBufferPointer)
    -> Bool
  {
    guard input.count <= Int32.max else { return false }
    var written: Int32 = 0
    let bytes = input.bindMemory(to: UInt8.self).baseAddress
    return input.isEmpty
      || EVP_CipherUpdate(context, output, &written, bytes, Int32(input.count)) == 1
  }

  /// Galois/counter mode writes nothing here; `unused` only satisfies the call.
  private func finish(_ unused: UnsafeMutablePointer<UInt8>) -> Bool {
    var written: Int32 = 0
    return EVP_CipherFinal_ex(context, unused, &written) == 1
  }
}
