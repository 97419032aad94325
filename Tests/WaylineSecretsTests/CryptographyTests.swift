import FoundationEssentials
import Testing
import WaylineFaultRuns
import WaylineTestScale

@testable import WaylineSecrets

@Suite("Cryptography") struct CryptographyTests {
  struct Derivation: Sendable {
    var key: [UInt8]
    var salt: [UInt8]
    var info: [UInt8]
    var output: String
  }

  @Test(
    "HKDF gives the bytes of RFC 5869, appendix A, test cases 1 to 3",
    arguments: [
      Derivation(
        key: [UInt8](repeating: 0x0b, count: 22), salt: ramp(from: 0, count: 13),
        info: ramp(from: 0xf0, count: 10),
        output:
          "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
      Derivation(
        key: ramp(from: 0, count: 80), salt: ramp(from: 0x60, count: 80),
        info: ramp(from: 0xb0, count: 80),
        output:
          """
          b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c
          59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71
          cc30c58179ec3e87c14c01d5c1f3434f1d87
          """),
      Derivation(
        key: [UInt8](repeating: 0x0b, count: 22), salt: [], info: [],
        output:
          "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
    ])
  func hkdf(vector: Derivation) throws {
    let output = hex(vector.output)
    let derived = try KeyDerivation.hkdf(
      secure(vector.key), salt: vector.salt, info: vector.info, count: output.count)

    #expect(derived.revealed == output)
  }

  @Test(
    "scrypt gives the bytes of RFC 7914, section 12: the third vector, and the fourth, of 1 GB, at scale",
    arguments: ([
      (
        14,
        """
        7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2
        d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
        """
      ),
      (
        20,
        """
        2101cb9b6a511aaeaddbbe09cf70f881ec568d574a2ffd4dabe5ee9820adaa47
        8e56fd8f4ba5d09ffa1c6d927c40f4c337304049e8a952fbcbf45c6fa77a41a4
        """
      ),
    ] as [(UInt8, String)]).prefix(Scale.factor))
  func scrypt(logCost: UInt8, output: String) throws {
    let phrase = try Passphrase("pleaseletmein").bytes
    let derived = try Scrypt(logCost: logCost, blockSize: 8, parallelism: 1)
      .derive(phrase, salt: Array("SodiumChloride".utf8), count: 64)

    #expect(derived.revealed == hex(output))
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

  @Test(
    "HMAC gives the bytes of RFC 4231, test cases 1, 2, 3 and 6",
    arguments: [
      (
        [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
      ),
      (
        [UInt8](repeating: 0xaa, count: 131),
        Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ] as [([UInt8], [UInt8], String)])
  func hmac(key: [UInt8], message: [UInt8], output: String) throws {
    let code = try MessageAuthentication.code(for: message, key: secure(key))

    #expect(code == hex(output))
    #expect(try MessageAuthentication.isValid(code, for: message, key: secure(key)))
    #expect(try !MessageAuthentication.isValid(code.dropLast(), for: message, key: secure(key)))
  }

  struct Sealing: Sendable {
    var key = String(repeating: "0", count: 64)
    var nonce = String(repeating: "0", count: 24)
    var plaintext = ""
    var associated = ""
    var ciphertext = ""
    var tag: String
  }

  private static let key = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
  private static let plaintext =
    """
    d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
    1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
    """
  private static let ciphertext =
    """
    522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
    8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
    """

  @Test(
    "AES-256-GCM gives the bytes of the mode's specification, test cases 13 to 16",
    arguments: [
      Sealing(tag: "530f8afbc74536b9a963b4f1c4cb738b"),
      Sealing(
        plaintext: "00000000000000000000000000000000",
        ciphertext: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"),
      Sealing(
        key: key, nonce: "cafebabefacedbaddecaf888", plaintext: plaintext + "1aafd255",
        ciphertext: ciphertext + "898015ad", tag: "b094dac5d93471bdec1a502270e3cc6c"),
      Sealing(
        key: key, nonce: "cafebabefacedbaddecaf888", plaintext: plaintext,
        associated: "feedfacedeadbeeffeedfacedeadbeefabaddad2", ciphertext: ciphertext,
        tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
    ])
  func galoisCounterMode(vector: Sealing) throws {
    let keyAndNonce = secure(hex(vector.key + vector.nonce))
    let associated = hex(vector.associated)
    var sealed: [UInt8] = []
    try hex(vector.plaintext).withUnsafeBytes {
      try AuthenticatedEncryption.aes256GCM.seal(
        $0, keyAndNonce: keyAndNonce, associated: associated, appendingTo: &sealed)
    }

    #expect(sealed == hex(vector.ciphertext + vector.tag))
    #expect(
      AuthenticatedEncryption.aes256GCM.open(
        sealed[...], keyAndNonce: keyAndNonce, associated: associated)
        == Data(hex(vector.plaintext)))
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
