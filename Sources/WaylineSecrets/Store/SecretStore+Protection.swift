import FoundationEssentials
import WaylineStorage

extension SecretStore {
  /// Has `passphrase` protect the store from now on, instead of the key file or the last passphrase.
  ///
  /// Only the header is written, however many secrets there are. The key file is deleted. Copies of
  /// the old file still open with the old key: ``rotate()`` shuts them out of what is written later.
  /// - Throws: ``SecretError/locked`` unless the store is unlocked, or empty.
  public func protect(with passphrase: Passphrase) throws(SecretError) {
    let unlocking = try KeySlot.Unlocking.passphrase(scrypt)
    guard let slotKey = try unlocking.slotKey(for: passphrase) else { throw .emptyPassphrase }
    let store = try rewrite { transaction, vault throws(SecretError) in
      guard let vault else { return try transaction.mintVault { _ in (unlocking, slotKey) } }
      let new = try vault.protected(by: unlocking, slotKey: slotKey)
      try transaction.write(new)
      return new
    }
    if let store { try keys.removeKey(of: store) }
  }

  /// Has a key file protect the store from now on, so that it opens without a passphrase.
  ///
  /// - Throws: ``SecretError/locked`` unless the store is unlocked, or empty.
  public func protectWithKeyFile() throws(SecretError) {
    _ = try rewrite { transaction, vault throws(SecretError) in
      guard let vault else {
        return try transaction.mintVault { identifier throws(SecretError) in
          (.keyFile, try keys.mintKey(of: identifier))
        }
      }
      if vault.slot.source == .keyFile { return vault }
      // No slot refers to a key file now: one that is there was left by a crash.
      try keys.removeKey(of: vault.key.store)
      let new = try vault.protected(
        by: .keyFile, slotKey: keys.mintKey(of: vault.key.store))
      try transaction.write(new)
      return new
    }
  }

  /// Seals every secret anew, with a new data key, in one transaction.
  ///
  /// Key file or passphrase stay as they are. A crash leaves everything as it was before.
  /// - Complexity: O(n) in the number of secrets, some microseconds each.
  /// - Throws: ``SecretError/recordTampered(key:)`` if one cannot be opened; nothing is changed then.
  public func rotate() throws(SecretError) {
    _ = try rewrite { transaction, vault throws(SecretError) in
      guard let vault else { return nil }
      let new = try vault.rotated()
      try transaction.reseal(from: vault.key, to: new.key)
      try transaction.write(new)
      return new
    }
  }

  /// Changes the header in a transaction, and keeps the new keys once it is committed.
  private func rewrite(
    _ body: (any StoreTransaction, OpenVault?) throws(SecretError) -> OpenVault?
  ) throws(SecretError) -> StoreIdentifier? {
    var new: OpenVault?
    var isNew = false
    try inTransaction { transaction throws(SecretError) in
      let vault = try transaction.row(.vaultHeader).map { row throws(SecretError) in
        try self.vault(behind: row)
      }
      isNew = vault == nil
      new = try body(transaction, vault)
    }
    guard let new else { return nil }
    keep(new, evenIfLocked: isNew)
    overwriteDeleted()
    hub.refresh(from: self)
    return new.key.store
  }

  /// Has old keys overwritten in the file; what was asked for is done, so a failure is only told.
  func overwriteDeleted() {
    do {
      try base.forgetDeleted()
    } catch {
      hub.publish(.problem(error))
    }
  }
}

extension StoreTransaction {
  /// Seals every secret with `new` that `old` opens; quarantined bytes that nothing opens stay.
  fileprivate func reseal(from old: DataKey, to new: DataKey) throws(SecretError) {
    let secrets = try rethrowing { () throws(StoreError) -> [StoreKey] in try keys(in: nil) }
    for key in secrets where key != .vaultHeader {
      guard let row = try row(key) else { continue }
      do throws(SecretError) {
        let value = try old.open(Array(row.bytes), of: row, at: key)
        try write(new.seal(value, at: key), key)
      } catch {
        guard case .recordTampered = error, key.namespace == StoreKey.quarantine else {
          throw error
        }
      }
    }
  }
}
