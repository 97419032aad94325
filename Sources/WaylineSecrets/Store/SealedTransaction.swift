import FoundationEssentials
import WaylineStorage

/// A transaction of the store below, through which secrets are read and written.
///
/// The header is looked at in the transaction itself, so a value is never sealed with a data key
/// that another process has replaced.
final class SealedTransaction: StoreTransaction {
  /// The keys that were made here because the store was empty, to be kept after the commit.
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

  /// Seals the old value anew at its place in the quarantine, where it can be read.
  ///
  /// A record that does not open is moved as it is: it is bound to the key it was written under, and
  /// whoever puts it back there loses nothing.
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
}

extension SealedTransaction {
  /// The keys of an empty store: behind the passphrase that was given in advance, or a key file.
  private func mintVault() throws(SecretError) -> OpenVault {
    if let passphrase = store.suppliedPassphrase {
      let unlocking = try KeySlot.Unlocking.passphrase(store.scrypt)
      guard let slotKey = try unlocking.slotKey(for: passphrase) else { throw .emptyPassphrase }
      return try base.mintVault { _ in (unlocking, slotKey) }
    }
    return try base.mintVault { identifier throws(SecretError) in
      (.keyFile, try store.keys.mintKey(of: identifier))
    }
  }

  /// Takes back what stands outside the transaction: the key file of a store that is not to be.
  func undo() {
    guard let minted else { return }
    // The next attempt makes a store with another identifier, so a file that stays does no harm.
    try? store.keys.removeKey(of: minted.key.store)
  }

  /// Refuses to delete while the store is locked; deleting from an empty store makes no keys.
  private func checkIsUnlocked() throws(SecretError) {
    if store.isLocked { throw .locked }
    if try base.row(.vaultHeader) != nil { _ = try vault() }
  }

  private func vault() throws(SecretError) -> OpenVault {
    if let minted { return minted }
    if let row = try base.row(.vaultHeader) { return try store.vault(behind: row) }
    if store.isLocked { throw .locked }
    let vault = try mintVault()
    minted = vault
    return vault
  }
}
