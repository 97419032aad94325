import WaylineStorage

/// Why a secret could not be read, written or unlocked.
///
/// Cases carry data; `description` writes the sentence. No case ever carries key material, a
/// passphrase or a stored value.
public enum SecretError: Error, Hashable, Sendable {
  /// The store is locked, and only a passphrase or `unlock()` opens it again.
  case locked

  /// The key file or the passphrase is not the one the store was sealed with.
  case wrongKey(KeySource)

  /// The header does not match the seal that the right key put on it.
  case headerTampered

  /// The record kept under `key` was changed, moved from elsewhere, or sealed by another store.
  case recordTampered(key: String)

  /// The bytes follow a format, or use a parameter, that this version does not read.
  case unsupportedFormat(String)

  /// An empty passphrase protects nothing and is never accepted.
  case emptyPassphrase

  /// A passphrase was given to a store that a key file protects.
  case notPassphraseProtected

  /// The key file is not there although the store was sealed with it.
  case keyFileMissing(path: String)

  /// The file at `path` does not have the length of a key.
  case keyFileDamaged(path: String)

  /// Keys are not changed, nor looked at, inside a transaction of the same store.
  case insideTransaction

  /// The file, the folder or the database below did not do its part.
  case store(StoreError)

  /// libcrypto refused an operation that should always work.
  case cryptography(operation: String, reason: String)
}

/// What a key came from: the part of a store's protection a person can name.
public enum KeySource: Hashable, Sendable {
  /// Thirty-two random bytes in a private file outside the folder of the secrets.
  case keyFile

  /// Something only the person knows, stretched by scrypt.
  case passphrase
}
