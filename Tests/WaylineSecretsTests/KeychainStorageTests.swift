import FoundationEssentials
import Synchronization
import Testing
import WaylineStorage

@testable import WaylineSecrets

@Suite("Secrets in wrappers") struct KeychainStorageTests {
  struct Login: Codable, Hashable {
    var name: String
    var card: Int
  }

  let store = SecretStore.sample()
  let ada = Login(name: "Ada", card: 1815)

  @Test("A wrapper stores its value, and nil deletes it (8)")
  func roundTrip() throws {
    @KeychainStorage(provider: store, key: "login") var login: Login?
    login = ada
    @KeychainStorage(provider: store, key: "login") var same: Login?

    #expect(same == ada)
    #expect(try store.text("login") == #"{"card":1815,"name":"Ada"}"#)
    same = nil
    #expect(login == nil)
    #expect(try store.storedKeys(in: nil) == [])
  }

  @Test("While the store is locked a wrapper shows its default, and refuses to write (3)")
  func locked() {
    @KeychainStorage(provider: store, key: "login") var login: Login?
    login = ada
    store.lock()

    #expect(login == nil)
    #expect(store.takeLockedReads())
    login = Login(name: "Eve", card: 0)
    #expect(_login.error == .locked(store: "secrets"))
    #expect(login == nil)
  }

  @Test("Unlocking restores the value, and notifies its observers")
  func unlocked() throws {
    @KeychainStorage(provider: store, key: "login") var login: Login?
    login = ada
    store.lock()
    let notifications = Mutex(0)
    let watching = store.observe(.secret("login")) { _ in notifications.withLock { $0 += 1 } }
    defer { watching.cancel() }

    try store.unlock()
    #expect(login == ada)
    #expect(notifications.withLock { $0 } == 1)
  }

  @Test(
    "A value of another type is quarantined before it is replaced, and can be read there (5)")
  func otherShape() throws {
    try store.set("Ada", "login")
    @KeychainStorage(provider: store, key: "login") var login: Login?
    #expect(login == nil)
    login = ada

    let place = StoreKey("keychain/login#1", in: StoreKey.quarantine)
    #expect(login == ada)
    #expect(try store.storedValue(for: place)?.bytes == Data("Ada".utf8))
  }

  @Test("Wrappers change together in a transaction, or not at all (7)")
  func transaction() throws {
    struct Abort: Error {}
    @KeychainStorage(provider: store, key: "login") var login: Login?
    @KeychainStorage(provider: store, key: "remembers") var remembers = false
    try? store.transaction {
      login = ada
      remembers = true
      throw Abort()
    }

    #expect(login == nil && !remembers)
    try store.transaction { (login, remembers) = (ada, true) }
    #expect(login == ada && remembers)
  }

  @Test("Keys are not changed inside a transaction, which would wait for itself")
  func keysInsideTransaction() throws {
    try store.transaction {
      #expect(throws: SecretError.insideTransaction) { try store.rotate() }
      #expect(throws: SecretError.insideTransaction) { try store.protect(with: .horse) }
      #expect(throws: SecretError.insideTransaction) { try store.unlock() }
      #expect(throws: SecretError.insideTransaction) { try store.status() }
      #expect(throws: SecretError.insideTransaction) { try store.eraseAll() }
    }
  }
}
