import WaylineSecrets
import WaylineShell
import WaylineStorage

extension FacadeCommands {
  /// `lock`: forgets the keys.
  var lock: ShellCommand {
    ShellCommand("lock", summary: "Lock the secrets until 'unlock'.") { call in
      try secrets().lock()
      return .lines(["The secrets are locked, until 'unlock' or the next start."])
    }
    .accepting { $0.isEmpty }
  }

  /// `unlock`: brings the keys back, with the passphrase if there is one.
  var unlock: ShellCommand {
    ShellCommand(
      "unlock", summary: "Unlock the secrets, with their passphrase if they have one.",
      run: { call async throws -> ShellReply in
        let secrets = try secrets()
        guard try told({ try secrets.status() }).isLocked else {
          return .lines(["The secrets are not locked."])
        }
        try await open(secrets, call)
        return .lines(["The secrets are unlocked."])
      }
    )
    .accepting { $0.isEmpty }
  }
}

extension FacadeCommands {
  /// Opens the secrets: by the key file, the passphrase given in advance, or the one that is typed.
  func open(_ secrets: SecretStore, _ call: ShellCall) async throws {
    do {
      guard try secrets.status().protections.contains(.passphrase) else {
        return try secrets.unlock()
      }
      let passphrase = try await knownPassphrase(of: secrets, call)
      try await secrets.unlock(with: passphrase)
    } catch {
      throw failure(for: error)
    }
  }

  private func knownPassphrase(
    of secrets: SecretStore, _ call: ShellCall
  ) async throws -> Passphrase {
    if let passphrase = secrets.suppliedPassphrase { return passphrase }
    guard isAttended else { throw SecretError.locked }
    return try Passphrase(try await call.askSecret("Passphrase of the secrets"))
  }
}
