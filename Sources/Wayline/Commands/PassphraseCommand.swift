import Glibc
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
      })
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
      })
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
    if call.words.count == 2, call.words[0] == "from" {
      return try Passphrase(inFile: call.words[1])
    }
    guard call.words.isEmpty else {
      throw unknown(
        call.words.joined(separator: " "), after: "passphrase", among: ["from FILE", "off"])
    }
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

extension Passphrase {
  /// The first line of a file.
  init(inFile path: String) throws(SecretError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .store(.failed("read the passphrase from", path)) }
    defer { close(descriptor) }
    try self.init(readingFrom: descriptor)
  }
}
