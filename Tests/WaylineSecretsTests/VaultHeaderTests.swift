import Testing

@testable import WaylineSecrets

@Suite("Vault header") struct VaultHeaderTests {
  static let keyFileOnly = hex(
    """
    574c5345435245540001101112131415161718191a1b1c1d1e1fd0d1d2d30101004901606162636465666768
    696a6b6c6d6e6f70717273747576773d2842018f93af8653d929c5668c613f3994b970ae56d63261d0ee082f
    34ddb4c81d931504fd5056eb097235d28147225d0f9a3424b70d0fbf8056a16ea67a6ac88f057a476b451253
    00dd4c84fd82c4
    """)
  static let both = hex(
    """
    574c5345435245540001101112131415161718191a1b1c1d1e1fd0d1d2d30201004901606162636465666768
    696a6b6c6d6e6f70717273747576773d2842018f93af8653d929c5668c613f3994b970ae56d63261d0ee082f
    34ddb4c81d931504fd5056eb097235d281472202005c0e0801c0c1c2c3c4c5c6c7c8c9cacbcccdcecf017879
    7a7b7c7d7e7f808182838485868788898a8b8c8d8e8fab837e0ce5cad57b746b944d580f81abc4bc92fa59c0
    e96333a9f1e391cde030ef973058b91c6572d399c926d0c40a3a05235beac780d6275e28b2766abb70b2e668
    597a15e879e97703e3fc39985d88
    """)

  @Test("The bytes are those an independent implementation writes")
  func frozenVectors() throws {
    let key = try DataKey.sample()
    let slots = [
      try KeySlot(
        wrapping: key, under: secure(SlotKeys.keyFile), unlocking: .keyFile,
        salt: ramp(from: 0x60, count: 24)),
      try KeySlot(
        wrapping: key, under: SlotKeys.stretched(),
        unlocking: .passphrase(SlotKeys.scrypt, salt: SlotKeys.passphraseSalt),
        salt: ramp(from: 0x78, count: 24)),
    ]

    #expect(try VaultHeader(sealing: key, slots: [slots[0]]).bytes == Self.keyFileOnly)
    #expect(try VaultHeader(sealing: key, slots: slots).bytes == Self.both)
  }

  @Test("Every slot leads to the same data key")
  func opening() throws {
    let header = try VaultHeader(Self.both)
    let byFile = try header.open(header.slots[0], with: secure(SlotKeys.keyFile))
    let byPassphrase = try header.open(header.slots[1], with: SlotKeys.stretched())

    #expect(header.slots.map(\.source) == [.keyFile, .passphrase])
    #expect(byFile.bytes == (try DataKey.sample().bytes))
    #expect(byPassphrase.bytes == byFile.bytes)
  }

  @Test("A key of another store is called the wrong key")
  func wrongKey() throws {
    let header = try VaultHeader(Self.both)

    #expect(throws: SecretError.wrongKey(.keyFile)) {
      try header.open(header.slots[0], with: secure(ramp(from: 0x81, count: 32)))
    }
    #expect(throws: SecretError.wrongKey(.passphrase)) {
      try header.open(header.slots[1], with: secure(SlotKeys.keyFile))
    }
  }

  @Test("A header with any one bit changed does not open")
  func flippedBits() throws {
    for index in Self.both.indices {
      for bit in 0..<8 {
        var bytes = Self.both
        bytes[index] ^= 1 << bit
        let error = #expect(throws: SecretError.self, "bit \(bit) of byte \(index)") {
          let header = try VaultHeader(bytes)
          return try header.open(header.slots[0], with: secure(SlotKeys.keyFile))
        }
        #expect(
          error == .wrongKey(.keyFile) || error == .headerTampered || error?.isUnsupported == true)
      }
    }
  }

  @Test("A change the slot cannot see is called a tampered header")
  func tampered() throws {
    var otherSlot = Self.both
    otherSlot[Self.both.count - 33] ^= 1
    var code = Self.both
    code[Self.both.count - 1] ^= 1

    for bytes in [otherSlot, code] {
      let header = try VaultHeader(bytes)
      #expect(throws: SecretError.headerTampered) {
        try header.open(header.slots[0], with: secure(SlotKeys.keyFile))
      }
    }
  }

  @Test("A slot taken away is called a tampered header")
  func missingSlot() throws {
    let parts = (Array(Self.keyFileOnly.dropLast(32)), Self.both.suffix(32))
    let header = try VaultHeader(parts.0 + parts.1)

    #expect(throws: SecretError.headerTampered) {
      try header.open(header.slots[0], with: secure(SlotKeys.keyFile))
    }
  }

  @Test("A header of any other length is refused")
  func otherLengths() {
    for count in 0..<Self.both.count {
      #expect(throws: SecretError.self) { try VaultHeader(Array(Self.both.prefix(count))) }
    }
    #expect(throws: SecretError.headerTampered) { try VaultHeader(Self.both + [0]) }
  }

  @Test(
    "Bytes of a newer version are named, not guessed at",
    arguments: [
      (0, 0x58, "not the header of a secret store"), (9, 2, "header version 2"),
      (31, 9, "key slot of kind 9"), (34, 9, "algorithm 9"),
    ] as [(Int, UInt8, String)])
  func unsupported(offset: Int, byte: UInt8, what: String) throws {
    var bytes = Self.keyFileOnly
    bytes[offset] = byte

    #expect(throws: SecretError.unsupportedFormat(what)) { try VaultHeader(bytes) }
  }

  @Test("A cost above 2^20 is refused before any work is done")
  func costlyHeader() throws {
    let cost = try #require(Self.both.firstIndex(of: 0x0e))
    var bytes = Self.both
    bytes[cost] = 21

    #expect(throws: SecretError.unsupportedFormat("scrypt 2^21, 8, 1")) { try VaultHeader(bytes) }
  }
}
