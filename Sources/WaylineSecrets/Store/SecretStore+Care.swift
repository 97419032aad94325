import WaylineStorage

extension SecretStore {
  /// Opens every secret and says which do not open, and why; nothing is changed.
  ///
  /// Bytes in the quarantine were put there because they do not open, and are left out.
  /// - Complexity: O(n) in the size of all secrets.
  /// - Throws: ``SecretError/locked``, or why no secret can be opened at all.
  public func problems() throws(SecretError) -> [StoreError] {
    guard let header = try header() else { return [] }
    _ = try vault(behind: header)
    let secrets = try rethrowing { () throws(StoreError) -> [StoreKey] in try storedKeys(in: nil) }
    return secrets.filter { $0.namespace != StoreKey.quarantine }.compactMap { key in
      do throws(StoreError) {
        _ = try storedValue(for: key)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Deletes every secret, the header and the key file, also while the store is locked.
  ///
  /// The way out when a passphrase is lost. What was erased cannot be read from this file again.
  public func eraseAll() throws(SecretError) {
    // A header that cannot be read names no key file, and must not stand in the way.
    let store = (try? header())?.store
    try inTransaction { transaction throws(SecretError) in
      let all = try rethrowing { () throws(StoreError) -> [StoreKey] in
        try transaction.keys(in: nil)
      }
      for key in all { try transaction.write(nil, key) }
    }
    if let store { try keys.removeKey(of: store) }
    become(.closed)
    overwriteDeleted()
    hub.refresh(from: self)
  }
}
