/// The data key of a store, sealed under the key of a key file or a passphrase.
package struct KeySlot: Hashable, Sendable {
  /// The source of the key of a slot.
  package enum Unlocking: Hashable, Sendable {
    /// The content of the key file.
    case keyFile
    /// scrypt of the passphrase and these sixteen bytes of salt.
    case passphrase(Scrypt, salt: [UInt8])
  }

  /// The length of the salt that goes into scrypt.
  static let passphraseSaltLength = 16

  static let label = "wayline secrets slot 1"

  /// The source of the key of this slot.
  package let unlocking: Unlocking
  let algorithm: AuthenticatedEncryption
  let salt: [UInt8]
  let wrapped: [UInt8]

  /// The source of the key, as a user names it.
  package var source: KeySource {
    switch unlocking {
    case .keyFile: .keyFile
    case .passphrase: .passphrase
    }
  }
}

extension KeySlot {
  /// Creates a slot in which `slotKey` opens `key`.
  package init(
    wrapping key: DataKey, under slotKey: SecureBytes, unlocking: Unlocking
  ) throws(SecretError) {
    try self.init(
      wrapping: key, under: slotKey, unlocking: unlocking,
      salt: randomBytes(count: OneTimeKey.saltLength))
  }

  /// Creates a slot under a given salt, which must never have been used before.
  package init(
    wrapping key: DataKey, under slotKey: SecureBytes, unlocking: Unlocking, salt: [UInt8]
  ) throws(SecretError) {
    self.unlocking = unlocking
    self.salt = salt
    algorithm = .aes256GCM
    let once = try OneTimeKey(from: slotKey, label: Self.label, algorithm: algorithm, salt: salt)
    let associated = Self.associatedData(
      unlocking, store: key.store, dataKey: key.identifier)
    wrapped = try key.bytes.withUnsafeBytes { plaintext throws(SecretError) in
      var sealed: [UInt8] = []
      try AuthenticatedEncryption.aes256GCM.seal(
        plaintext, keyAndNonce: once.keyAndNonce, associated: associated, appendingTo: &sealed)
      return sealed
    }
  }

  /// Opens the data key; a wrong key and changed bytes are both `wrongKey`.
  func unwrap(
    store: StoreIdentifier, dataKey: [UInt8], with slotKey: SecureBytes
  ) throws(SecretError) -> DataKey {
    let once = try OneTimeKey(from: slotKey, label: Self.label, algorithm: algorithm, salt: salt)
    let associated = Self.associatedData(unlocking, store: store, dataKey: dataKey)
    let bytes = try SecureBytes(
      count: AuthenticatedEncryption.keyLength
    ) { output throws(SecretError) in
      let opened = algorithm.open(
        wrapped[...], keyAndNonce: once.keyAndNonce, associated: associated, into: output)
      guard opened else { throw .wrongKey(source) }
    }
    return DataKey(identifier: dataKey, store: store, bytes: bytes)
  }

  private static func associatedData(
    _ unlocking: Unlocking, store: StoreIdentifier, dataKey: [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(field: label.utf8)
    bytes.append(field: store.bytes)
    bytes.append(field: dataKey)
    bytes.append(field: unlocking.encoded)
    return bytes
  }
}

extension KeySlot {
  /// `kind(1) | length(2) | parameters | algorithm(1) | salt(24) | wrapped key and tag(48)`.
  var encoded: [UInt8] {
    let parameters = unlocking.encoded
    let body = parameters.dropFirst() + [algorithm.rawValue] + salt + wrapped
    var bytes = [parameters[0]]
    bytes.append(UInt16(body.count))
    return bytes + body
  }

  /// The next slot of a header; nil when its bytes run out or are left over.
  init?(_ reader: inout ByteReader) throws(SecretError) {
    guard let kind = reader.byte(), let length = reader.integer(UInt16.self),
      let body = reader.bytes(Int(length))
    else { return nil }
    var fields = ByteReader(body)
    guard let unlocking = try Unlocking(kind: kind, &fields),
      let algorithmByte = fields.byte(), let salt = fields.bytes(OneTimeKey.saltLength),
      let wrapped = fields.bytes(
        AuthenticatedEncryption.keyLength + AuthenticatedEncryption.tagLength),
      fields.isAtEnd
    else { return nil }
    self.unlocking = unlocking
    algorithm = try AuthenticatedEncryption(stored: algorithmByte)
    self.salt = salt
    self.wrapped = wrapped
  }
}

extension KeySlot.Unlocking {
  /// The kind byte and the parameters that follow it.
  var encoded: [UInt8] {
    switch self {
    case .keyFile: [1]
    case .passphrase(let scrypt, let salt):
      [2, scrypt.logCost, scrypt.blockSize, scrypt.parallelism] + salt
    }
  }

  fileprivate init?(kind: UInt8, _ fields: inout ByteReader) throws(SecretError) {
    switch kind {
    case 1: self = .keyFile
    case 2:
      guard let logCost = fields.byte(), let blockSize = fields.byte(),
        let parallelism = fields.byte(),
        let salt = fields.bytes(KeySlot.passphraseSaltLength)
      else { return nil }
      let scrypt = Scrypt(logCost: logCost, blockSize: blockSize, parallelism: parallelism)
      try scrypt.check()
      self = .passphrase(scrypt, salt: salt)
    default: throw .unsupportedFormat("key slot of kind \(kind)")
    }
  }
}
