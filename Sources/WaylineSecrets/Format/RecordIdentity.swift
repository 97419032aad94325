/// What a record is bound to besides its bytes: a record put anywhere else does not open.
package struct RecordIdentity: Hashable, Sendable {
  /// The part of the store the record belongs to.
  package var namespace: String
  /// The name of the secret.
  package var key: String
  /// How the plaintext is encoded, as the byte that stands in the row.
  package var kind: UInt8
  /// The version of the value's shape.
  package var version: Int64

  /// The identity of the record kept under `key`.
  package init(namespace: String, key: String, kind: UInt8, version: Int64) {
    self.namespace = namespace
    self.key = key
    self.kind = kind
    self.version = version
  }

  /// The associated data that is authenticated, but not stored, with the record.
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
