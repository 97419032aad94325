import WaylineSecrets
import WaylineShell
import WaylineStorage

extension FacadeCommands {
  /// `passphrase`, `passphrase from FILE`, `passphrase off`.
  var passphrase: ShellCommand {
    ShellCommand(
      "passphrase", usage: "passphrase [from FILE|off]",
      summary: "Protect the secrets with a passphrase, or with a key file.",
      run: { call async throws -> ShellReply in
        let secrets = try secrets()
        do {
          if try secrets.status().isLocked { try await open(secrets, call) }
          return try await protect(secrets, call)
        } catch {
          throw failure(for: error)
        }
      }
    )
    .accepting { $0.isEmpty || $0 == ["off"] || ($0.count == 2 && $0[0] == "from") }
  }

  /// `rotate`: seals every secret anew.
  var rotate: ShellCommand {
    ShellCommand(
      "rotate", summary: "Re-encrypt every secret with a new key.",
      run: { call async throws -> ShellReply in
        let secrets = try secrets()
        do {
          let status = try secrets.status()
          if status.isLocked { try await open(secrets, call) }
          try secrets.rotate()
          return .lines(["Re-encrypted \(counted(status.count, "secret")) with a new key."])
        } catch {
          throw failure(for: error)
        }
      }
    )
    .accepting { $0.isEmpty }
  }
}

extension FacadeCommands {
  private func protect(_ secrets: SecretStore, _ call: ShellCall) async throws -> ShellReply {
    if call.words == ["off"] {
      try secrets.protectWithKeyFile()
      return .lines(["A key file opens the secrets now; whoever can read it can read them."])
    }
    let new = try await newPassphrase(for: secrets, call)
    try await secrets.protect(with: new)
    return .lines(["The passphrase was set. Without it nobody can read the secrets."])
  }

  private func newPassphrase(
    for secrets: SecretStore, _ call: ShellCall
  ) async throws -> Passphrase {
    if call.words.first == "from" { return try Passphrase(contentsOfFile: call.words[1]) }
    if isAttended { return try await typedPassphrase(call) }
    let isProtected = try secrets.status().protections.contains(.passphrase)
    if !isProtected, let given = secrets.suppliedPassphrase { return given }
    throw ShellFailure(
      "Cannot ask for a new passphrase here. Run 'passphrase from FILE'.",
      status: .noPermission)
  }

  private func typedPassphrase(_ call: ShellCall) async throws -> Passphrase {
    let new = try Passphrase(try await call.askSecret("New passphrase"))
    let again = try Passphrase(try await call.askSecret("Repeat passphrase"))
    guard new == again else { throw ShellFailure("The passphrases do not match.") }
    return new
  }
}
