import WaylineSecrets
import WaylineShell
import WaylineStorage

extension StoreCommands {
  /// `lock`: releases the keys.
  var lock: ShellCommand {
    ShellCommand("lock", summary: "Lock the secrets until 'unlock'.") { call in
      let secrets = try secrets()
      secrets.lock()
      guard isAlone else {
        return .lines(["The secrets are locked. Type 'unlock' to use them."])
      }
      let status = try reporting { try secrets.status() }
      return .lines([
        status.protections.contains(.passphrase)
          ? "The secrets are locked at every start, until the passphrase is given."
          : "'lock' lasts until the program ends. To lock the secrets at every start, run 'passphrase'."
      ])
    }
    .accepting { $0.isEmpty }
  }

  /// `unlock`: reads the keys again, with the passphrase if there is one.
  var unlock: ShellCommand {
    ShellCommand(
      "unlock", summary: "Unlock the secrets, with the passphrase if they have one.",
      run: { call async throws -> ShellReply in
        let secrets = try secrets()
        let status = try reporting { try secrets.status() }
        // A passphrase that was given at the start is otherwise tried when a secret is read.
        let isUntried =
          secrets.suppliedPassphrase != nil && status.protections.contains(.passphrase)
        guard status.isLocked || isUntried else { return .lines(["The secrets are not locked."]) }
        try await open(secrets, call)
        return .lines(["The secrets are unlocked."])
      }
    )
    .accepting { $0.isEmpty }
  }

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

  /// `rotate`: re-encrypts every secret.
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

// MARK: - Opening

extension StoreCommands {
  /// Opens the secrets with the key file, the supplied passphrase, or the one that is typed.
  func open(_ secrets: SecretStore, _ call: ShellCall) async throws {
    do {
      guard try secrets.status().protections.contains(.passphrase) else {
        return try secrets.unlock()
      }
      if let passphrase = secrets.suppliedPassphrase {
        return try await secrets.unlock(with: passphrase)
      }
      guard isAttended else { throw SecretError.locked }
      try await askForPassphrase(of: secrets, call)
    } catch SecretError.wrongKey(.passphrase) where secrets.suppliedPassphrase != nil {
      secrets.supply(nil)
      throw ShellFailure(
        "The passphrase given at the start does not open the secrets.", status: .noPermission)
    } catch SecretError.wrongKey(.passphrase) where isAlone {
      throw ShellFailure("Wrong passphrase.", status: .noPermission)
    } catch {
      throw failure(for: error)
    }
  }

  /// The number of times that a passphrase is asked for.
  private static let attempts = 3

  private func askForPassphrase(of secrets: SecretStore, _ call: ShellCall) async throws {
    for attempt in 1... {
      let prompt = attempt == 1 ? "Passphrase of the secrets" : "Wrong passphrase. Try again"
      do {
        return try await secrets.unlock(with: typedPassphrase(prompt, call))
      } catch SecretError.wrongKey(.passphrase) where attempt < Self.attempts {
        continue
      }
    }
  }
}

extension StoreCommands {
  /// Asks for a passphrase, which has to be UTF-8: the other bytes of a line arrive as one character,
  /// so that lines which differ there would be one passphrase, and none that a file could hold.
  private func typedPassphrase(_ prompt: String, _ call: ShellCall) async throws -> Passphrase {
    let secret = try await call.secret(prompt)
    guard !secret.hasReplacements else {
      throw ShellFailure(
        "The passphrase is not valid UTF-8. Set the terminal to UTF-8, or use a file: "
          + "--passphrase-file FILE, or 'passphrase from FILE'.")
    }
    return try secret.withUnsafeBytes { bytes throws(SecretError) in
      try Passphrase(copying: bytes)
    }
  }
}

// MARK: - Protecting

extension StoreCommands {
  private func protect(_ secrets: SecretStore, _ call: ShellCall) async throws -> ShellReply {
    if call.words == ["off"] {
      try secrets.protectWithKeyFile()
      return .lines(["A key file now opens the secrets; anyone who can read it can read them."])
    }
    let new = try await newPassphrase(for: secrets, call)
    try await secrets.protect(with: new)
    return .lines(["The passphrase is set. Without it the secrets cannot be read."])
  }

  private func newPassphrase(
    for secrets: SecretStore, _ call: ShellCall
  ) async throws -> Passphrase {
    if let path = call.words.dropFirst().first { return try Passphrase(contentsOfFile: path) }
    if isAttended { return try await repeatedPassphrase(call) }
    let isProtected = try secrets.status().protections.contains(.passphrase)
    if !isProtected, let given = secrets.suppliedPassphrase { return given }
    throw ShellFailure(
      "Cannot ask for a passphrase here. Run 'passphrase from FILE'.", status: .noPermission)
  }

  private func repeatedPassphrase(_ call: ShellCall) async throws -> Passphrase {
    let new = try await typedPassphrase("New passphrase", call)
    let again = try await typedPassphrase("Repeat passphrase", call)
    guard new == again else {
      throw ShellFailure("The passphrases do not match. Nothing was changed.")
    }
    return new
  }
}
