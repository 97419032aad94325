import FoundationEssentials
import Glibc
import Testing
import WaylineSQLite
import WaylineStorage
import WaylineTestThreads
import WaylineTesting

@testable import WaylineSecrets

@Suite("Key file", .waitsForPrograms) struct KeyFileTests {
  let desk: Desk
  var path: String { "\(desk.folder.path)/desk.key" }

  init() throws {
    desk = try Desk()
  }

  private func open() -> SecretStore {
    SecretStore(folder: desk.secrets.path, keyFile: path)
  }

  @Test("A named key file is made with the first secret, and opens the store from then on")
  func made() throws {
    let store = open()
    #expect(try store.text("login") == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    try store.set("Ada", "login")
    #expect(try open().text("login") == "Ada")
    #expect(desk.keyFiles == [])
    #expect(try store.status().protections == [.keyFile(path: path)])
  }

  @Test("A named key file that is there is used, and may open several stores")
  func shared() throws {
    try PrivateFile(path).write(Data(ramp(from: 1, count: 32)))
    let other = try Desk()
    try open().set("Ada", "login")
    try SecretStore(folder: other.secrets.path, keyFile: path).set("Grace", "login")
    #expect(try PrivateFile(path).read() == Data(ramp(from: 1, count: 32)))
    #expect(try open().text("login") == "Ada")
  }

  @Test("A named key file is never deleted: not by a passphrase, and not by erasing")
  func kept() throws {
    let store = open()
    try store.set("Ada", "login")
    let key = try PrivateFile(path).read()
    try store.protect(with: .horse)
    try store.eraseAll()
    #expect(try PrivateFile(path).read() == key)
  }

  @Test("A missing key file is named, and no other is made in its place")
  func missing() throws {
    try open().set("Ada", "login")
    try PrivateFile(path).remove()
    #expect(throws: StoreError.keyMissing(store: "secrets", path: path)) {
      try open().set("Eve", "login")
    }
    #expect(try PrivateFile(path).read() == nil)
  }

  @Test("A database in use that is named as a key file is refused, and its locks are kept")
  func databaseInUse() throws {
    let probe = Program.built("WaylineStorageProbe")
    let path = "\(desk.folder.path)/state.sqlite3"
    let state = SQLiteStore(path)
    try state.set(0, for: "count")
    let store = SecretStore(folder: desk.secrets.path, keyFile: path)
    #expect(throws: StoreError.keyDamaged(store: "secrets", path: path)) {
      try store.set("Ada", "login")
    }
    let inUse = StoreError.system(operation: "read the passphrase from", path: path, code: EBUSY)
    #expect(throws: SecretError.store(inUse)) { try Passphrase(contentsOfFile: path) }
    // Without the locks, a process that opens and closes the database deletes the log in use.
    #expect(try probe.run(["count", desk.folder.path, "1"]).status == 0)
    try state.set(7, for: "number")
    #expect(try probe.run(["see", desk.folder.path, "7"]).lines.last == "7")
  }

  @Test(
    "A file that is not a key is named, and stays as it is",
    arguments: [0, 31, 33, 5_000])
  func noKey(length: Int) throws {
    try PrivateFile(path).write(Data(count: length))
    #expect(throws: StoreError.keyDamaged(store: "secrets", path: path)) {
      try open().set("Ada", "login")
    }
    #expect(try PrivateFile(path).read() == Data(count: length))
  }

  @Test("A passphrase given in advance protects a store that is made with it, and no key is made")
  func supplied() throws {
    let store = desk.open()
    store.supply(.horse)
    try store.set("Ada", "login")
    #expect(try store.status().protections == [.passphrase])
    #expect(desk.keyFiles == [])
    let next = desk.open()
    #expect(throws: StoreError.locked(store: "secrets")) { try next.text("login") }
    next.supply(.horse)
    #expect(try next.text("login") == "Ada")
  }
}
