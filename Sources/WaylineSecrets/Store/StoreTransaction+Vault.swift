import FoundationEssentials
import WaylineStorage

extension StoreKey {
  /// Where the header is kept; no secret has this key.
  static let vaultHeader = StoreKey("header", in: "wayline.vault")
}

extension StoreTransaction {
  /// The sealed value of `key`, or the header.
  func row(_ key: StoreKey) throws(SecretError) -> StoredValue? {
    try sealedRow(key) { () throws(StoreError) in try value(for: key) }
  }

  /// Writes a sealed value or the header; nil deletes it.
  func write(_ row: StoredValue?, _ key: StoreKey) throws(SecretError) {
    try rethrowing { () throws(StoreError) in try set(row, for: key) }
  }

  /// Writes the header of `vault`.
  func write(_ vault: OpenVault) throws(SecretError) {
    try write(StoredValue(Data(vault.header.bytes), kind: .data), .vaultHeader)
  }

  /// Makes the keys and the header of an empty store.
  ///
  /// Where there are secrets, a missing header was taken away: they are not shut out for good by
  /// putting another in its place.
  func mintVault(
    slot: (StoreIdentifier) throws(SecretError) -> (KeySlot.Unlocking, SecureBytes)
  ) throws(SecretError) -> OpenVault {
    let isEmpty = try rethrowing { () throws(StoreError) -> Bool in try keys(in: nil).isEmpty }
    guard isEmpty else { throw .headerTampered }
    let key = try DataKey.random(for: .random())
    let (unlocking, slotKey) = try slot(key.store)
    let vault = try OpenVault(sealing: key, unlocking: unlocking, slotKey: slotKey)
    try write(vault)
    return vault
  }
}

extension SecretBacking {
  /// The sealed value of `key`, or the header, outside a transaction.
  func row(_ key: StoreKey) throws(SecretError) -> StoredValue? {
    try sealedRow(key) { () throws(StoreError) in try storedValue(for: key) }
  }
}

/// Reads a row; one that fails the checksum of the store below would not open either.
private func sealedRow(
  _ key: StoreKey, _ read: () throws(StoreError) -> StoredValue?
) throws(SecretError) -> StoredValue? {
  do throws(StoreError) {
    return try read()
  } catch {
    guard case .damaged = error else { throw .store(error) }
    throw key == .vaultHeader ? .headerTampered : .recordTampered(key: key.name)
  }
}

extension DataKey {
  /// The sealed form of `value` at `key`; kind and version stay readable and are bound.
  func seal(_ value: StoredValue, at key: StoreKey) throws(SecretError) -> StoredValue {
    let identity = RecordIdentity(value, at: key)
    let record = value.bytes.withUnsafeBytes { bytes in
      Result { () throws(SecretError) in try seal(bytes, as: identity) }
    }
    return StoredValue(Data(try record.get()), kind: value.kind, version: value.version)
  }

  /// The value whose sealed form is `row`.
  func open(
    _ record: [UInt8], of row: StoredValue, at key: StoreKey
  ) throws(SecretError) -> StoredValue {
    let bytes = try open(record, as: RecordIdentity(row, at: key))
    return StoredValue(bytes, kind: row.kind, version: row.version)
  }
}

extension RecordIdentity {
  /// What the record of `value` at `key` is bound to.
  fileprivate init(_ value: StoredValue, at key: StoreKey) {
    self.init(
      namespace: key.namespace, key: key.name, kind: value.kind.rawValue,
      version: Int64(value.version))
  }
}
