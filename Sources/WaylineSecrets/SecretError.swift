import WaylineStorage
import WaylineSystem

/// The reason why a secret could not be read, written or unlocked.
///
/// Cases carry data; `description` writes the sentence. No case carries key material, a passphrase
/// or a stored value.
public enum SecretError: Error, Hashable, Sendable {
  /// The store is locked, and only a passphrase or `unlock()` opens it again.
  case locked

  /// The key file or the passphrase is not the one that protects the store.
  case wrongKey(KeySource)

  /// The header does not match its authentication code.
  case headerTampered

  /// The record of `key` was changed, moved from another key, or sealed by another store.
  case recordTampered(key: String)

  /// The bytes follow a format, or use a parameter, that this version does not read.
  case unsupportedFormat(String)

  /// An empty passphrase; it protects nothing.
  case emptyPassphrase

  /// A passphrase of more than `limit` bytes; it is never cut.
  case passphraseTooLong(limit: Int)

  /// A passphrase was given to a store that a key file protects.
  case notPassphraseProtected

  /// The key file that protects the store does not exist.
  case keyFileMissing(path: String)

  /// The file at `path` holds no key: its length is another one, or it is a database in use.
  case keyFileDamaged(path: String)

  /// The command that prints the key has printed none, for a reason that is part of a sentence.
  case keyCommandFailed(reason: String)

  /// Keys are neither changed nor read inside a transaction of the same store.
  case insideTransaction

  /// An error of the file, the folder or the database below.
  case store(StoreError)

  /// libcrypto refused an operation that should always work.
  case cryptography(operation: String, reason: String)
}

/// The source of a key: the part of a store's protection that a user can name.
public enum KeySource: Hashable, Sendable {
  /// Thirty-two random bytes in a private file outside the folder of the secrets.
  case keyFile

  /// A text that only the user knows, stretched by scrypt.
  case passphrase
}

extension SecretError: CustomStringConvertible {
  /// A sentence: the thing that failed, then the remedy.
  public var description: String {
    switch self {
    case .locked:
      "The secrets are locked. Type 'unlock'."
    case .wrongKey(.keyFile):
      "The key file does not open the secrets: it belongs to another store, or was changed. "
        + "Restore it from a backup."
    case .wrongKey(.passphrase):
      "Wrong passphrase. Type 'unlock' to try again."
    case .headerTampered:
      "The header of the secrets was modified by another program. The secrets stay locked; "
        + "restore the file from a backup."
    case .recordTampered(let key):
      "The secret '\(key)' was modified or moved by another program. It is not shown; "
        + "restore the file from a backup, or set the secret again."
    case .unsupportedFormat(let detail):
      "The secrets have a format that this version cannot read (\(detail)). Use a newer version."
    case .emptyPassphrase:
      "The passphrase is empty. Choose another one."
    case .passphraseTooLong(let limit):
      "The passphrase is longer than \(limit) bytes. Choose a shorter one."
    case .notPassphraseProtected:
      "A key file protects the secrets. To set a passphrase, type 'passphrase'."
    case .keyFileMissing(let path):
      "The key file '\(path)' does not exist, and the secrets cannot be read without it. "
        + "Restore it from a backup, or name its new location with --key-file FILE."
    case .keyFileDamaged(let path):
      "'\(path)' is not a key file. Restore it from a backup, or name another file with "
        + "--key-file FILE."
    case .keyCommandFailed(let reason):
      "The key command gave no key, so the secrets stay locked: \(reason). Check --key-command."
    case .insideTransaction:
      "The keys of the secrets cannot be changed inside a transaction of the secrets."
    case .store(let error):
      error.description
    case .cryptography(let operation, let reason):
      "libcrypto failed while \(operation): \(reason)."
    }
  }
}

extension StoreError {
  /// The same problem as an error of any store.
  ///
  /// - Parameters:
  ///   - key: the key of the requested value.
  ///   - store: the name of the store in messages.
  init(_ error: SecretError, at key: StoreKey, of store: String) {
    self =
      switch error {
      case .locked: .locked(store: store)
      case .wrongKey: .wrongKey(store: store)
      case .headerTampered: .headerTampered(store: store)
      case .recordTampered: .recordTampered(key)
      case .unsupportedFormat(let detail): .unsupportedFormat(store: store, detail: detail)
      case .keyFileMissing(let path): .keyMissing(store: store, path: path)
      case .keyFileDamaged(let path): .keyDamaged(store: store, path: path)
      case .keyCommandFailed(let reason): .keyCommandFailed(store: store, reason: reason)
      case .store(let error): error
      case .emptyPassphrase, .passphraseTooLong, .notPassphraseProtected, .insideTransaction,
        .cryptography:
        .refused(key, reason: error.description)
      }
  }
}

/// Runs `body`, and throws an error of the store below as a ``SecretError``.
func rethrowing<Result>(
  _ body: () throws(StoreError) -> Result
) throws(SecretError) -> Result {
  do {
    return try body()
  } catch {
    throw .store(error)
  }
}

/// Runs `body`, and throws an error of the system as a ``SecretError``.
func rethrowing<Result>(
  _ operation: String, _ path: String, _ body: () throws(SystemError) -> Result
) throws(SecretError) -> Result {
  do {
    return try body()
  } catch {
    throw .store(.system(operation: operation, path: path, code: error.code.rawValue))
  }
}
