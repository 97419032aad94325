import FoundationEssentials
import Testing

@testable import WaylineSecrets

@Suite("Sealed record") struct SealedRecordTests {
  static let frozen = hex(
    """
    0101d0d1d2d3a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b75e829025a919404734ba170b39ac
    32d881f21de25624f7767d934f060657
    """)
  static let frozenEmpty = hex(
    """
    0101d0d1d2d3a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b754158632e958c6d7f6af9abc8048
    1978
    """)
  static let salt = ramp(from: 0xa0, count: 24)

  @Test("The bytes are those an independent implementation writes")
  func frozenVectors() throws {
    let key = try DataKey.sample()
    let nameless = RecordIdentity(namespace: "", key: "", kind: 0, version: -1)

    #expect(try key.seal("Ada, card 1815", as: .login, salt: Self.salt) == Self.frozen)
    #expect(try key.seal("", as: nameless, salt: Self.salt) == Self.frozenEmpty)
    #expect(try key.open(Self.frozen, as: .login) == Data("Ada, card 1815".utf8))
    #expect(try key.open(Self.frozenEmpty, as: nameless) == Data())
  }

  @Test("A record with any one bit changed does not open")
  func flippedBits() throws {
    let key = try DataKey.sample()

    for index in Self.frozen.indices {
      for bit in 0..<8 {
        var record = Self.frozen
        record[index] ^= 1 << bit
        let error = #expect(throws: SecretError.self) { try key.open(record, as: .login) }
        #expect(index < 2 ? error?.isUnsupported == true : error == .recordTampered(key: "login"))
      }
    }
  }

  @Test("A record of any other length does not open")
  func otherLengths() throws {
    let key = try DataKey.sample()

    for count in 0..<Self.frozen.count {
      #expect(throws: SecretError.recordTampered(key: "login")) {
        try key.open(Array(Self.frozen.prefix(count)), as: .login)
      }
    }
    #expect(throws: SecretError.recordTampered(key: "login")) {
      try key.open(Self.frozen + [0], as: .login)
    }
  }

  @Test(
    "A record moved to another place does not open",
    arguments: [
      RecordIdentity(namespace: "keychai", key: "nlogin", kind: 5, version: 7),
      RecordIdentity(namespace: "scene", key: "login", kind: 5, version: 7),
      RecordIdentity(namespace: "keychain", key: "logins", kind: 5, version: 7),
      RecordIdentity(namespace: "keychain", key: "login", kind: 8, version: 7),
      RecordIdentity(namespace: "keychain", key: "login", kind: 5, version: 6),
    ])
  func moved(identity: RecordIdentity) throws {
    #expect(throws: SecretError.recordTampered(key: identity.key)) {
      try DataKey.sample().open(Self.frozen, as: identity)
    }
  }

  @Test("A record of another store does not open, even under the same key")
  func otherStore() throws {
    let key = try DataKey.sample()
    let other = DataKey(identifier: key.identifier, store: try .random(), bytes: key.bytes)

    #expect(throws: SecretError.recordTampered(key: "login")) {
      try other.open(Self.frozen, as: .login)
    }
  }

  @Test("Bytes of a newer version are named, not guessed at")
  func unsupported() throws {
    let key = try DataKey.sample()
    var newer = Self.frozen
    newer[0] = 2
    var foreign = Self.frozen
    foreign[1] = 9

    #expect(throws: SecretError.unsupportedFormat("record version 2")) {
      try key.open(newer, as: .login)
    }
    #expect(throws: SecretError.unsupportedFormat("algorithm 9")) {
      try key.open(foreign, as: .login)
    }
  }

  @Test("The same secret is sealed to other bytes every time")
  func freshSalt() throws {
    let key = try DataKey.sample()

    #expect(try key.seal("1815", as: .login) != key.seal("1815", as: .login))
  }
}
