import WaylineStorage

extension SecretStore {
  /// The header, outside a transaction: inside one of the same thread it would wait for itself.
  func header() throws(SecretError) -> VaultHeader? {
    try checkIsOutside()
    return try base.row(.vaultHeader).map { row throws(SecretError) in
      try VaultHeader(Array(row.bytes))
    }
  }

  private func checkIsOutside() throws(SecretError) {
    if hub.isInTransaction { throw .insideTransaction }
  }

  /// Runs `body` on the sealed values.
  func inTransaction(
    _ body: (any StoreTransaction) throws(SecretError) -> Void
  ) throws(SecretError) {
    try checkIsOutside()
    do {
      try base.withTransaction(body)
    } catch let error as SecretError {
      throw error
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .store(.refused(.vaultHeader, reason: "\(error)"))
    }
  }
}
