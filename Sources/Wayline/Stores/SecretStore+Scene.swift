import WaylineFlows
import WaylineSecrets
import WaylineShell
import WaylineStorage

// The secrets on disk, as the commands and guards of a scene use them.

extension SecretStore: SealedKeychain {
  /// Returns what is known without opening the secrets.
  package func seal() throws -> SealOfSecrets {
    let status = try status()
    return SealOfSecrets(
      summary: "\(status)", isLocked: status.isLocked, count: status.count,
      hasPassphrase: status.protections.contains(.passphrase),
      hasUntriedPassphrase: suppliedPassphrase != nil)
  }

  /// Opens the secrets with the key file, the passphrase of the start, or the one that is typed.
  package func open(for person: AskedPerson, _ call: ShellCall) async throws {
    do {
      guard try status().protections.contains(.passphrase) else { return try unlock() }
      if let passphrase = suppliedPassphrase { return try await unlock(with: passphrase) }
      guard person.isAttended else { throw SecretError.locked }
      try await askForPassphrase(call)
    } catch SecretError.wrongKey(.passphrase) where suppliedPassphrase != nil {
      supply(nil)
      throw ShellFailure(
        "The passphrase given at the start does not open the secrets.", status: .noPermission)
    } catch SecretError.wrongKey(.passphrase) where person.isAlone {
      throw ShellFailure("Wrong passphrase.", status: .noPermission)
    }
  }

  /// Protects the secrets with a new passphrase, from a file or typed.
  package func protect(
    for person: AskedPerson, passphraseFile: String?, _ call: ShellCall
  ) async throws {
    try await protect(with: newPassphrase(for: person, file: passphraseFile, call))
  }
}

// MARK: - Asking

extension SecretStore {
  /// The number of times that a passphrase is asked for.
  private static let attempts = 3

  private func askForPassphrase(_ call: ShellCall) async throws {
    for attempt in 1... {
      let prompt = attempt == 1 ? "Passphrase of the secrets" : "Wrong passphrase. Try again"
      do {
        return try await unlock(with: Passphrase(typedFor: prompt, call))
      } catch SecretError.wrongKey(.passphrase) where attempt < Self.attempts {
        continue
      }
    }
  }

  private func newPassphrase(
    for person: AskedPerson, file: String?, _ call: ShellCall
  ) async throws -> Passphrase {
    if let file { return try Passphrase(contentsOfFile: file) }
    if person.isAttended { return try await Passphrase(typedTwice: call) }
    let isProtected = try status().protections.contains(.passphrase)
    if !isProtected, let given = suppliedPassphrase { return given }
    throw ShellFailure(
      "Cannot ask for a passphrase here. Run 'passphrase from FILE'.", status: .noPermission)
  }
}

extension Passphrase {
  /// Asks for a passphrase, which has to be UTF-8: the other bytes of a line arrive as one character,
  /// so that lines which differ there would be one passphrase, and none that a file could hold.
  fileprivate init(typedFor prompt: String, _ call: ShellCall) async throws {
    let secret = try await call.secret(prompt)
    guard !secret.hasReplacements else {
      throw ShellFailure(
        "The passphrase is not valid UTF-8. Set the terminal to UTF-8, or use a file: "
          + "--passphrase-file FILE, or 'passphrase from FILE'.")
    }
    self = try secret.withUnsafeBytes { bytes throws(SecretError) in
      try Passphrase(copying: bytes)
    }
  }

  /// Asks for a new passphrase and for its repetition.
  fileprivate init(typedTwice call: ShellCall) async throws {
    let new = try await Passphrase(typedFor: "New passphrase", call)
    guard try await Passphrase(typedFor: "Repeat passphrase", call) == new else {
      throw ShellFailure("The passphrases do not match. Nothing was changed.")
    }
    self = new
  }
}

// MARK: - Errors

extension SecretError: ReportedError {
  /// The failure of the command that met the error.
  package var failure: ShellFailure {
    switch self {
    case .store(let error): ShellFailure(error)
    case .locked: ShellFailure(ShellFailure.lockedSentence, status: .noPermission)
    case .wrongKey, .keyFileMissing, .keyFileDamaged, .keyCommandFailed:
      ShellFailure("\(self)", status: .noPermission)
    case .headerTampered, .recordTampered, .unsupportedFormat:
      ShellFailure("\(self)", status: .unreadableData)
    default: ShellFailure("\(self)")
    }
  }
}
