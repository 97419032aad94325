import FoundationEssentials
import WaylineSQLite
import WaylineSecrets
import WaylineStorage
import WaylineSystem

extension Role {
  /// Does what the role is about; each step that the store acknowledges is said.
  ///
  /// - Parameter losesPower: whether the power may fail; the store is then configured to survive that.
  func faulted(_ path: String, losesPower: Bool) throws {
    let store = SQLiteStore(path, durability: losesPower ? .powerCut : .process)
    switch self {
    case .migrate:
      store.hub.register(Migration(StoreKey("old"), from: 1) { (old: Int) in "\(old) copies" })
      step("migrated") { _ = try store.value(String.self, for: "old") }
    case .recover: step("first 1") { try store.set(1, for: "first") }
    default: write(store)
    }
    store.close()
  }

  private func write(_ store: SQLiteStore) {
    step("first 1") { try store.set(1, for: "first") }
    step("both 2") {
      try store.transaction {
        try store.set(2, for: "first")
        try store.set(2, for: "second")
      }
    }
    step("large") { try store.set(String(repeating: "x", count: 20_000), for: "large") }
  }

  func publish(_ path: String) {
    step("published") {
      guard try PrivateFile(path).create(Data("a secret".utf8)) else { return say("exists") }
    }
  }

  /// Writes the same number twice, in one transaction, until the power goes.
  func pairs(_ path: String) throws {
    let store = SQLiteStore(path)
    var number = try store.value(Int.self, for: "left") ?? 0
    while number < 100_000 {
      number += 1
      try store.transaction {
        try store.set(number, for: "left")
        // As large as several pages, so that the log is soon long enough to be moved into the file.
        try store.set(String(repeating: "\(number),", count: 4_000), for: "right")
      }
      say("\(number)")
    }
  }

  func secrets(_ folder: String) {
    let secrets = SecretStore(folder: folder + "/share", keyFolder: folder + "/state/keys")
    step("Ada") { try secrets.set("Ada", for: "login", in: StoreKey.keychain) }
    step("rotated") { try secrets.rotate() }
    step("Grace") { try secrets.set("Grace", for: "login", in: StoreKey.keychain) }
  }

  /// Each acknowledged change says what opens the secrets from then on.
  func protection(_ folder: String) {
    let secrets = Self.secrets(in: folder)
    step("horse") { try secrets.protect(with: Passphrase("horse")) }
    step("mule") { try secrets.protect(with: Passphrase("mule")) }
    step("rotated") { try secrets.rotate() }
    step("key file") { try secrets.protectWithKeyFile() }
  }

  func recoverSecrets(_ folder: String) {
    let secrets = Self.secrets(in: folder)
    step("read") { _ = try secrets.storedValue(for: StoreKey("login", in: StoreKey.keychain)) }
  }

  func mint(_ folder: String) throws {
    for number in 0... {
      try Self.secrets(in: "\(folder)/\(number)").set("Ada", for: "login", in: StoreKey.keychain)
      say("\(number)")
    }
  }

  func locked(_ folder: String) throws {
    say("locked \(try SecureBytes.random(count: 32).isLockedInMemory)")
    let secrets = Self.secrets(in: folder)
    try secrets.set("Ada", for: "login", in: StoreKey.keychain)
    say("dumpable \(CurrentProcess.isDumpable)")
    secrets.lock()
    secrets.hideProcess()
    say("dumpable \(CurrentProcess.isDumpable)")
    try secrets.unlock()
    say("dumpable \(CurrentProcess.isDumpable)")
    secrets.lock()
    say("dumpable \(CurrentProcess.isDumpable)")
  }

  /// Secrets in a folder, behind passphrases that are stretched in no time.
  static func secrets(in folder: String) -> SecretStore {
    SecretStore(
      in: PrivateFolder("\(folder)/share"), keys: PrivateFolder("\(folder)/state/keys"),
      scrypt: Scrypt(logCost: 4, blockSize: 8, parallelism: 1))
  }

  func step(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
      say(name)
    } catch {
      say("refused \(error)")
    }
  }
}
