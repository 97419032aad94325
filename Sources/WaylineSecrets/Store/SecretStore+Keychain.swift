import FoundationEssentials
import WaylineStorage

extension SecretStore: KeychainProvider {
  /// Seals `data` under `key`; false if it was refused, which an event reports.
  public func setData(_ data: Data, forKey key: String) -> Bool {
    attempt(key) { key throws(StoreError) in
      try setBytes(StoredValue(data, kind: kindForWriting(key)), for: key)
    }
  }

  /// Returns the bytes of `key`, or nil; a locked store notes the read.
  public func getData(forKey key: String) -> Data? {
    // The reason of a failure was published by the hub, or noted by the store.
    try? bytes(for: StoreKey(key, in: StoreKey.keychain))?.bytes
  }

  /// Deletes the secret; false if that was refused, which an event reports.
  public func deleteData(forKey key: String) -> Bool {
    attempt(key) { key throws(StoreError) in try setBytes(nil, for: key) }
  }

  /// The kind that is stored already, since a wrapper may have written it.
  ///
  /// Damaged bytes are moved to the quarantine first.
  private func kindForWriting(_ key: StoreKey) throws(StoreError) -> ValueKind {
    do throws(StoreError) {
      return try bytes(for: key)?.kind ?? .data
    } catch {
      guard case .recordTampered = error else { throw error }
      try moveToQuarantine(key)
      return .data
    }
  }

  private func moveToQuarantine(_ key: StoreKey) throws(StoreError) {
    var place: StoreKey?
    do {
      try withTransaction { place = try $0.quarantine(key) }
    } catch {
      throw error as? StoreError ?? .refused(key, reason: "\(error)")
    }
    if let place { hub.publish(.quarantined(key, as: place)) }
  }

  private func attempt(_ name: String, _ body: (StoreKey) throws(StoreError) -> Void) -> Bool {
    let key = StoreKey(name, in: StoreKey.keychain)
    do {
      try body(key)
      return true
    } catch {
      hub.publish(.refused(key, error))
      return false
    }
  }
}
