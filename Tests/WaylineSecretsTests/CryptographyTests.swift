import FoundationEssentials
import Testing

@testable import WaylineSecrets

@Suite("Cryptography") struct CryptographyTests {
  @Test("HKDF gives the bytes of RFC 5869, test cases 1 and 3")
  func hkdf() throws {
    let key = secure([UInt8](repeating: 0x0b, count: 22))
    let first = try KeyDerivation.hkdf(
      key, salt: ramp(from: 0, count: 13), info: ramp(from: 0xf0, count: 10), count: 42)
    let third = try KeyDerivation.hkdf(key, salt: [], info: [], count: 42)

    #expect(
      first.revealed
        == hex(
          "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
    #expect(
      third.revealed
        == hex(
          "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"))
  }

  @Test("scrypt gives the bytes of RFC 7914, section 12, third vector")
  func scrypt() throws {
    let phrase = try Passphrase("pleaseletmein").bytes
    let derived = try Scrypt(logCost: 14, blockSize: 8, parallelism: 1)
      .derive(phrase, salt: Array("SodiumChloride".utf8), count: 64)

    #expect(
      derived.revealed
        == hex(
          """
          7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2
          d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
          """))
  }

  @Test("scrypt at the standard cost gives the bytes an independent implementation gives")
  func standardCost() throws {
    let derived = try Scrypt.standard.derive(
      Passphrase(SlotKeys.passphrase).bytes, salt: SlotKeys.passphraseSalt, count: 32)

    #expect(
      derived.revealed == hex("9c86f3e3408d30a2f9b286b0b58eb5f172c5e72470eadced32cf612c874d5ec9"))
  }

  @Test("scrypt refuses what a header may not ask for", arguments: [0, 21, 63, 64, 255] as [UInt8])
  func scryptCost(logCost: UInt8) throws {
    let phrase = try Passphrase("due Friday").bytes
    let costly = Scrypt(logCost: logCost, blockSize: 8, parallelism: 1)

    #expect(throws: SecretError.unsupportedFormat("scrypt 2^\(logCost), 8, 1")) {
      try costly.derive(phrase, salt: [1], count: 32)
    }
  }

  @Test("HMAC gives the bytes of RFC 4231, test case 2")
  func hmac() throws {
    let message = Array("what do ya want for nothing?".utf8)
    let code = try MessageAuthentication.code(for: message, key: secure(Array("Jefe".utf8)))

    #expect(code == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    #expect(
      try !MessageAuthentication.isValid(
        code.dropLast(), for: message, key: secure(Array("Jefe".utf8))))
  }

  @Test("AES-256-GCM gives the bytes of the mode's specification, test case 16")
  func galoisCounterMode() throws {
    let keyAndNonce = secure(
      hex(
        "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308cafebabefacedbaddecaf888"))
    let plaintext = hex(
      """
      d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
      1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
      """)
    let associated = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    var sealed: [UInt8] = []
    try plaintext.withUnsafeBytes {
      try AuthenticatedEncryption.aes256GCM.seal(
        $0, keyAndNonce: keyAndNonce, associated: associated, appendingTo: &sealed)
    }

    #expect(sealed.suffix(16) == hex("76fc6ece0f4e1768cddf8853bb2d551b")[...])
    #expect(sealed.prefix(8) == hex("522dc1f099567d07")[...])
    #expect(
      AuthenticatedEncryption.aes256GCM.open(
        sealed[...], keyAndNonce: keyAndNonce, associated: associated) == Data(plaintext))
  }

  @Test("Bytes that do not open leave nothing of the plaintext behind")
  func unprovenPlaintext() throws {
    let keyAndNonce = try SecureBytes.random(count: 44)
    var sealed: [UInt8] = []
    try Array("overdue".utf8).withUnsafeBytes {
      try AuthenticatedEncryption.aes256GCM.seal(
        $0, keyAndNonce: keyAndNonce, associated: [], appendingTo: &sealed)
    }
    sealed[sealed.count - 1] ^= 1
    let output = SecureBytes(count: 7) {
      _ = AuthenticatedEncryption.aes256GCM.open(
        sealed[...], keyAndNonce: keyAndNonce, associated: [], into: $0)
    }

    #expect(output.revealed == [0, 0, 0, 0, 0, 0, 0])
  }
}
