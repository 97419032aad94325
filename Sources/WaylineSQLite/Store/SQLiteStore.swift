import FoundationEssentials
import Synchronization
import WaylineStorage
import WaylineSystem

/// A store of values that outlive the process, in one SQLite file.
///
/// Nothing is opened before the first value is used. Several processes may use the file at once:
/// reading never waits, writing waits at most two seconds. What is acknowledged survives the end of
/// the process, however it ends; with ``Durability/powerCut`` also a power cut.
///
/// ```swift
/// let store = SQLiteStore("/home/ada/.local/state/desk/state.sqlite3")
/// @AppStorage("count", store: store) var count = 0
/// ```
public final class SQLiteStore: PersistentStore {
  /// The live values, observers and events of the store.
  public let hub: StoreHub
  private let database: Mutex<LazyDatabase>
  private let watch = Mutex<FolderWatch?>(nil)

  /// The event that an acknowledged write survives.
  public enum Durability: Sendable {
    /// The end of the process. The last writes may be undone by a power cut, never torn.
    case process
    /// A power cut too, for about fifteen times the cost of a write.
    case powerCut
  }

  /// Names a file; it and its folder are created at first use, private to this user.
  ///
  /// - Parameters:
  ///   - path: the file; SQLite and the store create others beside it.
  ///   - name: the name of the store in messages.
  ///   - durability: the event that an acknowledged write survives.
  public convenience init(
    _ path: String, name: String = "state", durability: Durability = .process
  ) {
    let layout = DatabaseLayout.state(isDurable: durability == .powerCut)
    self.init(DatabaseFile(path, name: name, layout: layout))
  }

  /// Names a file in its folder, which is created by the rule of that.
  ///
  /// - Parameters:
  ///   - name: the name of the store in messages; the path by default.
  ///   - layout: the identity and durability of the file.
  package convenience init(
    _ file: PrivateFile, name: String? = nil, layout: DatabaseLayout = .state
  ) {
    self.init(DatabaseFile(file, name: name ?? file.path, layout: layout))
  }

  init(_ file: DatabaseFile) {
    hub = StoreHub(name: file.name)
    database = Mutex(LazyDatabase(file))
  }

  /// Reads one value; nil if nothing is stored.
  public func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try use { database throws(StoreError) in try ValueTable(database).value(for: key) }
  }

  /// Writes one value, or deletes it with nil, as a transaction of its own.
  public func setStoredValue(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    try use(isWriting: true) { database throws(StoreError) in
      try ValueTable(database).set(value, for: key)
    }
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  public func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try use { database throws(StoreError) in try ValueTable(database).keys(in: namespace) }
  }

  /// Runs `body` alone, and stores all of its changes or none.
  public func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try access { database, findings in
      try database.transaction(findings: &findings) { try body(ValueTable($0)) }
    }
  }

  /// Runs `body` on the values at one point in time; other processes may write meanwhile.
  public func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try use { database throws(StoreError) in
      try database.readTransaction { () throws(StoreError) in try body(ValueTable(database)) }
    }
  }

  /// Brings the live values up to date if another process has written.
  public func checkForeignChanges() {
    guard !hub.isInTransaction else { return }
    let hasChanges = attempt { database, findings throws(StoreError) in
      try database.hasForeignChanges(findings: &findings)
    }
    guard hasChanges == true || hub.hasUnreadValues else { return }
    let keys = hub.refresh(from: self)
    if !keys.isEmpty { hub.publish(.changedElsewhere(keys)) }
  }

  /// Has SQLite check its pages, then reads every value against its checksum.
  ///
  /// Inside a transaction the pages are not checked.
  public func diagnose() throws(StoreError) -> [StoreError] {
    if hub.isInTransaction { return try unreadableValues() }
    let pages = try use { database throws(StoreError) in try database.quickCheck() }
    let errors = try unreadableValues()
    guard let pages else { return errors }
    return [.corrupted(store: hub.name, detail: pages)] + errors
  }

  /// True if the file is open; false until a value has been used.
  package var isOpen: Bool {
    database.withLock { $0.isOpen }
  }
}

// MARK: - The database

extension SQLiteStore {
  /// Lets `body` use the database, then reports what has been found.
  private func access<Result: Sendable, Failure: Error>(
    _ body: (inout LazyDatabase, inout LazyDatabase.Findings) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var findings = LazyDatabase.Findings()
    defer { report(findings) }
    return try database.withLock { database throws(Failure) in try body(&database, &findings) }
  }

  private func use<Result: Sendable>(
    isWriting: Bool = false, _ body: (Database) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try access { database, findings throws(StoreError) in
      try database.use(isWriting: isWriting, findings: &findings, body)
    }
  }

  /// Lets `body` use the database; an error is published, and nil returned.
  private func attempt<Result: Sendable>(
    _ body: (inout LazyDatabase, inout LazyDatabase.Findings) throws(StoreError) -> Result
  ) -> Result? {
    do throws(StoreError) {
      return try access(body)
    } catch {
      hub.publish(.problem(error))
      return nil
    }
  }

  private func report(_ findings: LazyDatabase.Findings) {
    for event in findings.events { hub.publish(event) }
    if findings.isReplaced {
      hub.markUnread()
      // The folder may be another one, too; the next question for the descriptor watches it.
      watch.withLock { $0 = nil }
    }
  }
}

extension SQLiteStore: StoreUpkeep {
  /// The store itself.
  public var upkeep: (any StoreUpkeep)? { self }

  /// Closes the file; the next use opens it again. Inside a transaction it stays open.
  public func close() {
    if hub.isInTransaction { return }
    database.withLock { $0.close() }
  }

  /// Writes the file anew without the bytes of erased values; a failure is published, as they are erased.
  ///
  /// A file that overwrites what is deleted only has its log emptied.
  public func overwriteErased() {
    attempt { database, findings throws(StoreError) in
      let isRebuilding = !database.file.layout.erasesDeleted
      try database.emptyLog(isRebuilding: isRebuilding, findings: &findings)
    }
  }

  /// The number of damaged files that recoveries have put aside.
  public var damagedFiles: Int { database.withLock { $0.file }.quarantines.count }

  /// Deletes the damaged files that recoveries have put aside, with the values in them.
  public func eraseDamagedFiles() throws(StoreError) {
    try database.withLock { $0.file }.eraseQuarantines()
  }
}

extension SQLiteStore {
  /// A sign when a file of the store's folder changes, from the first use of the store on.
  ///
  /// Without a descriptor, it is looked at from time to time. The sign can come shortly before the commit can be read.
  public var notice: StoreNotice? {
    StoreNotice(
      descriptor: { [self] in changeDescriptor },
      look: { [self] in
        watch.withLock { $0?.drain() }
        checkForeignChanges()
      })
  }

  /// A descriptor that becomes readable when a file of the folder changes; nil until the store is open, and
  /// -1 where the system has none.
  private var changeDescriptor: Int32? {
    watch.withLock { watch in
      guard watch == nil else { return watch?.descriptor }
      guard let folder = database.withLock({ $0.isOpen ? $0.file.file.folder : nil }) else {
        return nil
      }
      watch = FolderWatch(folder.path)
      return watch?.descriptor ?? -1
    }
  }
}
