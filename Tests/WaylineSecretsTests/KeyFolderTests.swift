import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import Testing
import WaylineStorage

@testable import WaylineSecrets

@Suite("Key folder") struct KeyFolderTests {
  let desk: Desk
  let storage: KeyFolder
  let store: StoreIdentifier

  init() throws {
    desk = try Desk()
    storage = KeyFolder(desk.keys)
    store = try .random()
  }

  var path: String { storage.file(of: store).path }

  @Test("A key is a file of 32 bytes, 0600 in 0700, named after its store")
  func publishing() throws {
    let key = try storage.mintKey(of: store)
    var (file, folder) = (stat(), stat())
    stat(path, &file)
    stat(desk.keys.path, &folder)

    #expect(path == "\(desk.keys.path)/\(store).key")
    #expect(file.st_size == 32 && file.st_mode & 0o777 == 0o600)
    #expect(folder.st_mode & 0o777 == 0o700)
    #expect(try storage.key(of: store) == key)
    #expect(desk.keyFiles == [path])
  }

  @Test("Of many first starts at once, all get the one key that was published")
  func racing() throws {
    for _ in 0..<20 {
      let store = try StoreIdentifier.random()
      let keys = Mutex<[[UInt8]]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { [storage] _ in
        guard let key = try? storage.mintKey(of: store) else { return }
        keys.withLock { $0.append(key.revealed) }
      }

      let published = try storage.key(of: store).revealed
      #expect(keys.withLock { $0 } == Array(repeating: published, count: 8))
    }
  }

  @Test("A missing key is named")
  func missing() {
    #expect(throws: SecretError.keyFileMissing(path: path)) { try storage.key(of: store) }
  }

  @Test(
    "A key that others may read is refused, and left as it is", arguments: [0o640, 0o604, 0o660])
  func shared(mode: mode_t) throws {
    _ = try storage.mintKey(of: store)
    chmod(path, mode)

    let problem = FileProblem.openPermissions(mode: UInt32(mode))
    #expect(throws: SecretError.store(.unsafeFile(path: path, problem: problem))) {
      try storage.key(of: store)
    }
  }

  @Test("A folder of keys that others can write to is refused for reading, as for writing (14)")
  func sharedFolder() throws {
    _ = try storage.mintKey(of: store)
    chmod(desk.keys.path, 0o777)
    let problem = FileProblem.writableByOthers(mode: 0o777)
    let refusal = SecretError.store(.unsafeFile(path: desk.keys.path, problem: problem))
    #expect(throws: refusal) { try storage.key(of: store) }
    #expect(throws: refusal) { try storage.mintKey(of: store) }
  }

  @Test("A folder of keys that is a link is refused for reading, as for writing (14)")
  func linkedFolder() throws {
    _ = try storage.mintKey(of: store)
    let elsewhere = desk.folder.path + "/elsewhere"
    rename(desk.keys.path, elsewhere)
    symlink(elsewhere, desk.keys.path)
    let refusal = SecretError.store(.unsafeFile(path: desk.keys.path, problem: .symbolicLink))
    #expect(throws: refusal) { try storage.key(of: store) }
    #expect(throws: refusal) { try storage.mintKey(of: store) }
  }

  @Test("A symbolic link in place of the key is refused")
  func link() throws {
    _ = try storage.mintKey(of: store)
    rename(path, "\(desk.folder.path)/elsewhere")
    symlink("\(desk.folder.path)/elsewhere", path)

    #expect(throws: SecretError.store(.unsafeFile(path: path, problem: .symbolicLink))) {
      try storage.key(of: store)
    }
  }

  @Test("A key of another length is called damaged", arguments: [0, 31, 33])
  func otherLength(count: Int) throws {
    try desk.keys.create()
    try PrivateFile(path).write(Data(count: count))

    #expect(throws: SecretError.keyFileDamaged(path: path)) { try storage.key(of: store) }
  }

  @Test("Publishing never replaces a key")
  func publishingTwice() throws {
    let first = try storage.mintKey(of: store)
    let second = try storage.mintKey(of: store)

    #expect(second == first)
  }

  @Test("A key can be removed, and removing it twice does no harm")
  func removing() throws {
    _ = try storage.mintKey(of: store)
    try storage.removeKey(of: store)
    try storage.removeKey(of: store)

    #expect(desk.keyFiles == [])
  }
}
