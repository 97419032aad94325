import WaylineStorage

extension SecretStore {
  /// The path of the file, or `memory`; nothing is opened.
  package var place: String { base.place }

  /// Whether the keys were forgotten on purpose, by ``lock()``.
  package var isLockedOnPurpose: Bool { isLocked }

  /// Where the secrets are, what protects them now, and whether they are locked.
  ///
  /// Opens the file to read its header, and no key.
  public func status() throws(SecretError) -> SecretStoreStatus {
    let header = try header()
    let secrets = try rethrowing { () throws(StoreError) -> [StoreKey] in try storedKeys(in: nil) }
    return SecretStoreStatus(
      place: base.place,
      protections: header.map(protections) ?? [],
      isLocked: isLocked(behind: header),
      count: secrets.count { $0.namespace != StoreKey.quarantine })
  }

  private func protections(of header: VaultHeader) -> [SecretStoreStatus.Protection] {
    header.slots.map { slot in
      switch slot.source {
      case .passphrase: .passphrase
      case .keyFile where keys is KeysInMemory: .memory
      case .keyFile: .keyFile(path: keys.place(of: header.store))
      }
    }
  }
}
