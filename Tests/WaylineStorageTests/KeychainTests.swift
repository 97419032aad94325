import FoundationEssentials
import Synchronization
import Testing

@testable import WaylineStorage

/// A keychain that can be set to refuse.
private final class StubbornKeychain: KeychainProvider {
  let secrets = MemoryKeychain()
  let isRefusing = Mutex(false)

  func setData(_ data: Data, forKey key: String) -> Bool {
    !isRefusing.withLock { $0 } && secrets.setData(data, forKey: key)
  }
  func getData(forKey key: String) -> Data? { secrets.getData(forKey: key) }
  func deleteData(forKey key: String) -> Bool {
    !isRefusing.withLock { $0 } && secrets.deleteData(forKey: key)
  }
}

/// A keychain without an identity of its own.
private struct NamedKeychain: KeychainProvider {
  let secrets: MemoryKeychain
  let service: String
  func setData(_ data: Data, forKey key: String) -> Bool {
    secrets.setData(data, forKey: service + key)
  }
  func getData(forKey key: String) -> Data? { secrets.getData(forKey: service + key) }
  func deleteData(forKey key: String) -> Bool { secrets.deleteData(forKey: service + key) }
}

@Suite("Keychain storage")
struct KeychainTests {
  private let keychain = StubbornKeychain()

  @Test("The provider stores JSON, and is read again outside a view")
  func json() throws {
    @KeychainStorage(provider: keychain, key: "member") var member: Member?
    member = Member(name: "Grace")
    let data = try #require(keychain.getData(forKey: "member"))
    #expect(String(decoding: data, as: UTF8.self) == #"{"id":1,"name":"Grace"}"#)
    _ = keychain.setData(Data(#"{"id":2,"name":"Alan"}"#.utf8), forKey: "member")
    #expect(member == Member(id: 2, name: "Alan"))
  }

  @Test("Nil deletes, and a provider that refuses leaves the old value (3)")
  func refusal() {
    @KeychainStorage(provider: keychain, key: "pin") var pin: String?
    pin = "1234"
    keychain.isRefusing.withLock { $0 = true }
    pin = nil
    #expect(pin == "1234" && _pin.error != nil)
    keychain.isRefusing.withLock { $0 = false }
    pin = nil
    #expect(keychain.getData(forKey: "pin") == nil)
  }

  @Test("Wrappers share a value by provider, and not across providers")
  func identity() {
    let secrets = MemoryKeychain()
    let desk = NamedKeychain(secrets: secrets, service: "desk")
    let store = ProviderStore.store(for: desk)
    #expect(store === ProviderStore.store(for: NamedKeychain(secrets: secrets, service: "desk")))
    #expect(store !== ProviderStore.store(for: NamedKeychain(secrets: secrets, service: "cafe")))
    #expect(store !== ProviderStore.store(for: keychain))
  }

  @Test("A secret is in no description and no mirror")
  func redaction() {
    @KeychainStorage(wrappedValue: "hunter2", provider: keychain, key: "pin") var pin: String
    pin = "hunter3"
    var dumped = ""
    dump(_pin, to: &dumped)
    #expect(!"\(_pin) \(dumped) \(keychain.secrets)".contains("hunter"))
    dump(keychain.secrets, to: &dumped)
    #expect(!dumped.contains("hunter"))
  }
}

@Suite("The stores that are known by what they belong to")
struct KnownStoresTests {
  @Test("Stores that nothing retains are forgotten, also where very many are added")
  func sweeping() {
    var known = KnownStores<Int, MemoryStore>()
    let retained = (0..<100).map { MemoryStore(name: "\($0)") }
    for (number, store) in retained.enumerated() { known.add(store, for: number) }
    for number in 100..<5_000 { known.add(MemoryStore(name: "\(number)"), for: number) }
    #expect(retained.enumerated().allSatisfy { known[$0.offset] === $0.element })
    #expect(known[4_999] == nil && known.all.count == 100)
    #expect(known.count <= 400)
  }
}
