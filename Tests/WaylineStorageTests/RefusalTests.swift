import FoundationEssentials
import Testing

@testable import WaylineStorage

@Suite("Writes that a store refuses")
struct RefusalTests {
  let store = MemoryStore()

  @Test("A default that is assigned while nothing is stored is written like any value (2)")
  func assignedDefault() throws {
    @AppStorage("copies", store: store) var here = 1
    @AppStorage("copies", store: store) var there = 7
    here = 1
    #expect(there == 1)
    #expect(try store.value(Int.self, for: "copies") == 1)
  }

  @Test("After a refused write every wrapper of the key shows the old value, and the reason (3)")
  func everywhere() throws {
    @AppStorage("copies", store: store) var here = 0
    @AppStorage("copies", store: store) var there = 0
    here = 1
    store.refuseWrites(with: .busy(store: "memory", milliseconds: 2000))
    there = 2
    #expect(here == 1 && there == 1)
    #expect(try store.storedValue(for: StoreKey("copies")) == StoredValue(encoding: 1))
    #expect(
      _here.error == .busy(store: "memory", milliseconds: 2000) && _there.error == _here.error)
  }

  @Test("A refusal that no wrapper can keep is thrown: nothing is swallowed (3)")
  func thrown() throws {
    try store.set(3, for: "copies")
    let full = StoreError.full(store: "memory")
    store.refuseWrites(with: full)
    #expect(throws: full) { try store.set(1, for: "copies") }
    #expect(throws: full) { try store.setBytes(StoredValue(encoding: 1), for: StoreKey("copies")) }
    #expect(throws: full) { try store.erase("copies") }
    #expect(throws: full) { try store.transaction { try store.set(1, for: "copies") } }
    #expect(throws: full) { try store.eraseAll(in: nil) }
    #expect(try store.value(Int.self, for: "copies") == 3)
  }

  @Test("A write that a keychain refuses is reported by an event as well (3)")
  func keychainEvent() {
    let keychain = FullKeychain()
    @KeychainStorage(provider: keychain, key: "keys") var keys = 0
    keys = 3
    let refusal = StoreError.refused(
      StoreKey("keys", in: StoreKey.keychain), reason: "the keychain refused it")
    #expect(keys == 2 && _keys.error == refusal)
    let store = ProviderStore.store(for: keychain)
    #expect(
      store.hub.takeEvents() == [.refused(StoreKey("keys", in: StoreKey.keychain), refusal)])
  }

  @Test("A refused assignment leaves bytes that cannot be read where they are (5)")
  func unreadableStays() throws {
    let key = StoreKey("member")
    let damaged = StoredValue(Data("{".utf8), kind: .json)
    try store.setStoredValue(damaged, for: key)
    @AppStorage("member", store: store) var member = Member()
    store.refuseWrites(with: .full(store: "memory"))
    member = Member(name: "Grace")
    #expect(member == Member() && _member.error == .full(store: "memory"))
    #expect(try store.storedValue(for: key) == damaged)
    #expect(try store.storedKeys(in: nil) == [key])
  }
}

/// A keychain that holds the number 2 and has no room for anything else.
private final class FullKeychain: KeychainProvider {
  func setData(_ data: Data, forKey key: String) -> Bool { false }
  func getData(forKey key: String) -> Data? { Data("2".utf8) }
  func deleteData(forKey key: String) -> Bool { false }
}
