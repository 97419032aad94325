import WaylineStorage

extension SecretError: CustomStringConvertible {
  /// What happened to which named thing, and what to do about it.
  public var description: String {
    switch self {
    case .locked:
      "The secrets are locked. Type 'unlock'."
    case .wrongKey(.keyFile):
      "The key file does not open the secrets: it belongs to another store, or was changed."
    case .wrongKey(.passphrase):
      "Wrong passphrase. Type 'unlock' to try again."
    case .headerTampered:
      "The header of the secrets was changed from outside. They stay closed."
    case .recordTampered(let key):
      "The secret '\(key)' was changed or moved from outside. It is not shown."
    case .unsupportedFormat(let what):
      "The secrets have a format this version does not know (\(what))."
    case .emptyPassphrase:
      "The passphrase is empty. Choose one that is not."
    case .notPassphraseProtected:
      "A key file protects the secrets, so a passphrase does not open them. "
        + "Set a passphrase first."
    case .keyFileMissing(let path):
      "The key file '\(path)' is gone, and the secrets cannot be read without it. "
        + "Put it back from a copy, or start with --key-file FILE if it is elsewhere."
    case .keyFileDamaged(let path):
      "The key file '\(path)' does not have the length of a key. Put it back from a copy."
    case .insideTransaction:
      "The keys of the secrets were left alone: a transaction of the secrets is going on."
    case .store(let error):
      error.description
    case .cryptography(let operation, let reason):
      "libcrypto did not work while \(operation): \(reason)."
    }
  }
}
