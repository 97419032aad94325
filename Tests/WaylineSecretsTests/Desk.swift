import FoundationEssentials
import Glibc
import Testing
import WaylineSQLite
import WaylineStorage

@testable import WaylineSecrets

/// A lending desk whose secrets are in files: a folder of secrets, and a folder of keys.
///
/// Every `open()` is another store on the same files, as another process has.
final class Desk {
  let folder: PrivateFolder
  private let isRemoved: Bool
  var secrets: PrivateFolder { PrivateFolder("\(folder.path)/share") }
  var keys: PrivateFolder { PrivateFolder("\(folder.path)/state/keys") }

  /// With `inMemory`, on a file system in memory if there is one: only the end of processes is tried,
  /// and thousands of synchronisations would wait for a disk.
  init(inMemory: Bool = false) throws {
    let base = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(base)/desk-XXXXXX".utf8CString)
    let path = try #require(mkdtemp(&template).map { String(cString: $0) })
    folder = PrivateFolder(path)
    isRemoved = true
  }

  /// A desk in a folder that exists, or is created.
  init(at path: String, isRemoved: Bool = true) throws {
    self.isRemoved = isRemoved
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    folder = PrivateFolder(path)
  }

  deinit {
    if isRemoved { try? FileManager.default.removeItem(atPath: folder.path) }
  }

  func open() -> SecretStore {
    SecretStore(in: secrets, keys: keys, scrypt: .quick)
  }

  /// The sealed values, as another process has them.
  func rows() -> SQLiteStore {
    SQLiteStore(secrets.file("secrets.sqlite3"), name: "secrets", layout: .secrets)
  }

  var keyFiles: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: keys.path)
    return (names ?? []).map { "\(keys.path)/\($0)" }
  }

  /// All bytes of all files in the folder of secrets.
  func storedBytes() throws -> Data {
    try FileManager.default.contentsOfDirectory(atPath: secrets.path).sorted()
      .reduce(into: Data()) { bytes, name in
        bytes += FileManager.default.contents(atPath: "\(secrets.path)/\(name)") ?? Data()
      }
  }
}

extension Scrypt {
  /// A cost that protects nothing, for tests.
  static let quick = Scrypt(logCost: 4, blockSize: 8, parallelism: 1)
}

extension SecretStore {
  /// A store in memory, on values that a test can reach.
  static func sample(_ values: MemoryStore = MemoryStore(name: "secrets")) -> SecretStore {
    SecretStore(base: values, place: "memory", keys: KeysInMemory(), scrypt: .quick)
  }

  /// Reads a secret as text, and throws why it cannot.
  func text(_ key: String) throws -> String? {
    try storedValue(for: .secret(key)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Writes a secret as text, and throws why it was refused.
  func set(_ text: String, _ key: String) throws {
    try setBytes(StoredValue(Data(text.utf8), kind: .data), for: .secret(key))
  }
}

extension StoreKey {
  /// The place of a secret.
  static func secret(_ name: String) -> StoreKey { StoreKey(name, in: StoreKey.keychain) }
}

extension Passphrase {
  static let horse = sample("correct horse")
  static let mule = sample("wrong mule")

  private static func sample(_ text: String) -> Passphrase {
    // Proof: the texts above are not empty.
    try! Passphrase(text)
  }
}
