import FoundationEssentials
import Glibc
import WaylineSQLite
import WaylineSecrets
import WaylineStorage

/// One run of a program that writes into a store, and is closed, is killed, or stays.
struct Life {
  private let tag: String
  private let keys: Range<Int>
  private let end: String
  /// A folder beside that of the store, where a program that stays finds and leaves its signs.
  private let control: String
  private let write: (String, String) throws -> Void
  private let close: () -> Void

  init(_ folder: String, _ words: [String]) throws {
    guard words.count == 6, let first = Int(words[2]), let count = Int(words[3]) else {
      throw Misspelled()
    }
    (tag, keys, end, control) = (words[1], first..<first + count, words[4], words[5])
    if words[0] == "state" {
      let store = SQLiteStore("\(folder)/state.sqlite3")
      write = { try store.set($1, for: $0) }
      close = { store.close() }
    } else {
      let store = SecretStore(folder: folder + "/share", keyFolder: folder + "/state/keys")
      write = { try store.set($1, for: $0, in: StoreKey.keychain) }
      close = { OpenDatabases.closeAll() }
    }
  }

  private struct Misspelled: Error {}

  func run() throws {
    for number in keys { try write("key\(number)", Self.text(tag, number)) }
    switch end {
    case "close": close()
    case "stay": try stay()
    default: kill(getpid(), SIGKILL)
    }
  }

  /// A text that fills a page together with a few others.
  private static func text(_ tag: String, _ number: Int) -> String {
    "\(tag) \(number) " + String(repeating: "x", count: 200)
  }

  /// Writes once more when it is told to, and is killed.
  private func stay() throws {
    sign("ready")
    waitForSign("write")
    try write("late", tag)
    sign("written")
    waitForSign("end")
    kill(getpid(), SIGKILL)
  }

  private func sign(_ name: String) {
    Glibc.close(open("\(control)/\(name)", O_CREAT | O_WRONLY, 0o600))
  }

  private func waitForSign(_ name: String) {
    for _ in 0..<60_000 where access("\(control)/\(name)", F_OK) != 0 { usleep(1_000) }
  }
}

extension Role {
  func stopWriting(_ folder: String) throws {
    let store = SQLiteStore("\(folder)/state.sqlite3")
    try store.transaction {
      try store.set(1, for: "stopped")
      try PrivateFile("\(folder)/ready").write(Data("\(getpid())".utf8))
      raise(SIGSTOP)
    }
  }

  func holdLock(_ folder: String) throws {
    try PrivateFile("\(folder)/state.sqlite3.lock").withLock(store: "state") {
      close(open("\(folder)/ready", O_CREAT | O_WRONLY, 0o600))
      for _ in 0..<60_000 where access("\(folder)/end", F_OK) != 0 { usleep(1_000) }
    }
  }
}
