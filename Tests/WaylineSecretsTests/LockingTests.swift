import FoundationEssentials
import Glibc
import Testing
import WaylineStorage

@testable import WaylineSecrets

@Suite("Locking") struct LockingTests {
  let desk: Desk
  let store: SecretStore

  init() throws {
    desk = try Desk()
    store = desk.open()
    try store.set("Ada", "login")
  }

  @Test("A locked store shows no secret, and notes the read")
  func lockedReads() throws {
    store.lock()

    #expect(!store.takeLockedReads())
    #expect(store.getData(forKey: "login") == nil)
    #expect(store.takeLockedReads())
    #expect(!store.takeLockedReads())
    #expect(throws: StoreError.locked(store: "secrets")) { try store.text("login") }
  }

  @Test("A read of a missing secret is no reason to unlock a store")
  func lockedAbsence() throws {
    store.lock()

    #expect(store.getData(forKey: "logout") == nil)
    #expect(!store.takeLockedReads())
  }

  @Test("Writing and deleting are refused while the store is locked")
  func lockedWrites() throws {
    store.lock()

    #expect(!store.setData(Data("Eve".utf8), forKey: "login"))
    #expect(!store.deleteData(forKey: "login"))
    #expect(!store.setData(Data("Eve".utf8), forKey: "logout"))
    #expect(
      store.hub.takeEvents().map(\.description).last
        == StoreEvent.refused(.secret("logout"), .locked(store: "secrets")).description)
    try store.unlock()
    #expect(try store.text("login") == "Ada")
    #expect(try store.text("logout") == nil)
  }

  @Test("Names can be listed while the store is locked")
  func lockedNames() throws {
    store.lock()

    #expect(try store.storedKeys(in: StoreKey.keychain) == [.secret("login")])
  }

  @Test("Unlocking shows the secret to its readers")
  func unlocking() throws {
    store.lock()
    #expect(store.getData(forKey: "login") == nil)
    try store.unlock()

    #expect(store.getData(forKey: "login") == Data("Ada".utf8))
  }

  @Test("A passphrase opens the store in the next process, and nothing else does")
  func passphrase() throws {
    try store.protect(with: .horse)
    let next = desk.open()

    #expect(next.getData(forKey: "login") == nil)
    #expect(next.takeLockedReads())
    #expect(throws: SecretError.locked) { try next.unlock() }
    #expect(throws: SecretError.wrongKey(.passphrase)) { try next.unlock(with: .mule) }
    #expect(next.getData(forKey: "login") == nil)
    try next.unlock(with: .horse)
    #expect(next.getData(forKey: "login") == Data("Ada".utf8))
  }

  @Test("Unlocking waits for the stretching of the passphrase without holding up the caller")
  func unlockingInTheBackground() async throws {
    try await store.protect(with: .horse)
    let next = desk.open()
    try await next.unlock(with: .horse)

    #expect(try next.text("login") == "Ada")
  }

  @Test("A wrong passphrase is tried once; one that could not be tried is tried again")
  func failedAttempt() {
    #expect(SecretError.wrongKey(.passphrase).isAboutPassphrase)
    #expect(SecretError.headerTampered.isAboutPassphrase)
    #expect(!SecretError.cryptography(operation: "stretch", reason: "no memory").isAboutPassphrase)
    #expect(!SecretError.store(.busy(store: "secrets", milliseconds: 2000)).isAboutPassphrase)
  }

  @Test("The folder of open secrets is deleted: the next one is watched for changes")
  func newFolder() throws {
    let former = try #require(store.notice?.descriptor())
    try FileManager.default.removeItem(atPath: desk.secrets.path)
    try store.set("Grace", "login")
    let descriptor = try #require(store.notice?.descriptor())
    store.notice?.look()
    try desk.open().set("Emma", "reader")
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 2000) == 1, "\(former) \(descriptor)")
    #expect(try store.text("reader") == "Emma")
  }

  @Test("A passphrase for a store that has a key file is refused, not ignored")
  func uselessPassphrase() {
    #expect(throws: SecretError.notPassphraseProtected) { try desk.open().unlock(with: .horse) }
  }

  @Test("A passphrase given before there is a store protects it from the first secret on")
  func passphraseFirst() throws {
    let desk = try Desk()
    let store = desk.open()
    try store.unlock(with: .horse)
    try store.set("Ada", "login")

    #expect(desk.keyFiles == [])
    #expect(try store.status().protections == [.passphrase])
    #expect(throws: StoreError.locked(store: "secrets")) { try desk.open().text("login") }
  }

  @Test("Locking while another process holds keys leaves that one open")
  func otherProcess() throws {
    let other = desk.open()
    #expect(try other.text("login") == "Ada")
    store.lock()

    #expect(try other.text("login") == "Ada")
  }

  @Test("An erased store is empty, has no key, and can be used again")
  func erasing() throws {
    try store.protect(with: .horse)
    let next = desk.open()
    try next.eraseAll()

    #expect(try next.status().protections == [])
    #expect(try next.text("login") == nil)
    try next.set("Grace", "login")
    #expect(try store.text("login") == "Grace")
  }

  @Test("Locking discards a passphrase that was supplied in advance")
  func lockingForgetsSupplied() throws {
    try store.protect(with: .horse)
    let next = desk.open()
    next.supply(.horse)
    #expect(try next.text("login") == "Ada")
    next.lock()

    #expect(next.suppliedPassphrase == nil)
    #expect(throws: SecretError.locked) { try next.unlock() }
    #expect(throws: StoreError.locked(store: "secrets")) { try next.text("login") }
    try next.unlock(with: .horse)
    #expect(try next.text("login") == "Ada")
  }

  @Test("A wrong passphrase that was supplied in advance is tried once")
  func wrongSupplied() throws {
    try store.protect(with: .horse)
    let next = desk.open()
    next.supply(.mule)

    #expect(throws: StoreError.wrongKey(store: "secrets")) { try next.text("login") }
    #expect(next.suppliedPassphrase == nil)
    #expect(throws: StoreError.locked(store: "secrets")) { try next.text("login") }
  }

  @Test("A wrong passphrase that was supplied in advance refuses a write")
  func wrongSuppliedWrite() throws {
    try store.protect(with: .horse)
    let next = desk.open()
    next.supply(.mule)

    #expect(throws: StoreError.wrongKey(store: "secrets")) { try next.set("Eve", "login") }
    try next.unlock(with: .horse)
    #expect(try next.text("login") == "Ada")
  }
}
