import Synchronization
import WaylineGraph

/// A store of values by key: in memory, in a file, or in another system.
///
/// ```swift
/// try store.transaction {
///   onShelf -= copies
///   lent += copies
/// }
/// ```
///
/// A store holds bytes and knows nothing of Swift types; wrappers encode and decode. Programs use the
/// verbs of the extensions (``value(_:for:in:)``, ``set(_:for:in:)``, ``transaction(_:)``) and the
/// property wrappers. The requirements here are what a new kind of store has to bring; they are
/// called by the ``hub``, which synchronises live values, observers and other processes, and by a
/// keychain that seals its secrets in a store, on any thread. Calling `setStoredValue` or `withTransaction`
/// around the hub writes values that live wrappers do not see, and a store may not be called around it
/// inside its own transaction.
public protocol PersistentStore: AnyObject, Sendable {
  /// The live values, observers and events of this store. One per store, created with it.
  var hub: StoreHub { get }

  /// Reads one value; nil if nothing is stored.
  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue?

  /// Reads several values at one point in time; a key without a value is missing in the result.
  ///
  /// There is a default that reads one after the other in ``withReadTransaction(_:)``; a store that is far away
  /// reads all of them in one request. After an error of a single value the caller reads them one by one.
  /// - Throws: the first error of any of the values.
  func storedValues(for keys: [StoreKey]) throws(StoreError) -> [StoreKey: StoredValue]

  /// Writes one value, or deletes it with nil, as a transaction of its own.
  ///
  /// - Throws: ``StoreError/kindMismatch(_:stored:attempted:)`` if a value of another kind is there.
  func setStoredValue(_ value: StoredValue?, for key: StoreKey) throws(StoreError)

  /// Writes several values, or deletes those with nil, as one transaction: all of them or none.
  ///
  /// There is a default that writes one after the other in ``withTransaction(_:)``; a store that is far away
  /// writes all of them in one request.
  /// - Throws: the first error of any of the values.
  func setStoredValues(_ values: [StoreKey: StoredValue?]) throws(StoreError)

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey]

  /// Runs `body` alone: no transaction of any process overlaps it, and its changes are stored together.
  ///
  /// If `body` or the commit throws, nothing is changed.
  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws

  /// Runs `body` on the values at one point in time, whatever is written meanwhile.
  ///
  /// `body` only reads, and may be run again from its beginning. There is a default that runs it in
  /// ``withTransaction(_:)``; a store that can read without excluding writers does.
  func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError)

  /// Checks for changes of other processes, and brings the live values up to date.
  ///
  /// There is a default that does nothing.
  func checkForeignChanges()

  /// Reads all values, and returns the problems; empty if there are none.
  ///
  /// There is a default that reads every key.
  func diagnose() throws(StoreError) -> [StoreError]

  /// How a scene learns that another process may have written; nil if none can.
  ///
  /// There is a default without one: the store is looked at between two commands.
  var notice: StoreNotice? { get }

  /// The upkeep of a store that outlives its process; nil, the default, for one that does not.
  var upkeep: (any StoreUpkeep)? { get }
}

/// The values of a store inside a transaction.
///
/// ```swift
/// try transaction.set(transaction.value(for: key), for: other)
/// ```
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
  /// Reads the values one after the other, in one transaction that reads.
  public func storedValues(
    for keys: [StoreKey]
  ) throws(StoreError) -> [StoreKey: StoredValue] {
    var values: [StoreKey: StoredValue] = [:]
    try withReadTransaction { transaction throws(StoreError) in
      values = [:]
      for key in keys { values[key] = try transaction.value(for: key) }
    }
    return values
  }

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

  /// Writes the values one after the other, in one transaction.
  public func setStoredValues(_ values: [StoreKey: StoredValue?]) throws(StoreError) {
    try setOneByOne(values)
  }

  /// Writes values in the order of their keys, in one transaction.
  package func setOneByOne(_ values: [StoreKey: StoredValue?]) throws(StoreError) {
    guard let first = values.keys.min() else { return }
    do {
      try withTransaction { transaction in
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
          try transaction.set(value, for: key)
        }
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw .refused(first, reason: "\(error)")
    }
  }

  /// Runs `body` in a transaction that excludes writers.
  public func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    do {
      try withTransaction(body)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .database(store: hub.name, operation: "read", code: 0, message: "\(error)")
    }
  }

  /// Does nothing: only this process writes to a store that does not declare otherwise.
  public func checkForeignChanges() {}

  /// Reads every key, and returns the problems.
  public func diagnose() throws(StoreError) -> [StoreError] {
    try unreadableValues()
  }

  /// None: the store is looked at between two commands.
  public var notice: StoreNotice? { nil }

  /// None: the values end with the process, or their owner takes care of them.
  public var upkeep: (any StoreUpkeep)? { nil }

  /// The error of each key that cannot be read, in ascending order of the keys.
  ///
  /// Bytes that are not a value of their kind count, except in the quarantine, which is their place.
  /// - Throws: ``StoreError/busy(store:milliseconds:)`` at once: each further key would wait as long.
  package func unreadableValues() throws(StoreError) -> [StoreError] {
    var errors: [StoreError] = []
    for key in try keys(in: nil) {
      do {
        guard let stored = try readPastLiveValues(key) else { continue }
        if let error = stored.error(at: key) { errors.append(error) }
      } catch {
        if case .busy = error { throw error }
        errors.append(error)
      }
    }
    return errors
  }
}

extension PersistentStore {
  /// Reads the value that a wrapper of this type would show, or nil if nothing is stored.
  ///
  /// - Throws: ``StoreError`` if a value is stored that cannot be read.
  public func value<Value: Codable>(
    _ type: Value.Type = Value.self, for name: String, in namespace: String = StoreKey.app
  ) throws(StoreError) -> Value? {
    let key = StoreKey(name, in: namespace)
    let cell = hub.cell(for: key)
    // A store that was busy or full may be read now.
    if case .failed(let error) = cell.snapshot.content, error.mayPass {
      hub.refresh(cell, from: self)
    }
    switch hub.content(of: cell, in: self) {
    case .failed(let error): throw error
    case .unread, .value(nil): return nil
    case .value(let stored?):
      let codec = Codec<Value>.natural()
      return try codec.value(
        hub.converted(stored, to: codec.kind), for: key, known: hub.version(of: key))
    }
  }

  /// Writes the value as a wrapper of this type would; nil deletes it.
  ///
  /// - Throws: ``StoreError`` if it was refused; the old value is then still there.
  public func set<Value: Codable>(
    _ value: Value, for name: String, in namespace: String = StoreKey.app
  ) throws(StoreError) {
    let location = StoredLocation<Value>(
      StoreKey(name, in: namespace), store: self, form: .natural, codec: { Codec<Value>.natural() })
    try location.set(value)
  }

  /// Deletes a value, whatever it is.
  public func erase(_ name: String, in namespace: String = StoreKey.app) throws(StoreError) {
    try setBytes(nil, for: StoreKey(name, in: namespace))
  }

  /// Reads bytes as they are stored, as the calling thread sees them.
  public func bytes(for key: StoreKey) throws(StoreError) -> StoredValue? {
    switch hub.content(of: hub.cell(for: key), in: self) {
    case .failed(let error): throw error
    case .unread: nil
    case .value(let stored): stored
    }
  }

  /// Writes bytes as they are, or deletes them with nil; wrappers and observers are notified.
  ///
  /// Bytes of an older version are carried over by the registered migrations, in the same transaction.
  public func setBytes(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    try hub.write(Change(key: key, value: value), in: self)
  }

  /// Writes bytes under several keys together, or none of them, as ``setBytes(_:for:)`` does.
  package func setBytes(_ values: [StoreKey: StoredValue?]) throws(StoreError) {
    try hub.write(values.map { Change(key: $0.key, value: $0.value) }, in: self)
  }

  /// Writes bytes under several keys together, or none of them; what this program cannot read there is moved to the
  /// quarantine first, which takes a look at each.
  package func replaceBytes(_ values: [StoreKey: StoredValue?]) throws(StoreError) {
    try hub.prepare(Array(values.keys), from: self)
    var changes: [Change] = []
    for (key, value) in values {
      changes.append(Change(key: key, value: value, isReplacing: try holdsUnreadable(key)))
    }
    try hub.write(changes, in: self)
  }

  /// Lists the keys of a namespace, or of all with nil, in ascending order.
  public func keys(in namespace: String? = StoreKey.app) throws(StoreError) -> [StoreKey] {
    if let openTransaction = hub.openTransaction { return try openTransaction.keys(in: namespace) }
    return try storedKeys(in: namespace)
  }

  /// Reads a value past the live ones, so that reading everything retains nothing in memory.
  func readPastLiveValues(_ key: StoreKey) throws(StoreError) -> StoredValue? {
    if let openTransaction = hub.openTransaction { return try openTransaction.value(for: key) }
    return try storedValue(for: key)
  }
}

extension PersistentStore {
  /// Changes several keys together, or none of them.
  ///
  /// Wrappers of this store that are read and written inside take part. No other reader sees a change
  /// before the end; observers are called once for each key, afterwards. If `body` throws, or one of its
  /// writes is refused, all of it is undone, also if `body` catches the error. Inside another transaction of this store it is a part of
  /// that one. The store is held meanwhile, also against other processes: `body` should be short, and do
  /// not wait in it for another thread or another store.
  ///
  /// ```swift
  /// try store.transaction {
  ///   onShelf -= 1
  ///   lent += 1
  /// }
  /// ```
  /// - Throws: what `body` throws, or the ``StoreError`` of the first refusal.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try hub.run(in: self, body)
  }
}

extension PersistentStore {
  /// Calls `observer` with the new value after each transaction that changed `key`.
  ///
  /// Calls come in commit order, after the store is free again, on the thread that wrote. An observer
  /// may write; its changes are delivered after the observers that are due.
  public func observe(
    _ key: StoreKey, _ observer: @escaping @Sendable (StoredValue?) -> Void
  ) -> ObservationToken {
    let cell = hub.cell(for: key)
    _ = hub.content(of: cell, in: self)
    return cell.observers.add(observer)
  }

  /// Calls `observer` with the changed keys after each transaction.
  public func observeChanges(
    _ observer: @escaping @Sendable (Set<StoreKey>) -> Void
  ) -> ObservationToken {
    hub.changeObservers.add(observer)
  }

  /// The values of a key from now on; a slow reader gets the newest and misses those between.
  public func changes(of key: StoreKey) -> AsyncStream<StoredValue?> {
    newest { yield in self.observe(key, yield) }
  }

  /// The keys of each transaction from now on; a slow reader gets the newest.
  public var changes: AsyncStream<Set<StoreKey>> {
    newest { yield in self.observeChanges(yield) }
  }

  /// Calls `observer` for each event from now on, on the thread that it happens on.
  public func observeEvents(
    _ observer: @escaping @Sendable (StoreEvent) -> Void
  ) -> ObservationToken {
    hub.eventObservers.add(observer)
  }
}

/// A stream that buffers the newest element only.
private func newest<Element: Sendable>(
  _ observe: (@escaping @Sendable (Element) -> Void) -> ObservationToken
) -> AsyncStream<Element> {
  AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
    let observation = observe { continuation.yield($0) }
    continuation.onTermination = { _ in observation.cancel() }
  }
}
