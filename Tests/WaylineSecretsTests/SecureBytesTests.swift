import CCrypto
import Testing

@testable import WaylineSecrets

@Suite("Secure bytes") struct SecureBytesTests {
  @Test("Keys and passphrases print as <redacted>, however they are printed")
  func redacted() throws {
    let phrase = try Passphrase("correct horse")
    let key = phrase.bytes
    var dumped = ""
    dump((key, phrase), to: &dumped)

    #expect("\(key) \(String(reflecting: key))" == "<redacted> <redacted>")
    #expect("\(phrase) \(String(reflecting: phrase))" == "<redacted> <redacted>")
    #expect(!dumped.contains("correct") && !dumped.contains("0x"))
  }

  @Test("Keys live on the secure heap")
  func secureHeap() throws {
    let key = try SecureBytes.random(count: 32)

    #expect(key.withUnsafeBytes { CRYPTO_secure_allocated($0.baseAddress) } == 1)
  }

  @Test("A key larger than the secure heap still works")
  func overflow() throws {
    let key = try SecureBytes.random(count: 1 << 17)

    #expect(key.count == 1 << 17)
    #expect(key.withUnsafeBytes { CRYPTO_secure_allocated($0.baseAddress) } == 0)
  }

  @Test("Equality compares the bytes")
  func equality() throws {
    #expect(secure([1, 2, 3]) == secure([1, 2, 3]))
    #expect(secure([1, 2, 3]) != secure([1, 2, 4]))
    #expect(secure([1, 2, 3]) != secure([1, 2]))
    #expect(secure([]) == secure([]))
  }

  @Test("An empty passphrase is refused")
  func emptyPassphrase() {
    #expect(throws: SecretError.emptyPassphrase) { try Passphrase("") }
    #expect(throws: SecretError.emptyPassphrase) {
      try Passphrase(copying: UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }
}
