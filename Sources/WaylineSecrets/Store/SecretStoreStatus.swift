import WaylineStorage

/// The state of a secret store, as far as it is known without unlocking it.
///
/// ```
/// secrets: /home/ada/.local/share/desk/secrets.sqlite3, 3 secrets,
/// protected by the key file '/home/ada/.local/state/desk/keys/1f…e0.key'
/// ```
public struct SecretStoreStatus: Hashable, Sendable {
  /// A protection of the data key of a store.
  public enum Protection: Hashable, Sendable {
    /// A key file: whoever can read it can read the secrets.
    case keyFile(path: String)
    /// The output of a command: whoever can run it can read the secrets.
    case keyCommand(String)
    /// A passphrase: whoever knows it can read the secrets.
    case passphrase
    /// A key in memory, which ends with the process, as the secrets do.
    case memory
  }

  /// The path of the file, or `memory`.
  public var place: String
  /// The active protections; none while the store is empty.
  public var protections: [Protection]
  /// True if secrets can be neither read nor written now.
  public var isLocked: Bool
  /// The number of secrets; names can be counted while the store is locked.
  public var count: Int
}

extension SecretStoreStatus: CustomStringConvertible {
  /// One line: the place, the number of secrets, the active protection, and whether it is locked.
  public var description: String {
    let number = count == 1 ? "1 secret" : "\(count) secrets"
    let means = protections.map(\.description).joined(separator: " or ")
    let protection = protections.isEmpty ? "not protected by a key yet" : "protected by \(means)"
    return "\(place), \(number), \(protection)\(isLocked ? ", locked" : "")"
  }
}

extension SecretStoreStatus.Protection: CustomStringConvertible {
  /// The protection in words.
  public var description: String {
    switch self {
    case .keyFile(let path): "the key file '\(path)'"
    case .keyCommand(let command): "the key that '\(command)' prints"
    case .passphrase: "a passphrase"
    case .memory: "a key in memory"
    }
  }
}

extension SecretStore {
  /// True if ``lock()`` discarded the keys.
  package var isLockedOnPurpose: Bool { keys.isLocked }

  /// The place of the secrets, their active protection, and whether they are locked.
  ///
  /// Opens the file to read its header, and no key.
  public func status() throws(SecretError) -> SecretStoreStatus {
    let header = try header()
    let secrets = try rethrowing { () throws(StoreError) -> [StoreKey] in try storedKeys(in: nil) }
    return SecretStoreStatus(
      place: place,
      protections: header.map(protections) ?? [],
      isLocked: keys.needUser(for: header),
      count: secrets.count { $0.namespace != StoreKey.quarantine })
  }

  private func protections(of header: VaultHeader) -> [SecretStoreStatus.Protection] {
    header.slots.map { slot in
      switch slot.source {
      case .passphrase: .passphrase
      case .keyFile where keys.storage is KeysInMemory: .memory
      case .keyFile where keys.storage is KeyCommand:
        .keyCommand(keys.storage.place(of: header.store))
      case .keyFile: .keyFile(path: keys.storage.place(of: header.store))
      }
    }
  }
}
