import WaylineStorage

extension SecretStore {
  /// Discards the keys, the supplied passphrase, and every value that was read.
  ///
  /// Nothing is read or written until `unlock`. Bodies that show a secret run again, and show none.
  /// A read that another thread has begun does not bring its value back. Values that a program has
  /// copied, it must discard itself.
  public func lock() {
    keys.lock()
    hub.discardValues()
  }

  /// Unlocks a store that a key file protects.
  ///
  /// - Throws: ``SecretError/locked`` if only a passphrase opens it, or why the key file does not.
  public func unlock() throws(SecretError) {
    let period = keys.period
    var vault: OpenVault?
    if let header = try header() {
      guard let slot = header.slots.first(where: { $0.source == .keyFile }) else { throw .locked }
      let slotKey = try keys.storage.key(of: header.store)
      vault = try OpenVault(header, slot: slot, slotKey: slotKey)
    }
    try unlock(vault, since: period)
  }

  /// Unlocks the store; an empty store gets this passphrase.
  ///
  /// Takes some tenths of a second and 128 MiB, as guessing a passphrase does: call the `async` form
  /// on the main actor.
  /// - Throws: ``SecretError/wrongKey(_:)``, or ``SecretError/notPassphraseProtected``, or
  ///   ``SecretError/locked`` if the store was locked meanwhile.
  public func unlock(with passphrase: Passphrase) throws(SecretError) {
    let period = keys.period
    guard let header = try header() else { return try protect(with: passphrase) }
    try unlock(header.opened(with: passphrase), since: period)
  }

  private func unlock(_ vault: OpenVault?, since period: VaultKeys.Period) throws(SecretError) {
    guard keys.keep(vault, since: period, unlocking: true) else { throw .locked }
    hub.refresh(from: self)
  }

  /// Unlocks the store as ``unlock(with:)-(Passphrase)`` does, without blocking the caller's actor.
  @concurrent
  public func unlock(with passphrase: Passphrase) async throws(SecretError) {
    try synchronously { () throws(SecretError) in try unlock(with: passphrase) }
  }

  /// Supplies a passphrase in advance, or takes it back with nil; it is used when a secret is needed.
  ///
  /// An empty store is protected by it, and not by a key file. For programs whose user cannot be
  /// asked. The first secret then takes some tenths of a second, on the thread that reads it.
  /// ``lock()`` discards it.
  public func supply(_ passphrase: Passphrase?) {
    keys.supply(passphrase)
  }

  /// The passphrase that was supplied in advance.
  package var suppliedPassphrase: Passphrase? { keys.supplied }
}

extension SecretStore {
  /// Protects the store with `passphrase`, instead of the key file or the last passphrase.
  ///
  /// Only the header is written, however many secrets there are. The key file is deleted. Copies of
  /// the old file still open with the old key: ``rotate()`` shuts them out of later secrets.
  /// - Throws: ``SecretError/locked`` unless the store is unlocked, or empty.
  public func protect(with passphrase: Passphrase) throws(SecretError) {
    let slot = try StretchedSlot(passphrase, keys.scrypt)
    let store = try rewrite { transaction, vault throws(SecretError) in
      guard let vault else { return try transaction.mintVault { _ in (slot.unlocking, slot.key) } }
      let new = try vault.protected(by: slot.unlocking, slotKey: slot.key)
      try transaction.write(new)
      return new
    }
    if let store { try removeUnusedKey(of: store) }
  }

  /// Protects the store as ``protect(with:)-(Passphrase)`` does, without blocking the caller's actor.
  @concurrent
  public func protect(with passphrase: Passphrase) async throws(SecretError) {
    try synchronously { () throws(SecretError) in try protect(with: passphrase) }
  }

  /// Protects the store with a key file, so that it opens without a passphrase.
  ///
  /// - Throws: ``SecretError/locked`` unless the store is unlocked, or empty.
  public func protectWithKeyFile() throws(SecretError) {
    let storage = keys.storage
    _ = try rewrite { transaction, vault throws(SecretError) in
      guard let vault else {
        return try transaction.mintVault { identifier throws(SecretError) in
          (.keyFile, try storage.mintKey(of: identifier))
        }
      }
      if vault.slot.source == .keyFile { return vault }
      // No slot refers to a key file now: one that exists was left by a crash.
      try storage.removeKey(of: vault.key.store)
      let new = try vault.protected(by: .keyFile, slotKey: storage.mintKey(of: vault.key.store))
      try transaction.write(new)
      return new
    }
  }

  /// Re-encrypts every secret with a new data key, in one transaction.
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

  /// Deletes every secret, the header and the key file, also while the store is locked.
  ///
  /// The remedy for a lost passphrase. What was erased cannot be read from this file again; the damaged
  /// files that recoveries have put aside are deleted too.
  public func eraseAll() throws(SecretError) {
    try checkIsOutside()
    var store: StoreIdentifier?
    try rethrowingAll {
      try base.withTransaction { transaction in
        // A header that cannot be read names no key file, and does not prevent erasing.
        store = (try? transaction.header())?.store
        for key in try transaction.keys(in: nil) { try transaction.set(nil, for: key) }
      }
    }
    if let store { try removeUnusedKey(of: store) }
    keys.discardErased()
    overwriteDeleted()
    hub.refresh(from: self)
    try rethrowing { () throws(StoreError) in try base.upkeep?.eraseDamagedFiles() }
  }

  /// The number of damaged files that recoveries have put aside.
  package var damagedFiles: Int { base.upkeep?.damagedFiles ?? 0 }

  /// Opens every secret and returns the errors of those that do not open; nothing is changed.
  ///
  /// Bytes in the quarantine were put there because they do not open, and are left out.
  /// - Complexity: O(n) in the size of all secrets.
  /// - Throws: ``SecretError/locked``, or the reason why no secret can be opened at all.
  public func problems() throws(SecretError) -> [StoreError] {
    guard let header = try header() else { return [] }
    _ = try keys.vault(for: header)
    let secrets = try rethrowing { () throws(StoreError) -> [StoreKey] in try storedKeys(in: nil) }
    var problems: [StoreError] = []
    for key in secrets where key.namespace != StoreKey.quarantine {
      do throws(StoreError) {
        _ = try storedValue(for: key)
      } catch {
        // Each of the others would wait as long.
        if case .busy = error { throw .store(error) }
        problems.append(error)
      }
    }
    return problems
  }
}

extension SecretStore {
  /// The header, outside a transaction: inside one of the same thread it would wait for itself.
  func header() throws(SecretError) -> VaultHeader? {
    try checkIsOutside()
    return try base.vaultHeader()
  }

  private func checkIsOutside() throws(SecretError) {
    if hub.isInTransaction { throw .insideTransaction }
  }

  /// Changes the header in a transaction, and stores the new keys once it is committed.
  private func rewrite(
    _ body: (any StoreTransaction, OpenVault?) throws(SecretError) -> OpenVault?
  ) throws(SecretError) -> StoreIdentifier? {
    try checkIsOutside()
    let period = keys.period
    var new: OpenVault?
    var isNew = false
    try rethrowingAll {
      try withPreparedTransaction { transaction in
        let vault = try transaction.row(.vaultHeader).map { row throws(SecretError) in
          try self.vault(behind: row, canStretch: false)
        }
        isNew = vault == nil
        new = try body(transaction, vault)
      }
    }
    guard let new else { return nil }
    keys.keep(new, since: period, unlocking: isNew)
    overwriteDeleted()
    hub.refresh(from: self)
    return new.key.store
  }

  /// Deletes the key file of `store` if no slot refers to it.
  ///
  /// In a transaction of its own: another process that protects the store with a key file does so in
  /// a transaction too, and its new key is not deleted.
  private func removeUnusedKey(of store: StoreIdentifier) throws(SecretError) {
    try rethrowingAll {
      try base.withTransaction { transaction in
        let header = try transaction.header()
        let isUsed =
          header?.store == store && header?.slots.contains { $0.source == .keyFile } == true
        if !isUsed { try keys.storage.removeKey(of: store) }
      }
    }
  }

  /// Overwrites old keys in the store below; the request is done by then, so a failure is only reported.
  private func overwriteDeleted() { base.upkeep?.overwriteErased() }

  /// Runs `body`, and throws each of its errors as a ``SecretError``.
  private func rethrowingAll(_ body: () throws -> Void) throws(SecretError) {
    do {
      try body()
    } catch let error as SecretError {
      throw error
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .store(.refused(.vaultHeader, reason: "\(error)"))
    }
  }

  /// Calls the form that is not `async`, which a closure that is not `async` chooses.
  private func synchronously(_ body: () throws(SecretError) -> Void) throws(SecretError) {
    try body()
  }
}

extension StoreTransaction {
  /// Seals every secret with `new` that `old` opens; quarantined bytes that do not open stay.
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
