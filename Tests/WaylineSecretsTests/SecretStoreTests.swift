import FoundationEssentials
import Testing
import WaylineSQLite
import WaylineStorage

@testable import WaylineSecrets

@Suite("Secret store") struct SecretStoreTests {
  @Test("A secret is read back, also by the next process")
  func roundTrip() throws {
    let desk = try Desk()
    try desk.open().set("Ada, card 1815", "login")

    #expect(try desk.open().text("login") == "Ada, card 1815")
    #expect(try desk.open().text("logout") == nil)
  }

  @Test("The file holds the name of a secret, and not the secret")
  func sealed() throws {
    let desk = try Desk()
    let store = desk.open()
    try store.set("Ada, card 1815", "login")
    try store.set("Grace, card 1906", "login")

    let stored = try desk.storedBytes()
    #expect(stored.firstRange(of: Data("login".utf8)) != nil)
    #expect(stored.firstRange(of: Data("card 1815".utf8)) == nil)
    #expect(stored.firstRange(of: Data("card 1906".utf8)) == nil)
  }

  @Test("The file is synchronised in full, and what is deleted is overwritten")
  func settings() throws {
    let desk = try Desk()
    let path = "\(desk.secrets.path)/secrets.sqlite3"
    var database = LazyDatabase(DatabaseFile(path, name: "secrets", layout: .secrets))
    var findings = LazyDatabase.Findings()
    try database.use(isWriting: true, findings: &findings) { database throws(StoreError) in
      #expect(try database.integer("PRAGMA synchronous") == 2)
      #expect(try database.integer("PRAGMA secure_delete") == 1)
      #expect(try database.text("PRAGMA journal_mode") == "wal")
    }
  }

  @Test("Nothing is made or opened before a secret is used, and no key before one is written (15)")
  func lazy() throws {
    let desk = try Desk()
    let store = desk.open()

    store.checkForeignChanges()
    #expect(!FileManager.default.fileExists(atPath: desk.secrets.path))
    #expect(try store.text("login") == nil)
    #expect(desk.keyFiles == [])
    try store.set("Ada", "login")
    #expect(desk.keyFiles.count == 1)
  }

  @Test("Two first starts at once end with one key, and each reads what the other wrote (10)")
  func firstStarts() async throws {
    for _ in 0..<10 {
      let desk = try Desk()
      let stores = [desk.open(), desk.open(), desk.open(), desk.open()]
      try await withThrowingTaskGroup { group in
        for (number, store) in stores.enumerated() {
          group.addTask { try store.set("Ada", "login \(number)") }
        }
        try await group.waitForAll()
      }

      #expect(desk.keyFiles.count == 1)
      for number in stores.indices { #expect(try desk.open().text("login \(number)") == "Ada") }
    }
  }

  @Test("A key of another store does not open this one")
  func wrongKey() throws {
    let desk = try Desk()
    try desk.open().set("Ada", "login")
    try PrivateFile(desk.keyFiles[0]).write(Data(count: 32))

    #expect(throws: StoreError.wrongKey(store: "secrets")) { try desk.open().text("login") }
    #expect(throws: StoreError.wrongKey(store: "secrets")) { try desk.open().set("Eve", "login") }
  }

  @Test("A missing key file is an error, and never a reason to make another")
  func missingKey() throws {
    let desk = try Desk()
    try desk.open().set("Ada", "login")
    try PrivateFile(desk.keyFiles[0]).remove()

    #expect(throws: StoreError.self) { try desk.open().text("login") }
    #expect(throws: StoreError.self) { try desk.open().set("Eve", "login") }
    #expect(desk.keyFiles == [])
  }

  @Test("A failed first write leaves no key behind")
  func undoneFirstWrite() throws {
    struct Abort: Error {}
    let desk = try Desk()

    #expect(throws: Abort.self) {
      try desk.open().withTransaction { transaction in
        try transaction.set(StoredValue(Data(), kind: .data), for: .secret("login"))
        throw Abort()
      }
    }
    #expect(desk.keyFiles == [])
    #expect(try desk.open().storedKeys(in: nil) == [])
  }

  @Test("Deleting from a missing store makes no key")
  func deletingNothing() throws {
    let desk = try Desk()

    #expect(desk.open().deleteData(forKey: "login"))
    #expect(desk.keyFiles == [])
  }

  @Test("A deleted secret is removed, from the file too")
  func deleting() throws {
    let desk = try Desk()
    let store = desk.open()
    try store.set("Ada", "login")

    #expect(store.deleteData(forKey: "login"))
    #expect(store.getData(forKey: "login") == nil)
    #expect(try desk.open().storedKeys(in: nil) == [])
  }

  @Test("Printing a store shows none of its secrets")
  func printing() throws {
    let store = SecretStore.sample()
    #expect(store.setData(Data("Ada".utf8), forKey: "login"))
    #expect(store.getData(forKey: "login") != nil)
    var dumped = ""
    dump(store, to: &dumped)

    #expect("\(store)" == "secrets in memory")
    #expect(dumped == "- secrets in memory #0\n")
  }

  @Test("Several secrets change together or not at all (7)")
  func transactions() throws {
    struct Abort: Error {}
    let store = SecretStore.sample()
    try store.set("Ada", "login")
    try store.transaction {
      try store.set("Grace", "login")
      try store.set("1906", "card")
    }

    #expect(throws: Abort.self) {
      try store.transaction {
        try store.set("Eve", "login")
        throw Abort()
      }
    }
    #expect(try store.text("login") == "Grace")
    #expect(try store.text("card") == "1906")
  }

  @Test("The header is not a secret: it is not listed, and cannot be written")
  func header() throws {
    let store = SecretStore.sample()
    try store.set("Ada", "login")

    #expect(try store.storedKeys(in: nil) == [.secret("login")])
    #expect(throws: StoreError.refused(.vaultHeader, reason: "the name is reserved")) {
      try store.setStoredValue(nil, for: .vaultHeader)
    }
  }

  @Test("A write of another process is seen, and reported to observers (9)")
  func foreignChanges() throws {
    let desk = try Desk()
    let (here, there) = (desk.open(), desk.open())
    try here.set("Ada", "login")
    #expect(there.getData(forKey: "login") == Data("Ada".utf8))

    try here.set("Grace", "login")
    there.checkForeignChanges()
    #expect(there.getData(forKey: "login") == Data("Grace".utf8))
    #expect(there.hub.takeEvents() == [.changedElsewhere([.secret("login")])])
  }

  @Test("A missing file is distinguished from a first start, and its key is retained (13)")
  func vanished() throws {
    let desk = try Desk()
    try desk.open().set("Ada", "login")
    let keyFile = desk.keyFiles[0]
    for suffix in ["", "-wal", "-shm"] {
      try PrivateFile("\(desk.secrets.path)/secrets.sqlite3\(suffix)").remove()
    }
    let next = desk.open()

    #expect(try next.text("login") == nil)
    #expect(next.hub.takeEvents() == [.vanished(store: "secrets")])
    try next.set("Grace", "login")
    #expect(desk.keyFiles.contains(keyFile) && desk.keyFiles.count == 2)
  }

  @Test(
    "A damaged file is quarantined whole, and the key that opens it is retained (12)")
  func damaged() throws {
    let desk = try Desk()
    let store = desk.open()
    try store.set("Ada", "login")
    try store.rotate()
    let keyFile = desk.keyFiles[0]
    let file = PrivateFile("\(desk.secrets.path)/secrets.sqlite3")
    try file.write(Data("ink over it all".utf8))
    let next = desk.open()

    #expect(try next.text("login") == nil)
    guard case .recovered("secrets", let place, _, _) = next.hub.takeEvents().first else {
      Issue.record("The recovery was not reported.")
      return
    }
    #expect(try PrivateFile(place).read() == Data("ink over it all".utf8))
    #expect(desk.keyFiles == [keyFile])
  }
}
