/// What a person may know of a secret store without unlocking it.
///
/// ```
/// secrets: /home/ada/.local/share/desk/secrets.sqlite3, 3 secrets,
/// protected by the key file '/home/ada/.local/state/desk/keys/1f…e0.key'
/// ```
public struct SecretStoreStatus: Hashable, Sendable {
  /// What leads to the data key of a store.
  public enum Protection: Hashable, Sendable {
    /// Whoever can read this file can read the secrets.
    case keyFile(path: String)
    /// Whoever knows the passphrase can read the secrets.
    case passphrase
    /// The secrets end with the process, and so does their key.
    case memory
  }

  /// The path of the file, or `memory`.
  public var place: String
  /// The active protections; none as long as the store holds nothing.
  public var protections: [Protection]
  /// Whether secrets can be neither read nor written now.
  public var isLocked: Bool
  /// How many secrets there are; names can be counted while the store is locked.
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
  /// The means in words.
  public var description: String {
    switch self {
    case .keyFile(let path): "the key file '\(path)'"
    case .passphrase: "a passphrase"
    case .memory: "a key in memory"
    }
  }
}
