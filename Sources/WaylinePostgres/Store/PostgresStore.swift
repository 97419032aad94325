import Dispatch
import FoundationEssentials
import Synchronization
import WaylineStorage
import WaylineSystem

/// A store of values in a PostgreSQL server, which processes of several hosts use at once.
///
/// ```swift
/// let store = PostgresStore(PostgresAddress("postgres:service=desk"))
/// @AppStorage("count", store: store) var count = 0
/// ```
///
/// The client library libpq is loaded, and a connection opened, when the first value is used. Values that were read
/// are shown also while the server is away; a write is refused then, and reported. What is acknowledged is as safe
/// as `synchronous_commit` of the server says. Changes of other processes are announced by the server, and looked
/// for every two seconds besides.
public final class PostgresStore: PersistentStore {
  /// The live values, observers and events of the store.
  public let hub: StoreHub
  /// The address of the store.
  public let address: PostgresAddress
  let fences: SceneFences
  private let link: Mutex<Link>
  private let idleLimit: Int
  private static let announcements = DispatchQueue(label: "wayline.announcements")
  private let signal = Mutex<TimedSignal?>(nil)

  /// The values of one store that are used together.
  public enum Part: Int64, Sendable {
    /// Settings, saved values, scenes.
    case state = 0
    /// The sealed rows of a `SecretStore`.
    case secrets = 1
  }

  /// Names a store; its tables are created at first use.
  ///
  /// - Parameters:
  ///   - address: the address of the server, and the name of the store in it.
  ///   - part: the values of the store that are used.
  ///   - program: the name of the program, which the server shows to its administrator.
  public convenience init(
    _ address: PostgresAddress, part: Part = .state, program: String = "wayline"
  ) {
    // NB: not a key path, which each write would follow.
    self.init(address, part: part, program: program, scene: { $0.scene })
  }

  /// Names a store, with the scene that each key belongs to.
  ///
  /// - Parameter idleLimit: the milliseconds without a statement after which the server undoes a transaction.
  package init(
    _ address: PostgresAddress, part: Part = .state, program: String,
    idleLimit: Int = Patience.idleTransaction, scene: @escaping @Sendable (StoreKey) -> String?
  ) {
    self.idleLimit = idleLimit
    hub = StoreHub(name: address.text)
    self.address = address
    fences = SceneFences(scene)
    link = Mutex(Link(address, program: program, part: part.rawValue))
  }

  /// Reads one value; nil if nothing is stored.
  public func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    try use("read") { session throws(ServerFault) in try session.value(for: key) }?.intact(key)
  }

  /// Reads several values at one point in time, in one round trip.
  public func storedValues(
    for keys: [StoreKey]
  ) throws(StoreError) -> [StoreKey: StoredValue] {
    if keys.isEmpty { return [:] }
    let found = try use("read") { session throws(ServerFault) in try session.values(for: keys) }
    var values: [StoreKey: StoredValue] = [:]
    for (key, row) in found { values[key] = try row.intact(key) }
    return values
  }

  /// Writes one value, or deletes it with nil, as a transaction of its own.
  public func setStoredValue(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    try Self.check(value, key)
    let fence = fences.fence(of: key)
    let (isWritten, row) = try use("write", isWriting: true) { session throws(ServerFault) in
      let isWritten = try session.write(value, for: key, fence: fence)
      return (isWritten, isWritten || value == nil ? nil : try session.value(for: key))
    }
    if isWritten { return payAnnouncementLater() }
    guard let value, let row, row.value.kind != value.kind else {
      throw fence.map { refusal(of: value, for: key, in: $0.scene) }
        ?? .busy(store: hub.name, milliseconds: 0)
    }
    throw .kindMismatch(key, stored: row.value.kind, attempted: value.kind)
  }

  /// Writes several values, or deletes those with nil, as one transaction and in one round trip.
  public func setStoredValues(_ values: [StoreKey: StoredValue?]) throws(StoreError) {
    for (key, value) in values { try Self.check(value, key) }
    if values.isEmpty { return }
    let claimed = Set(values.keys.compactMap { fences.fence(of: $0) })
    let isWritten = try use("write", isWriting: true) { session throws(ServerFault) in
      try session.write(values, fences: claimed)
    }
    // One by one it is found out which of them was refused, and why.
    if isWritten { payAnnouncementLater() } else { try setOneByOne(values) }
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  public func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    try use("list") { session throws(ServerFault) in try session.keys(in: namespace) }
  }

  /// Brings the live values up to date if another process has written; while the server is away they stay.
  public func checkForeignChanges() {
    guard !hub.isInTransaction else { return }
    // After a connection that turns out to be lost, one more attempt, without a wait.
    guard let hasChanges = hasForeignChanges ?? hasForeignChanges else { return }
    guard hasChanges || hub.hasUnreadValues else { return }
    _ = link.withLock { $0.takeReplaced() }
    let keys = hub.refresh(from: self)
    if !keys.isEmpty { hub.publish(.changedElsewhere(keys)) }
  }

  /// True if another session has changed something, or the connection is a new one; nil without a connection, and
  /// while another thread uses it.
  private var hasForeignChanges: Bool? {
    for _ in 0..<20 {
      do throws(StoreError) {
        let found = try link.withLockIfAvailable { link throws(StoreError) in
          try Self.hasForeignChanges(&link)
        }
        if let found { return found }
      } catch {
        return nil
      }
      SystemClock.sleep(.milliseconds(1))
    }
    return nil
  }

  private static func hasForeignChanges(_ link: inout Link) throws(StoreError) -> Bool {
    guard link.isUsed else { return false }
    let isChanged = try link.use("look for changes", isRepeatable: false) {
      session throws(ServerFault) in try session.hasForeignChanges()
    }
    return isChanged || link.isReplaced
  }

  /// Reads every value against its checksum.
  public func diagnose() throws(StoreError) -> [StoreError] {
    if hub.isInTransaction { return try unreadableValues() }
    var (problems, position) = ([StoreKey: StoreError](), (Data, Data)?.none)
    while true {
      let rows = try use("check") { session throws(ServerFault) in
        var next = position
        return (try session.nextRows(after: &next), next)
      }
      position = rows.1
      if rows.0.isEmpty { break }
      for (key, row) in rows.0 { problems[key] = Self.problem(of: row, key) }
    }
    return problems.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func problem(of row: Row, _ key: StoreKey) -> StoreError? {
    do throws(StoreError) {
      return try row.intact(key).error(at: key)
    } catch {
      return error
    }
  }

  /// True if a value has been used.
  package var isUsed: Bool { link.withLock { $0.isUsed } }
}

// MARK: - Limits

extension PostgresStore {
  /// The largest namespace and name of a key, in bytes together, as in a file.
  private static let keyLimit = 1 << 16
  /// The largest stored form of a value: one of the largest size, sealed.
  private static let valueLimit = StoredValue.limit + (1 << 10)

  static func check(_ value: StoredValue?, _ key: StoreKey) throws(StoreError) {
    let count = key.namespace.utf8.count + key.name.utf8.count
    guard count <= keyLimit else {
      let beginning = StoreKey("\(key.name.prefix(40))…", in: "\(key.namespace.prefix(40))")
      throw .refused(
        beginning, reason: "the key has \(count) bytes, and \(keyLimit) is the limit")
    }
    guard let bytes = value?.bytes.count, bytes > valueLimit else { return }
    throw .tooLarge(key, bytes: bytes, limit: StoredValue.limit)
  }
}

// MARK: - Transactions

extension PostgresStore {
  /// Runs `body` alone, and stores all of its changes or none.
  ///
  /// A body that takes more than ten seconds without a read or write is undone by the server.
  public func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    var refused: (key: StoreKey, value: StoredValue?, scene: String)?
    defer { if let refused { _ = refusal(of: refused.value, for: refused.key, in: refused.scene) } }
    try awaitTurn()
    try link.withLock { link in
      let session = try begin(in: &link)
      let transaction = PostgresTransaction(session, store: hub.name, fences: fences)
      do {
        try body(transaction)
        if let fault = transaction.fault { throw fault.error(of: hub.name, "write") }
      } catch {
        undo(session, after: transaction.fault, in: &link)
        refused = transaction.refused
        throw error
      }
      try commit(transaction, session, in: &link)
    }
    payAnnouncementLater()
  }

  private func begin(in link: inout Link) throws(StoreError) -> Session {
    let session = try link.use("begin") { session throws(ServerFault) in
      do throws(ServerFault) {
        try session.begin(idle: idleLimit)
      } catch {
        // The lock was not granted: the transaction has begun nevertheless.
        if !error.endsConnection { try session.rollBack() }
        throw error
      }
      return session
    }
    guard session.format <= Schema.format else {
      undo(session, after: nil, in: &link)
      throw newerSchema(session)
    }
    return session
  }

  private func undo(_ session: Session, after fault: ServerFault?, in link: inout Link) {
    if let fault { link.note(fault) }
    guard !session.connection.isLost else { return }
    do throws(ServerFault) {
      try session.rollBack()
    } catch {
      link.note(error)
    }
  }

  /// Ends a transaction; where the answer to the commit is lost, asks a new connection what became of it.
  private func commit(
    _ transaction: PostgresTransaction, _ session: Session, in link: inout Link
  ) throws(StoreError) {
    do throws(ServerFault) {
      try session.commit(announcing: transaction.number != nil)
    } catch {
      link.note(error)
      guard let number = transaction.number else { return }
      guard case .lost = error else { throw error.error(of: hub.name, "commit") }
      switch outcome(of: number, in: &link) {
      case true?: return
      case false?: throw error.error(of: hub.name, "commit")
      case nil: throw .unknownOutcome(store: hub.name)
      }
    }
  }

  private func outcome(of transaction: Int64, in link: inout Link) -> Bool? {
    let end = SystemClock.uptime() + Patience.answer
    while true {
      let patience = min(Patience.reconnection, end - SystemClock.uptime())
      let outcome = try? link.session(within: patience).hasCommitted(transaction)
      if let outcome = outcome ?? nil { return outcome }
      guard SystemClock.uptime() < end else { return nil }
      // The old session may still be at work on it.
      SystemClock.sleep(.milliseconds(50))
    }
  }

  /// Runs `body` on the values at one point in time; other processes may write meanwhile.
  public func withReadTransaction(
    _ body: (any StoreTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try access { link throws(StoreError) in
      let session = try link.use("begin") { session throws(ServerFault) in
        try session.beginReading()
        return session
      }
      let transaction = PostgresTransaction(session, store: hub.name, fences: fences)
      defer { undo(session, after: transaction.fault, in: &link) }
      try body(transaction)
    }
  }

  private func newerSchema(_ session: Session) -> StoreError {
    .newerSchema(store: hub.name, found: Int(session.format), known: Int(Schema.format))
  }
}

// MARK: - Scenes that were taken over

extension PostgresStore {
  /// The error for a write of a scene that another session has taken over, after its value was retained.
  ///
  /// The value goes to the quarantine, so that nothing is lost that a person has entered: a laptop that slept
  /// learns of the other session by its first write. The first refusal also asks who it is.
  private func refusal(
    of value: StoredValue?, for key: StoreKey, in scene: String
  ) -> StoreError {
    if let owner = try? owner(of: scene), fences.note(owner: owner, of: scene) {
      hub.publish(.problem(fences.taken(scene)))
    }
    // A place is where somebody was, and nothing that was entered.
    if let value, key.namespace != StoreKey.places, let place = try? retain(value, of: key) {
      hub.publish(.retained(key, as: place))
    }
    return fences.taken(scene)
  }

  private func owner(of scene: String) throws(StoreError) -> String? {
    try use("read the session") { session throws(ServerFault) in
      let answer = try session.connection.run(
        Query(
          "SELECT owner FROM wayline_scene WHERE store=$1 AND id=sha256($2)",
          .integer(session.store), .name(scene)))
      return answer.count > 0 ? answer.text(0, 0) : nil
    }
  }

  private func retain(_ value: StoredValue, of key: StoreKey) throws -> StoreKey? {
    var place: StoreKey?
    try withTransaction { transaction in
      let free = try transaction.quarantinePlace(for: key)
      try transaction.set(value, for: free)
      place = free
    }
    return place
  }
}

// MARK: - Announcements

extension PostgresStore {
  /// Announces the last of several changes in a row, soon: a connection makes few announcements.
  private func payAnnouncementLater() {
    if link.withLock({ $0.takeOwedAnnouncement() }) {
      tryAnnouncement(after: Session.announcementInterval)
    }
  }

  /// Announces after a while, or later if the connection is in use then: nobody waits for it.
  private func tryAnnouncement(after delay: Duration) {
    let nanoseconds = Int(delay / .nanoseconds(1))
    Self.announcements.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      guard let self else { return }
      let interval = Session.announcementInterval
      let rest = link.withLockIfAvailable { $0.payAnnouncement() } ?? interval
      if let rest { tryAnnouncement(after: rest) }
    }
  }
}

// MARK: - The connection

extension PostgresStore {
  /// Lets `body` use the connection.
  private func access<Result: Sendable>(
    _ body: (inout Link) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try awaitTurn()
    return try link.withLock { link throws(StoreError) in try body(&link) }
  }

  /// Waits until no other thread of the process uses the connection, such as one that renews leases and whose
  /// server answers nothing: a person is told of that wait too, and may leave it.
  private func awaitTurn() throws(StoreError) {
    guard !isFree, ForegroundWait.isAttended else { return }
    var call = ForegroundWait(for: address.server)
    while !isFree {
      var list = PollList()
      let end = SystemClock.uptime() + .milliseconds(1)
      guard call.untilReady(&list, until: end) != .left else {
        throw ServerFault.left.error(of: address.text, "wait for the server")
      }
    }
  }

  /// True if no thread uses the connection now.
  var isFree: Bool { link.withLockIfAvailable { _ in true } ?? false }

  /// Lets `body` run statements that may be repeated.
  func use<Result: Sendable>(
    _ operation: String, isWriting: Bool = false,
    _ body: (Session) throws(ServerFault) -> Result
  ) throws(StoreError) -> Result {
    try access { link throws(StoreError) in
      if isWriting {
        let session = try link.session()
        if session.format > Schema.format { throw newerSchema(session) }
      }
      return try link.use(operation, body)
    }
  }
}

extension PostgresStore: StoreUpkeep {
  /// The store itself.
  public var upkeep: (any StoreUpkeep)? { self }

  /// Closes the connection; the next use opens another. Inside a transaction it stays open.
  public func close() {
    if hub.isInTransaction { return }
    link.withLock { $0.close() }
  }

  /// The reason why changes of other processes are not announced.
  public var remarks: [String] {
    let seconds = Self.interval.components.seconds
    return link.withLock { $0.silence }.map {
      ["\($0.rawValue): changes of other processes show after up to \(seconds) s."]
    } ?? []
  }

  /// Does nothing: the server overwrites deleted rows when it reuses their pages; its log and its backups are its
  /// administrator's.
  public func overwriteErased() {}

  /// Always 0: a server repairs its own files.
  public var damagedFiles: Int { 0 }

  /// Does nothing.
  public func eraseDamagedFiles() throws(StoreError) {}
}

extension PostgresStore {
  /// A sign when the server announces a change, and every two seconds, from the first use of the store on.
  public var notice: StoreNotice? {
    StoreNotice(
      descriptor: { [self] in changeDescriptor },
      look: { [self] in
        signal.withLock { $0?.drain() }
        checkForeignChanges()
      })
  }

  /// The longest time until a change is seen that no announcement told of.
  private static let interval = Duration.seconds(2)

  private var changeDescriptor: Int32? {
    // While another thread waits for the server, the descriptor is as before.
    let state = link.withLockIfAvailable { ($0.isUsed, $0.descriptor ?? -1) }
    guard let (isUsed, socket) = state else { return signal.withLock { $0?.descriptor } }
    guard isUsed else { return nil }
    return signal.withLock { signal in
      if signal == nil { signal = TimedSignal(every: Self.interval) }
      // NB: also one with the number of the last one: the system forgets a descriptor that was closed.
      if socket >= 0 { signal?.watch(socket) }
      return signal?.descriptor ?? -1
    }
  }
}
