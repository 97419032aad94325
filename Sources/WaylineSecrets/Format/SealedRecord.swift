import FoundationEssentials

/// The stored form of one secret: `version(1) | algorithm(1) | data key(4) | salt | ciphertext | tag`.
///
/// The bytes are described one by one in <doc:File-Format>.
package enum SealedRecord {
  /// The first byte of every record this version writes.
  package static let version: UInt8 = 1
  /// The number of bytes that sealing adds to a secret.
  static let overhead =
    2 + DataKey.identifierLength + OneTimeKey.saltLength + AuthenticatedEncryption.tagLength

  static let label = "wayline secrets record 1"

  /// The identifier of the key that sealed `record`, or nil when it is too short to name one.
  static func dataKey(of record: [UInt8]) -> [UInt8]? {
    record.count >= overhead ? Array(record[2..<(2 + DataKey.identifierLength)]) : nil
  }
}

extension DataKey {
  /// Seals `plaintext`, bound to `identity`, under a fresh salt.
  func seal(
    _ plaintext: UnsafeRawBufferPointer, as identity: RecordIdentity
  ) throws(SecretError) -> [UInt8] {
    try seal(plaintext, as: identity, salt: randomBytes(count: OneTimeKey.saltLength))
  }

  /// Seals `plaintext` under a given salt, which must never have been used before.
  func seal(
    _ plaintext: UnsafeRawBufferPointer, as identity: RecordIdentity, salt: [UInt8]
  ) throws(SecretError) -> [UInt8] {
    let algorithm = AuthenticatedEncryption.aes256GCM
    let key = try OneTimeKey(
      from: bytes, label: SealedRecord.label, algorithm: algorithm, salt: salt)
    var record: [UInt8] = []
    record.reserveCapacity(SealedRecord.overhead + plaintext.count)
    record.append(SealedRecord.version)
    record.append(algorithm.rawValue)
    record += identifier
    record += salt
    try algorithm.seal(
      plaintext, keyAndNonce: key.keyAndNonce,
      associated: identity.associatedData(store: store, dataKey: identifier),
      appendingTo: &record)
    return record
  }

  /// Opens `record`, if this key sealed exactly these bytes as `identity`.
  package func open(
    _ record: [UInt8], as identity: RecordIdentity
  ) throws(SecretError) -> Data {
    var reader = ByteReader(record)
    guard let version = reader.byte() else { throw .recordTampered(key: identity.key) }
    guard version == SealedRecord.version else {
      throw .unsupportedFormat("record version \(version)")
    }
    guard let algorithmByte = reader.byte(),
      reader.bytes(DataKey.identifierLength) == identifier,
      let salt = reader.bytes(OneTimeKey.saltLength)
    else { throw .recordTampered(key: identity.key) }
    let key = try OneTimeKey(
      from: bytes, label: SealedRecord.label, algorithm: .init(stored: algorithmByte), salt: salt)
    let plaintext = key.algorithm.open(
      reader.remainder, keyAndNonce: key.keyAndNonce,
      associated: identity.associatedData(store: store, dataKey: identifier))
    guard let plaintext else { throw .recordTampered(key: identity.key) }
    return plaintext
  }
}

/// The place and kind of a record, to which it is bound: it opens nowhere else.
package struct RecordIdentity: Hashable, Sendable {
  /// The part of the store the record belongs to.
  package var namespace: String
  /// The name of the secret.
  package var key: String
  /// The encoding of the plaintext, as the byte in the row.
  package var kind: UInt8
  /// The version of the value's shape.
  package var version: Int64

  /// Creates the identity of the record of `key`.
  package init(namespace: String, key: String, kind: UInt8, version: Int64) {
    self.namespace = namespace
    self.key = key
    self.kind = kind
    self.version = version
  }

  /// The associated data, which is authenticated with the record and not stored.
  func associatedData(store: StoreIdentifier, dataKey: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(field: SealedRecord.label.utf8)
    bytes.append(field: store.bytes)
    bytes.append(field: namespace.utf8)
    bytes.append(field: key.utf8)
    bytes.append(field: [kind])
    bytes.append(UInt32(8))
    bytes.append(version)
    bytes.append(field: dataKey)
    return bytes
  }
}
