import WaylineShell

extension StoreCommands {
  /// `lock`: releases the keys.
  var lock: ShellCommand {
    ShellCommand("lock", summary: "Lock the secrets until 'unlock'.") { call in
      let secrets = try secrets()
      secrets.lock()
      guard person.isAlone else {
        return .lines(["The secrets are locked. Type 'unlock' to use them."])
      }
      return .lines([
        try reporting { try secrets.seal() }.hasPassphrase
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
        let seal = try reporting { try secrets.seal() }
        // A passphrase that was given at the start is otherwise tried when a secret is read.
        let isUntried = seal.hasUntriedPassphrase && seal.hasPassphrase
        guard seal.isLocked || isUntried else { return .lines(["The secrets are not locked."]) }
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
        try await openIfLocked(secrets, call)
        if call.words == ["off"] {
          try reporting { try secrets.protectWithKeyFile() }
          return .lines([
            "A key file now opens the secrets; anyone who can read it can read them."
          ])
        }
        do {
          try await secrets.protect(
            for: person, passphraseFile: call.words.dropFirst().first, call)
        } catch {
          throw failure(for: error)
        }
        return .lines(["The passphrase is set. Without it the secrets cannot be read."])
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
        let count = try await openIfLocked(secrets, call).count
        try reporting { try secrets.rotate() }
        return .lines(["Re-encrypted \(counted(count, "secret")) with a new key."])
      }
    )
    .accepting { $0.isEmpty }
  }
}

extension StoreCommands {
  /// Opens the secrets, and throws what is wrong as a failure of the command.
  func open(_ secrets: any SealedKeychain, _ call: ShellCall) async throws {
    do {
      try await secrets.open(for: person, call)
    } catch {
      throw failure(for: error)
    }
  }

  /// Opens the secrets if they are locked, and returns what was known of them before.
  @discardableResult
  func openIfLocked(_ secrets: any SealedKeychain, _ call: ShellCall) async throws -> SealOfSecrets
  {
    let seal = try reporting { try secrets.seal() }
    if seal.isLocked { try await open(secrets, call) }
    return seal
  }
}
