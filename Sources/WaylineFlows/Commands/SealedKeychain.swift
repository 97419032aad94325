import WaylineShell
import WaylineStorage

/// A keychain whose secrets are locked until a key file or a passphrase opens them.
///
/// A scene needs neither a cipher nor a database to lock, open and protect its secrets: it asks their keychain.
package protocol SealedKeychain: KeychainProvider, PersistentStore {
  /// The path of the file, or `memory`; nothing is opened.
  var place: String { get }
  /// True if ``lock()`` was called and the secrets have not been opened since.
  var isLockedOnPurpose: Bool { get }
  /// Returns whether a secret was read while they were locked, since the last call.
  func takeLockedReads() -> Bool
  /// Returns what is known without opening the secrets.
  func seal() throws -> SealOfSecrets
  /// Opens every secret, and returns the errors of those that do not open.
  func problems() throws -> [StoreError]
  /// The number of damaged files that recoveries have put aside.
  var damagedFiles: Int { get }

  /// Releases the keys.
  func lock()
  /// Opens the secrets with the key file, the passphrase of the start, or the one that is typed.
  func open(for person: AskedPerson, _ call: ShellCall) async throws
  /// Protects the secrets with a new passphrase, from a file or typed.
  func protect(for person: AskedPerson, passphraseFile: String?, _ call: ShellCall) async throws
  /// Protects the secrets with a key file alone.
  func protectWithKeyFile() throws
  /// Encrypts every secret anew with a new key.
  func rotate() throws
  /// Deletes every secret and what opens them, also while they are locked.
  func eraseAll() throws
}

/// What is known of the secrets without opening them.
package struct SealOfSecrets {
  /// A line for a person: the place, the number of secrets, what protects them.
  package let summary: String
  /// True if secrets can be neither read nor written now.
  package let isLocked: Bool
  /// The number of secrets.
  package let count: Int
  /// True if a passphrase protects them.
  package let hasPassphrase: Bool
  /// True if a passphrase was given at the start and has not been tried.
  package let hasUntriedPassphrase: Bool

  /// Creates a seal by its parts.
  package init(
    summary: String, isLocked: Bool, count: Int, hasPassphrase: Bool, hasUntriedPassphrase: Bool
  ) {
    (self.summary, self.isLocked, self.count) = (summary, isLocked, count)
    (self.hasPassphrase, self.hasUntriedPassphrase) = (hasPassphrase, hasUntriedPassphrase)
  }
}

/// Whether a person can be asked for what a command needs.
package struct AskedPerson: Sendable {
  /// True if a person can be asked; a script has to say everything in its lines.
  package let isAttended: Bool
  /// True if the program ends after the command, so that no other one can be typed.
  package let isAlone: Bool
}

/// An error that a command reports by a sentence and a status of its own.
package protocol ReportedError: Error {
  /// The failure of the command.
  var failure: ShellFailure { get }
}
