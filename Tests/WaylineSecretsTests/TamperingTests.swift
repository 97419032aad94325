import FoundationEssentials
import Testing
import WaylineStorage

@testable import WaylineSecrets

@Suite("Tampering") struct TamperingTests {
  let values = MemoryStore(name: "secrets")
  let store: SecretStore

  init() throws {
    store = .sample(values)
    try store.set("Ada", "login")
    try store.set("1815", "card")
  }

  func row(_ key: StoreKey) throws -> StoredValue {
    try #require(try values.storedValue(for: key))
  }

  @Test("A secret put in the place of another is not shown")
  func swapped() throws {
    try values.setStoredValue(row(.secret("card")), for: .secret("login"))

    #expect(throws: StoreError.recordTampered(.secret("login"))) { try store.text("login") }
    #expect(try store.text("card") == "1815")
  }

  @Test("A secret whose row says another version is not shown")
  func version() throws {
    var row = try row(.secret("login"))
    row.version += 1
    try values.setStoredValue(row, for: .secret("login"))

    #expect(throws: StoreError.recordTampered(.secret("login"))) { try store.text("login") }
  }

  @Test("A header taken away is not replaced by a new one while there are secrets")
  func missingHeader() throws {
    try values.setStoredValue(nil, for: .vaultHeader)
    let next = SecretStore(base: values, keys: store.keys.storage)

    #expect(throws: StoreError.headerTampered(store: "secrets")) { try next.text("login") }
    #expect(throws: StoreError.headerTampered(store: "secrets")) { try next.set("Eve", "login") }
    #expect(try values.storedValue(for: .vaultHeader) == nil)
  }

  @Test("A changed header stops reading by the next process, and writing by this one")
  func changedHeader() throws {
    var row = try row(.vaultHeader)
    row.bytes[row.bytes.count - 1] ^= 1
    try values.setStoredValue(row, for: .vaultHeader)
    let next = SecretStore(base: values, keys: store.keys.storage)

    #expect(throws: StoreError.headerTampered(store: "secrets")) { try next.text("login") }
    #expect(throws: StoreError.headerTampered(store: "secrets")) { try store.set("Eve", "login") }
  }

  @Test("A header of a newer version is named, and left alone")
  func newerHeader() throws {
    var row = try row(.vaultHeader)
    row.bytes[9] = 2
    try values.setStoredValue(row, for: .vaultHeader)

    let error = StoreError.unsupportedFormat(store: "secrets", detail: "header version 2")
    #expect(throws: error) { try store.set("Eve", "login") }
    #expect(throws: SecretError.unsupportedFormat("header version 2")) { try store.status() }
  }

  @Test("Looking for problems names every secret that does not open")
  func problems() throws {
    try store.set("Grace", "reserve")
    #expect(try store.problems() == [])
    try values.setStoredValue(row(.secret("card")), for: .secret("login"))
    try values.setStoredValue(row(.secret("card")), for: .secret("reserve"))

    #expect(
      try store.problems() == [
        .recordTampered(.secret("login")), .recordTampered(.secret("reserve")),
      ])
  }

  @Test("Writing over a secret that does not open puts its bytes aside first")
  func puttingAside() throws {
    let foreign = try row(.secret("card"))
    try values.setStoredValue(foreign, for: .secret("login"))
    let place = StoreKey("keychain/login#1", in: StoreKey.quarantine)
    let next = SecretStore(base: values, keys: store.keys.storage)

    #expect(next.getData(forKey: "login") == nil)
    #expect(next.setData(Data("Grace".utf8), forKey: "login"))
    #expect(next.getData(forKey: "login") == Data("Grace".utf8))
    #expect(try row(place) == foreign)
    #expect(next.hub.takeEvents().last == .quarantined(.secret("login"), as: place))
  }

  @Test("A secret whose name was changed in the file is not shown")
  func damagedRow() throws {
    let desk = try Desk()
    try desk.open().set("Ada", "login")
    let file = PrivateFile("\(desk.secrets.path)/secrets.sqlite3")
    for path in [file.path, file.path + "-wal"] {
      guard var bytes = FileManager.default.contents(atPath: path) else { continue }
      while let range = bytes.firstRange(of: Data("login".utf8)) {
        bytes[range.lowerBound] = 0x6c ^ 1
      }
      try bytes.write(to: URL(filePath: path))
    }

    #expect(try desk.open().storedKeys(in: nil) == [.secret("mogin")])
    #expect(throws: StoreError.recordTampered(.secret("mogin"))) { try desk.open().text("mogin") }
  }

  @Test(
    "A record in another row is not shown, whichever part of the row is another",
    arguments: [
      (StoreKey.secret("logins"), ValueKind.data), (StoreKey("login", in: "scene"), .data),
      (.secret("login"), .string), (.secret("login"), .json),
    ])
  func moved(key: StoreKey, kind: ValueKind) throws {
    var row = try row(.secret("login"))
    row.kind = kind
    try values.setStoredValue(nil, for: key)
    try values.setStoredValue(row, for: key)

    #expect(throws: StoreError.recordTampered(key)) { try store.storedValue(for: key) }
  }

  @Test("A key file with any one bit changed opens nothing")
  func flippedKey() throws {
    let desk = try Desk(inMemory: true)
    try desk.open().set("Ada", "login")
    let file = PrivateFile(desk.keyFiles[0])
    let key = try #require(try file.read())
    for index in key.indices {
      for bit in 0..<8 {
        var changed = key
        changed[index] ^= 1 << bit
        try file.write(changed)
        #expect(throws: StoreError.wrongKey(store: "secrets")) { try desk.open().text("login") }
      }
    }
    try file.write(key)
    #expect(try desk.open().text("login") == "Ada")
  }
}
