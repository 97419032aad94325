import FoundationEssentials
import Synchronization

/// A keychain that lives as long as the process: for tests, previews and `--store :memory:`.
///
/// Nothing in it is encrypted, and nothing of it is ever written.
public final class MemoryKeychain: KeychainProvider {
  /// What messages call it.
  public let name: String
  private let secrets = Mutex<[String: Data]>([:])

  /// Makes an empty keychain.
  public init(name: String = "memory") {
    self.name = name
  }

  /// Keeps `data` under `key`; false if it could not.
  public func setData(_ data: Data, forKey key: String) -> Bool {
    secrets.withLock { $0[key] = data }
    return true
  }

  /// Returns the bytes under `key`, or nil.
  public func getData(forKey key: String) -> Data? {
    secrets.withLock { $0[key] }
  }

  /// Forgets `key`; false if it is still there.
  public func deleteData(forKey key: String) -> Bool {
    secrets.withLock { _ = $0.removeValue(forKey: key) }
    return true
  }
}

extension MemoryKeychain: CustomStringConvertible, CustomReflectable {
  /// Never a secret.
  public var description: String { "MemoryKeychain(<redacted>)" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
