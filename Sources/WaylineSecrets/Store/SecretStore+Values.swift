import WaylineStorage

extension SecretStore {
  /// Opens one secret; nil if nothing is stored.
  public func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    do {
      return try secret(at: key)
    } catch {
      throw StoreError(noting(error), at: key, of: hub.name)
    }
  }

  /// Lists the names of secrets, also while the store is locked.
  public func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try base.storedKeys(in: namespace).filter { $0 != .vaultHeader }
  }

  /// Runs `body` alone, and keeps all that it changes or nothing.
  public func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    var minted: OpenVault?
    try base.withTransaction { transaction in
      let transaction = SealedTransaction(transaction, of: self)
      do {
        try body(transaction)
      } catch {
        transaction.undo()
        throw error
      }
      minted = transaction.minted
    }
    // A commit that fails may yet come back after a crash, so its key file stays.
    if let minted { keep(minted) }
  }

  /// The secret under `key`, or nil.
  ///
  /// A record that does not open is looked at again: between reading it and reading the header it
  /// may have been sealed anew with another data key.
  private func secret(at key: StoreKey) throws(SecretError) -> StoredValue? {
    var tried: StoredValue?
    for _ in 0..<SecretStore.attempts {
      guard let row = try base.row(key) else { return nil }
      if row == tried { break }
      do throws(SecretError) {
        return try open(row, at: key) { () throws(SecretError) in try base.row(.vaultHeader) }
      } catch {
        guard case .recordTampered = error else { throw error }
        tried = row
      }
    }
    throw .recordTampered(key: key.name)
  }

  /// How often a record is read that is sealed anew again and again.
  private static let attempts = 8
}
