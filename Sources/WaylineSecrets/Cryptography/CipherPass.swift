internal import CCrypto

/// One run of the cipher: a context that is freed, and so cleansed, when the run is over.
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
