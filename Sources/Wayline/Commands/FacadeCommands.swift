import WaylineNavigation
import WaylineSecrets
import WaylineShell
import WaylineStorage

/// The commands that every program has for what it keeps: `store`, `keys`, `scene`, and those of the
/// secrets.
struct FacadeCommands {
  let stores: SceneStores
  /// Whether a person can be asked; a script has to say everything in its lines.
  let isAttended: Bool

  /// Every command, in the order in which `help` prints them.
  var all: [ShellCommand] {
    [store, keys, scene, lock, unlock, passphrase, rotate]
  }
}

extension FacadeCommands: Sendable {}

extension FacadeCommands {
  /// The secrets; refused when the program keeps them elsewhere.
  func secrets() throws(ShellFailure) -> SecretStore {
    if let secrets = stores.keychain as? SecretStore { return secrets }
    throw ShellFailure("This program brings its own keychain, which these commands do not reach.")
  }

  /// A failure that names what can be typed after a command.
  func unknown(_ word: String, after command: String, among words: [String]) -> ShellFailure {
    let near = nearest(to: word, among: words) ?? words[0]
    return ShellFailure("There is no '\(command) \(word)'. Did you mean '\(command) \(near)'?")
  }
}

extension ShellFailure {
  /// What a store could not do.
  init(_ error: StoreError) {
    self.init("\(error)", status: StoreEvent.problem(error).status)
  }

  /// What the secrets could not do; where they are locked, it says how to open them.
  init(_ error: SecretError) {
    switch error {
    case .store(let error): self.init(error)
    case .locked: self.init(Self.lockedSentence, status: .noPermission)
    case .wrongKey, .keyFileMissing, .keyFileDamaged: self.init("\(error)", status: .noPermission)
    case .headerTampered, .recordTampered, .unsupportedFormat:
      self.init("\(error)", status: .unreadableData)
    default: self.init("\(error)")
    }
  }

  /// What to do where nobody can be asked for the passphrase.
  static let lockedSentence =
    "The secrets are locked. Start with --passphrase-file FILE or --passphrase-fd N, "
    + "or type 'unlock' at a terminal."
}

/// Runs what a store or the secrets do, and tells what they cannot as a failure of the command.
func told<Result>(_ body: () throws -> Result) throws(ShellFailure) -> Result {
  do {
    return try body()
  } catch {
    throw failure(for: error)
  }
}

/// The failure that tells an error.
func failure(for error: any Error) -> ShellFailure {
  switch error {
  case let error as ShellFailure: error
  case let error as StoreError: ShellFailure(error)
  case let error as SecretError: ShellFailure(error)
  default: ShellFailure("\(error)")
  }
}

/// A number with its noun: `1 value`, `3 values`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
