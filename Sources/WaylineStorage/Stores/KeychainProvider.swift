import FoundationEssentials
import Synchronization

/// The smallest interface of a place for secrets.
///
/// ```swift
/// final class ReadOnlyKeychain: KeychainProvider {
///   func setData(_ data: Data, forKey key: String) -> Bool { false }
///   func getData(forKey key: String) -> Data? { nil }
///   func deleteData(forKey key: String) -> Bool { false }
/// }
/// ```
///
/// `false` means that the old value is still stored: the wrapper shows it, and reports that the
/// write was refused. A provider that is also a ``PersistentStore`` (the encrypted store is) reports
/// why, by a typed error, and is watched for changes.
public protocol KeychainProvider: Sendable {
  /// Stores `data` under `key`; false if it could not.
  func setData(_ data: Data, forKey key: String) -> Bool
  /// Returns the bytes under `key`, or nil.
  func getData(forKey key: String) -> Data?
  /// Deletes `key`; false if it still exists. Nothing under the key counts as success.
  func deleteData(forKey key: String) -> Bool
}

/// A keychain that lives as long as the process: for tests, previews and `--store :memory:`.
///
/// ```swift
/// let keychain = MemoryKeychain()
/// @KeychainStorage(provider: keychain, key: "card") var card: String?
/// ```
///
/// Nothing in it is encrypted, and nothing of it is ever written.
public final class MemoryKeychain: KeychainProvider {
  /// The name in messages.
  public let name: String
  private let secrets = Mutex<[StoreKey: Data]>([:])

  /// Creates an empty keychain.
  public init(name: String = "memory") {
    self.name = name
  }

  /// Stores `data` under `key`; false if it could not.
  public func setData(_ data: Data, forKey key: String) -> Bool {
    secrets.withLock { $0[StoreKey(key)] = data }
    return true
  }

  /// Returns the bytes under `key`, or nil.
  public func getData(forKey key: String) -> Data? {
    secrets.withLock { $0[StoreKey(key)] }
  }

  /// Deletes `key`; false if it still exists.
  public func deleteData(forKey key: String) -> Bool {
    secrets.withLock { _ = $0.removeValue(forKey: StoreKey(key)) }
    return true
  }
}

extension MemoryKeychain: CustomStringConvertible, CustomReflectable {
  /// Never a secret.
  public var description: String { "MemoryKeychain(<redacted>)" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
