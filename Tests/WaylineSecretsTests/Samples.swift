import FoundationEssentials
import Testing

@testable import WaylineSecrets

/// The bytes that `digits` spell in hexadecimal; spaces are ignored.
func hex(_ digits: String) -> [UInt8] {
  let nibbles = digits.compactMap(\.hexDigitValue)
  return stride(from: 0, to: nibbles.count, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) }
}

/// `count` bytes counting up from `first`.
func ramp(from first: UInt8, count: Int) -> [UInt8] {
  (0..<count).map { first + UInt8($0) }
}

/// Key material with known bytes.
func secure(_ bytes: [UInt8]) -> SecureBytes {
  bytes.withUnsafeBytes { SecureBytes(copying: $0) }
}

extension SecureBytes {
  /// The bytes in the open, which only a test may want.
  var revealed: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension DataKey {
  /// The data key of the frozen vectors.
  static func sample() throws -> DataKey {
    let store = try #require(StoreIdentifier(ramp(from: 0x10, count: 16)))
    return DataKey(
      identifier: hex("d0d1d2d3"), store: store, bytes: secure(ramp(from: 0x40, count: 32)))
  }

  func seal(_ text: String, as identity: RecordIdentity) throws -> [UInt8] {
    try Array(text.utf8).withUnsafeBytes { try seal($0, as: identity) }
  }

  func seal(_ text: String, as identity: RecordIdentity, salt: [UInt8]) throws -> [UInt8] {
    try Array(text.utf8).withUnsafeBytes { try seal($0, as: identity, salt: salt) }
  }
}

extension RecordIdentity {
  /// The identity of the frozen record.
  static let login = RecordIdentity(namespace: "keychain", key: "login", kind: 5, version: 7)
}

/// The keys of the two slots in the frozen headers.
enum SlotKeys {
  static let keyFile = ramp(from: 0x80, count: 32)
  static let passphrase = "correct horse"
  static let passphraseSalt = ramp(from: 0xc0, count: 16)
  static let scrypt = Scrypt(logCost: 14, blockSize: 8, parallelism: 1)

  static func stretched() throws -> SecureBytes {
    try scrypt.derive(Passphrase(passphrase).bytes, salt: passphraseSalt, count: 32)
  }
}

extension SecretError {
  /// True if the bytes were refused for their format.
  var isUnsupported: Bool {
    if case .unsupportedFormat = self { true } else { false }
  }
}
