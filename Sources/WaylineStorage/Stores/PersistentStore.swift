/// Something that keeps values by key: in memory, in a file, in another system.
///
/// A store keeps bytes and knows nothing of Swift types; wrappers encode and decode. Programs use the
/// verbs of the extensions (``value(_:for:in:)``, ``set(_:for:in:)``, ``transaction(_:)``) and the
/// property wrappers. The requirements here are what a new kind of store has to bring; they are
/// called by the ``hub``, which keeps live values, observers and other processes in step. Calling
/// `setStoredValue` or `withTransaction` around it writes values that live wrappers do not see, and
/// a store may not be called around it inside its own transaction.
public protocol PersistentStore: AnyObject, Sendable {
  /// Where the live values, observers and events of this store meet. One per store, made with it.
  var hub: StoreHub { get }

  /// Reads one value; nil if nothing is stored.
  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue?

  /// Writes one value, or deletes it with nil, as a transaction of its own.
  ///
  /// - Throws: ``StoreError/kindMismatch(_:stored:attempted:)`` if a value of another kind is there.
  func setStoredValue(_ value: StoredValue?, for key: StoreKey) throws(StoreError)

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey]

  /// Runs `body` alone: no transaction of any process overlaps it, and its changes are kept together.
  ///
  /// If `body` or the commit throws, nothing is changed.
  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws

  /// Looks whether another process has changed something, and brings the live values up to date.
  ///
  /// There is a default that does nothing.
  func checkForeignChanges()

  /// Reads everything there is, and returns what is wrong; empty if all is well.
  ///
  /// There is a default that reads every key.
  func diagnose() throws(StoreError) -> [StoreError]
}

/// The values of a store inside a transaction.
public protocol StoreTransaction {
  /// Reads a value as this transaction sees it.
  func value(for key: StoreKey) throws(StoreError) -> StoredValue?
  /// Writes a value, or deletes it with nil.
  ///
  /// - Throws: ``StoreError/kindMismatch(_:stored:attempted:)`` if a value of another kind is there.
  func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError)
  /// Lists the keys of one namespace, or all with nil, in ascending order.
  func keys(in namespace: String?) throws(StoreError) -> [StoreKey]
  /// Moves the bytes under `key` to the quarantine, and returns their place; nil if nothing is there.
  ///
  /// There is a default. A store whose ``value(for:)`` refuses damaged bytes moves them as they are.
  func quarantine(_ key: StoreKey) throws(StoreError) -> StoreKey?
}

extension PersistentStore {
  /// Writes one value in a transaction of its own.
  public func setStoredValue(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    do {
      try withTransaction { try $0.set(value, for: key) }
    } catch let error as StoreError {
      throw error
    } catch {
      throw .refused(key, reason: "\(error)")
    }
  }

  /// Does nothing: nobody else writes to a store unless it says so.
  public func checkForeignChanges() {}

  /// Reads every key, and returns what is wrong.
  public func diagnose() throws(StoreError) -> [StoreError] {
    try unreadableValues()
  }

  /// The error of each key that cannot be read, in ascending order of the keys.
  package func unreadableValues() throws(StoreError) -> [StoreError] {
    var errors: [StoreError] = []
    for key in try keys(in: nil) {
      do { _ = try readPastLiveValues(key) } catch { errors.append(error) }
    }
    return errors
  }
}
