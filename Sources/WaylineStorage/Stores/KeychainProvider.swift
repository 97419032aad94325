import FoundationEssentials

/// A place for secrets, as small as a place for secrets can be.
///
/// `false` means that the old value is still there: the wrapper keeps showing it, and says that the
/// write was refused. A provider that is also a ``PersistentStore`` (the encrypted store is) tells
/// why, by a typed error, and is watched for changes.
public protocol KeychainProvider: Sendable {
  /// Keeps `data` under `key`; false if it could not.
  func setData(_ data: Data, forKey key: String) -> Bool
  /// Returns the bytes under `key`, or nil.
  func getData(forKey key: String) -> Data?
  /// Forgets `key`; false if it is still there. Nothing under the key counts as success.
  func deleteData(forKey key: String) -> Bool
}
