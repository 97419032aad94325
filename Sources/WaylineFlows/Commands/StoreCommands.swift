import WaylineNavigation
import WaylineShell
import WaylineStorage

/// The commands that every program has for its stored data.
///
/// They are `store`, `keys`, `scene`, `lock`, `unlock`, `passphrase` and `rotate`.
package struct StoreCommands {
  let stores: SceneStores
  let person: AskedPerson

  /// Creates the commands of a scene's stores.
  package init(stores: SceneStores, isAttended: Bool, isAlone: Bool = false) {
    self.stores = stores
    person = AskedPerson(isAttended: isAttended, isAlone: isAlone)
  }

  /// The names of all commands, in the order in which `help` prints them.
  package static let names = ["store", "keys", "scene", "lock", "unlock", "passphrase", "rotate"]

  /// Every command, in the order of ``names``.
  package var all: [ShellCommand] {
    [store, keys, scene, lock, unlock, passphrase, rotate].map { command in
      var command = command
      command.isGeneral = true
      return command
    }
  }
}

extension StoreCommands: Sendable {}

extension StoreCommands {
  /// The words that may follow `store`.
  private static let verbs = ["status", "doctor", "dump", "export", "import", "erase"]

  /// `store status`, `doctor`, `dump`, `export`, `import`, `erase`.
  private var store: ShellCommand {
    let usage = "store [status|doctor|dump|export [secrets] FILE|import FILE|erase]"
    var command = ShellCommand(
      "store", usage: usage, summary: "Show where data is stored; check, copy or erase it.",
      run: { call async throws -> ShellReply in
        let rest = Array(call.words.dropFirst())
        switch call.words.first ?? "status" {
        case "status" where rest.isEmpty: return try status()
        case "doctor" where rest.isEmpty: return try doctor()
        case "dump" where rest.isEmpty:
          return .lines(try stateKeys().isEmpty ? [] : reporting { try stores.state.dump() })
        case "status", "doctor", "dump": throw ShellFailure("Usage: store \(call.words[0])")
        case "export": return try await export(rest, call)
        case "import": return try await importValues(from: rest, call)
        case "erase": return try await erase(rest, call)
        case let word:
          throw unknown(word, after: "store", among: Self.verbs, operands: ["import": "FILE"])
        }
      })
    command.forms = Self.forms
    return command
  }

  private static let forms = [
    "store status: Show where data is stored, and how much.",
    "store doctor: Check the stored data.",
    "store dump: Print each stored value with its name and kind, without secrets.",
    "store export [FILE]: Print the values as JSON, or write them to a new file.",
    "store export secrets FILE: Write the secrets to a new file, unencrypted.",
    "store import FILE: Read the values or secrets of an exported file.",
    "store erase [state|secrets|all]: Erase values, secrets or both.",
  ]

  /// `keys`: the name and kind of each stored value.
  private var keys: ShellCommand {
    ShellCommand("keys", summary: "List the names and kinds of stored values.") { call in
      var lines = try stateKeys().map { key in "\(key): \(try kind(of: key))" }
      if let secrets = try existingSecrets() {
        lines += try reporting { try secrets.storedKeys(in: nil) }.map { "\($0): secret" }
      }
      return .lines(lines.isEmpty ? ["Nothing is stored yet."] : lines)
    }
    .accepting { $0.isEmpty }
  }
}

extension StoreCommands {
  /// The kind of a stored value in a word.
  private func kind(of key: StoreKey) throws(ShellFailure) -> String {
    do throws(StoreError) {
      return try stores.state.storedValue(for: key).map { "\($0.kind)" } ?? "unreadable"
    } catch {
      // Each of the others would wait as long.
      if case .busy = error { throw ShellFailure(error) }
      return "unreadable"
    }
  }
}

// MARK: - Status

extension StoreCommands {
  private func status() throws -> ShellReply {
    var reply = ShellReply()
    for line in [stateLine, secretsLine] {
      do { reply.lines.append(try line()) } catch {
        reply.lines.append(error.description)
        reply.status = error.status
      }
    }
    reply.lines += stores.state.upkeep?.remarks ?? []
    return reply
  }

  private func stateLine() throws(ShellFailure) -> String {
    if stores.state is MemoryStore {
      return "State is stored in memory, and is lost when the program ends."
    }
    let path = stores.state.hub.name
    guard try exists(path) else { return "No state is stored yet; it will be stored in '\(path)'." }
    return "State is stored in '\(path)': \(counted(try stateKeys().count, "value"))."
  }

  private func secretsLine() throws(ShellFailure) -> String {
    guard let secrets = try? secrets() else { return "Secrets are stored by the program itself." }
    guard try exists(secrets.place) else {
      return "No secrets are stored yet; they will be stored in '\(secrets.place)'."
    }
    return "Secrets: \(try reporting { try secrets.seal() }.summary)."
  }

  private func doctor() throws -> ShellReply {
    let keys = try stateKeys()
    var problems =
      keys.isEmpty ? [] : try reporting { try stores.state.diagnose() }.map(\.description)
    var checked = counted(keys.count, "value")
    if let secrets = try existingSecrets() {
      problems += try reporting { try secrets.problems() }.map(\.description)
      checked += " and \(counted(try reporting { try secrets.seal() }.count, "secret"))"
    }
    guard problems.isEmpty else { return ShellReply(lines: problems, status: .unreadableData) }
    return .lines(["Checked \(checked): no problems found."])
  }
}

// MARK: - Erasing

extension StoreCommands {
  /// The values that `store erase` can erase.
  private enum Part: String, CaseIterable {
    case state, secrets, all
  }

  /// Erases values, after a person has confirmed or when the line itself ends with `yes`.
  private func erase(_ words: [String], _ call: ShellCall) async throws -> ShellReply {
    var words = words
    let isConfirmed = words.last == "yes"
    if isConfirmed { words.removeLast() }
    let part = try part(words)
    let named = try described(part)
    if !isConfirmed { try await confirm("Erase \(named)", "store erase", words, call) }
    try reporting { try erase(part) }
    return .lines(["Erased \(named)."])
  }

  private func part(_ words: [String]) throws(ShellFailure) -> Part {
    guard let word = words.first else { return .all }
    guard words.count == 1, let part = Part(rawValue: word) else {
      throw unknown(
        words.joined(separator: " "), after: "store erase", among: Part.allCases.map(\.rawValue))
    }
    return part
  }

  private func described(_ part: Part) throws(ShellFailure) -> String {
    var parts: [String] = []
    if part != .secrets {
      parts.append(counted(try stateKeys().count, "value"))
    }
    if part != .state {
      // A header that cannot be read must not stand in the way of erasing it.
      let count = try existingSecrets().map { try? $0.seal().count } ?? 0
      parts.append(count.map { counted($0, "secret") } ?? "every secret")
    }
    let damaged = damagedFiles(part)
    if damaged > 0 { parts.append(counted(damaged, "damaged file")) }
    let last = parts.removeLast()
    return parts.isEmpty ? last : "\(parts.joined(separator: ", ")) and \(last)"
  }

  /// The number of damaged files that recoveries have put aside.
  private func damagedFiles(_ part: Part) -> Int {
    let state = part == .secrets ? 0 : stores.state.upkeep?.damagedFiles ?? 0
    let secrets = part == .state ? 0 : stores.sealed?.damagedFiles ?? 0
    return state + secrets
  }

  private func erase(_ part: Part) throws {
    if part != .secrets {
      let upkeep = stores.state.upkeep
      if try !stateKeys().isEmpty {
        try stores.state.eraseAll(in: nil)
        upkeep?.overwriteErased()
      }
      try upkeep?.eraseDamagedFiles()
    }
    if part != .state, let secrets = try existingSecrets() { try secrets.eraseAll() }
  }

  /// Asks a person for a yes; if no person can be asked, names the line that needs no answer.
  func confirm(
    _ action: String, _ command: String, _ words: [String], _ call: ShellCall
  ) async throws {
    let line = ([command] + words + ["yes"]).joined(separator: " ")
    guard person.isAttended else {
      throw ShellFailure("Cannot ask for confirmation here. Run '\(line)'.")
    }
    let answer = try await call.ask("\(action)? Type yes to confirm")
    guard answer.lowercased() == "yes" else { throw ShellFailure("Nothing was erased.") }
  }
}

// MARK: - The stores behind the commands

extension StoreCommands {
  /// The secrets; refused when the program has a keychain of its own.
  func secrets() throws(ShellFailure) -> any SealedKeychain {
    if let secrets = stores.sealed { return secrets }
    throw ShellFailure("This program has a keychain of its own, which this command cannot reach.")
  }

  /// The secrets, if their file exists: looking at them would create it otherwise.
  func existingSecrets() throws(ShellFailure) -> (any SealedKeychain)? {
    guard let secrets = stores.sealed, try exists(secrets.place) else { return nil }
    return secrets
  }

  /// The keys of the state; none, and no file is made, if it does not exist.
  func stateKeys() throws(ShellFailure) -> [StoreKey] {
    guard try exists(stores.state.hub.name) else { return [] }
    return try reporting { try stores.state.keys(in: nil) }
  }

  /// True if a file exists or has existed; a store without a file always does.
  ///
  /// - Throws: The reason why its folder cannot be used.
  func exists(_ path: String) throws(ShellFailure) -> Bool {
    guard path.hasPrefix("/") else { return true }
    guard try reporting({ try PrivateFile(path).folder.exists() }) else { return false }
    return [path, path + ".used"].contains { PrivateFile($0).status != nil }
  }
}
