import FoundationEssentials
import WaylineStorage

/// A transaction of the store below, in which secrets are sealed and opened.
///
/// The header is read in the transaction itself, so a value is never sealed with a data key that
/// another process has replaced.
final class SealedTransaction: StoreTransaction {
  /// The keys that were made here because the store was empty, to be stored after the commit.
  private(set) var minted: OpenVault?
  private let base: any StoreTransaction
  private let store: SecretStore

  init(_ base: any StoreTransaction, of store: SecretStore) {
    self.base = base
    self.store = store
  }

  func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    do {
      guard let row = try base.row(key) else { return nil }
      if let minted { return try minted.key.open(Array(row.bytes), of: row, at: key) }
      return try store.open(row, at: key) { () throws(SecretError) in try base.row(.vaultHeader) }
    } catch {
      throw StoreError(store.noting(error), at: key, of: store.hub.name)
    }
  }

  func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    guard key != .vaultHeader else { throw .refused(key, reason: "the name is reserved") }
    do {
      if let value {
        try base.write(vault().key.seal(value, at: key), key)
      } else {
        try checkIsUnlocked()
        try base.write(nil, key)
      }
    } catch {
      throw StoreError(error, at: key, of: store.hub.name)
    }
  }

  /// Seals the old value again at its place in the quarantine, where it can be read.
  ///
  /// A record that does not open is moved as it is: it is bound to the key it was written under, and
  /// whoever moves it back there loses nothing.
  func quarantine(_ key: StoreKey) throws(StoreError) -> StoreKey? {
    do throws(StoreError) {
      guard let old = try value(for: key) else { return nil }
      let place = try quarantinePlace(for: key)
      try set(old, for: place)
      try set(nil, for: key)
      return place
    } catch {
      guard case .recordTampered = error else { throw error }
      return try base.quarantine(key)
    }
  }

  func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try base.keys(in: namespace).filter { $0 != .vaultHeader }
  }

  /// Deletes the key file of a store that is not committed; nothing else is outside the transaction.
  func undo() {
    guard let minted else { return }
    // The next attempt makes a store with another identifier, so a file that stays does no harm.
    try? store.keys.storage.removeKey(of: minted.key.store)
  }

  /// Refuses to delete while the store is locked; deleting from an empty store makes no keys.
  private func checkIsUnlocked() throws(SecretError) {
    if store.keys.isLocked { throw .locked }
    if try base.row(.vaultHeader) != nil { _ = try vault() }
  }

  private func vault() throws(SecretError) -> OpenVault {
    if store.keys.isLocked { throw .locked }
    if let minted { return minted }
    if let row = try base.row(.vaultHeader) {
      return try store.vault(behind: row, canStretch: false)
    }
    let vault = try base.mintVault { identifier throws(SecretError) in
      try store.keys.slotForNewStore(identifier)
    }
    minted = vault
    return vault
  }
}

extension StoreKey {
  /// The key of the header; no secret has it.
  static let vaultHeader = StoreKey("header", in: "wayline.vault")
}

extension StoreTransaction {
  /// The sealed value of `key`, or the header.
  func row(_ key: StoreKey) throws(SecretError) -> StoredValue? {
    try reading(key) { () throws(StoreError) in try value(for: key) }
  }

  /// The header of the store; nil if the store is empty.
  func header() throws(SecretError) -> VaultHeader? {
    try row(.vaultHeader).map { row throws(SecretError) in try VaultHeader(Array(row.bytes)) }
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
  /// If there are secrets, a missing header was removed: another in its place would make them
  /// unreadable for good.
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

extension PersistentStore {
  /// The sealed value of `key`, or the header, outside a transaction.
  func sealedRow(_ key: StoreKey) throws(SecretError) -> StoredValue? {
    try reading(key) { () throws(StoreError) in try storedValue(for: key) }
  }

  /// The header of the store, outside a transaction; nil if the store is empty.
  func vaultHeader() throws(SecretError) -> VaultHeader? {
    try sealedRow(.vaultHeader).map { row throws(SecretError) in
      try VaultHeader(Array(row.bytes))
    }
  }
}

/// Reads a row; one that fails the checksum of the store below would not open either.
private func reading(
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
  /// The identity to which the record of `value` at `key` is bound.
  fileprivate init(_ value: StoredValue, at key: StoreKey) {
    self.init(
      namespace: key.namespace, key: key.name, kind: value.kind.rawValue,
      version: Int64(value.version))
  }
}
