import FoundationEssentials
import Testing
import WaylineStorage

@testable import WaylineSecrets

@Suite("Protection") struct ProtectionTests {
  let desk: Desk
  let store: SecretStore

  init() throws {
    desk = try Desk()
    store = desk.open()
    try store.set("Ada", "login")
    try store.set("1815", "card")
  }

  func records() throws -> [Data] {
    let file = desk.rows()
    return try file.storedKeys(in: StoreKey.keychain).compactMap {
      try file.storedValue(for: $0)?.bytes
    }
  }

  @Test("Setting a passphrase writes the header alone, and deletes the key file")
  func settingPassphrase() throws {
    let before = try records()
    try store.protect(with: .horse)

    #expect(try records() == before)
    #expect(desk.keyFiles == [])
    #expect(try store.text("login") == "Ada")
  }

  @Test("A passphrase is its text: in both normal forms, and with a byte order mark in front of it")
  func normalForms() throws {
    let texts = ["caf\u{E9} \u{C5}", "cafe\u{301} A\u{30A}", "\u{FEFF}cafe\u{301} \u{212B}"]
    for first in texts {
      try store.protect(with: Passphrase(first))
      for second in texts {
        let next = desk.open()
        try next.unlock(with: Passphrase(second))
        #expect(try next.text("login") == "Ada")
      }
    }
    #expect(throws: SecretError.wrongKey(.passphrase)) {
      try desk.open().unlock(with: Passphrase("cafe A"))
    }
    #expect(throws: SecretError.emptyPassphrase) { try Passphrase("\u{FEFF}") }
  }

  @Test(
    "A passphrase whose bytes an earlier version took as they came opens the store",
    arguments: ["cafe\u{301}", "\u{FEFF}horse", "\u{FEFF}cafe\u{301}", "caf\u{E9}"])
  func earlierForms(text: String) throws {
    let salt = SlotKeys.passphraseSalt
    let key = try SlotKeys.scrypt.derive(secure(Array(text.utf8)), salt: salt, count: 32)
    let slot = try KeySlot(
      wrapping: .sample(), under: key, unlocking: .passphrase(SlotKeys.scrypt, salt: salt))
    let header = try VaultHeader(sealing: .sample(), slots: [slot])

    #expect(try header.opened(with: Passphrase(text)).key.bytes == DataKey.sample().bytes)
    #expect(throws: SecretError.wrongKey(.passphrase)) {
      try header.opened(with: Passphrase("mule"))
    }
  }

  @Test("Bytes that are not UTF-8 are a passphrase as they are")
  func bytes() throws {
    let bytes: [UInt8] = [0xFF, 0x63, 0xE9]
    let passphrase = try bytes.withUnsafeBytes { try Passphrase(copying: $0) }
    #expect(passphrase.bytes.revealed == bytes && passphrase.earlierForms.isEmpty)
  }

  @Test("After a change of passphrase the old one opens nothing")
  func changingPassphrase() throws {
    try store.protect(with: .horse)
    try store.protect(with: .mule)
    let next = desk.open()

    #expect(throws: SecretError.wrongKey(.passphrase)) { try next.unlock(with: .horse) }
    try next.unlock(with: .mule)
    #expect(try next.text("login") == "Ada")
  }

  @Test("A passphrase can be given up for a key file, over a file that a crash left behind")
  func backToKeyFile() throws {
    let stale = try #require(desk.keyFiles.first)
    let leftBehind = try Data(contentsOf: URL(filePath: stale))
    try store.protect(with: .horse)
    try PrivateFile(stale).write(leftBehind)
    try store.protectWithKeyFile()

    #expect(try desk.open().text("login") == "Ada")
    #expect(try Data(contentsOf: URL(filePath: stale)) != leftBehind)
  }

  @Test("Protection cannot be changed while the store is locked")
  func lockedProtection() throws {
    store.lock()

    #expect(throws: SecretError.locked) { try store.protect(with: .horse) }
    #expect(throws: SecretError.locked) { try store.protectWithKeyFile() }
    #expect(throws: SecretError.locked) { try store.rotate() }
    #expect(try desk.open().text("login") == "Ada")
  }

  @Test("A new data key seals every secret anew, behind the same key file")
  func rotating() throws {
    let before = try records()
    let keyFile = try Data(contentsOf: URL(filePath: desk.keyFiles[0]))
    try store.rotate()

    #expect(Set(try records()).isDisjoint(with: before))
    #expect(try Data(contentsOf: URL(filePath: desk.keyFiles[0])) == keyFile)
    #expect(try store.text("login") == "Ada")
    #expect(try desk.open().text("card") == "1815")
  }

  @Test("A new data key leaves nothing of the old records in the files")
  func overwriting() throws {
    let before = try records()
    try store.rotate()

    let stored = try desk.storedBytes()
    for record in before { #expect(stored.firstRange(of: record.suffix(16)) == nil) }
  }

  @Test("A new data key needs no passphrase again")
  func rotatingBehindPassphrase() throws {
    try store.protect(with: .horse)
    try store.rotate()
    let next = desk.open()
    try next.unlock(with: .horse)

    #expect(try next.text("login") == "Ada")
  }

  @Test("If one secret does not open, a new data key is refused and nothing is changed")
  func rotatingDamaged() throws {
    let file = desk.rows()
    try file.withTransaction { transaction in
      try transaction.set(transaction.value(for: .secret("card")), for: .secret("login"))
    }
    let before = try records()

    #expect(throws: SecretError.recordTampered(key: "login")) { try store.rotate() }
    #expect(try records() == before)
    #expect(try store.text("card") == "1815")
  }

  @Test("A new data key that cannot be written leaves the old state whole")
  func rotatingRefused() throws {
    let values = MemoryStore(name: "secrets")
    let store = SecretStore.sample(values)
    try store.set("Ada", "login")
    values.refuseWrites(with: .full(store: "secrets"))

    #expect(throws: SecretError.store(.full(store: "secrets"))) { try store.rotate() }
    values.refuseWrites(with: nil)
    #expect(try store.text("login") == "Ada")
    try store.set("Grace", "login")
    #expect(try store.text("login") == "Grace")
  }

  @Test("Another process follows a new data key, whether it reads or writes next")
  func followingRotation() throws {
    let (reader, writer) = (desk.open(), desk.open())
    #expect(try reader.text("login") == "Ada")
    #expect(try writer.text("login") == "Ada")
    try store.rotate()

    #expect(try reader.text("login") == "Ada")
    try writer.set("Grace", "login")
    #expect(try desk.open().text("login") == "Grace")
  }

  @Test("Another process has to unlock again when the passphrase was changed")
  func followingPassphrase() throws {
    let writer = desk.open()
    #expect(try writer.text("login") == "Ada")
    try store.protect(with: .horse)

    #expect(throws: StoreError.locked(store: "secrets")) { try writer.set("Eve", "login") }
    try writer.unlock(with: .horse)
    try writer.set("Grace", "login")
    #expect(try store.text("login") == "Grace")
  }

  @Test("The status names the place, the number of secrets and the active protection")
  func status() throws {
    let place = "\(desk.secrets.path)/secrets.sqlite3"
    let keyFile = desk.keyFiles[0]
    #expect(
      try store.status().description
        == "\(place), 2 secrets, protected by the key file '\(keyFile)'")

    try store.protect(with: .horse)
    #expect(
      try desk.open().status().description
        == "\(place), 2 secrets, protected by a passphrase, locked")
    #expect(
      try SecretStore.inMemory().status().description
        == "memory, 0 secrets, not protected by a key yet")
  }
}
