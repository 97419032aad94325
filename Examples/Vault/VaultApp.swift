import Wayline
import WaylineTesting

/// Passwords for people and scripts: `vault` shows them, `vault get github` prints one.
@main
struct VaultApp: App {
  static let version = "0.1"
  static let summary = "Store passwords, and print one for a script."
  static let commands: [ShellCommand] = [.get, .generate]

  var body: some Scene {
    WindowGroup { EntriesView() }
      .explorable { plan in
        plan.environment(\.newPassword, { Password.predictable(length: $0) })
      }
  }
}

/// The places of the vault: `vault entry github` opens one entry.
enum VaultRoute: CoordinatedValue {
  case add
  case entry(name: String)

  @MainActor var coordinator: any Coordinator {
    switch self {
    case .add: AddCoordinator()
    case .entry(let name): EntryCoordinator(name: name)
    }
  }
}

extension ShellCommand {
  /// Prints the password of one entry and nothing else, so that a script can use it.
  static let get = ShellCommand(
    "get", usage: "get NAME", summary: "Print the password of the entry NAME."
  ) { call in
    guard !call.text.isEmpty else { throw ShellFailure("Usage: get NAME", status: .usage) }
    @KeychainStorage(key: Entry.storageKey) var entries: [Entry]?
    let stored = entries ?? []
    if let error = _entries.error { throw ShellFailure(error) }
    guard let entry = stored.first(where: { $0.name == call.text }) else {
      throw ShellFailure("There is no entry '\(call.text)'. Run 'vault' to see all entries.")
    }
    return .lines([entry.password])
  }

  /// Prints a new password without storing it.
  static let generate = ShellCommand(
    "generate", usage: "generate [LENGTH]",
    summary: "Print a new password; 20 characters by default."
  ) { call in
    let length = call.words.isEmpty ? 20 : Int(call.text) ?? 0
    guard Password.lengths.contains(length) else {
      throw ShellFailure("'\(call.text)' is not a length from 8 to 64.", status: .usage)
    }
    return .lines([Password.random(length: length)])
  }
}
