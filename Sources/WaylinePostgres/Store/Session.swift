import FoundationEssentials
import WaylineStorage
import WaylineSystem

/// A store in an open connection: its number in the database, and how far changes of others are known.
final class Session {
  let connection: Connection
  /// The number of the store in the database.
  let store: Int64
  /// The values of a store that belong together: its state, or its secrets.
  let part: Int64
  /// A number that distinguishes the writes of this session from others.
  let writer = Int64.random(in: 1...(.max))
  /// The version of the store's tables.
  let format: Int64
  /// The oldest transaction that was not finished at the last look: what is seen later is of it or a newer one.
  private var horizon: Int64 = 0
  /// The reason why no changes of others are announced; nil if they are.
  let silence: Silence?
  /// The channel on which changes are announced.
  private let channel: String
  private var lastAnnouncement = Duration.zero
  /// True if a change has not been announced, since another one just was.
  private(set) var owesAnnouncement = false
  /// True if what is set for the server's session stays so: no pooler gives the next statement to another one.
  private let isDirect: Bool
  /// Replaces the bytes of a row that is there, with the lock and the time limit of the session. What never changes
  /// in it is a part of its text.
  private let replacing: Statement

  /// Finds or creates a store, and begins to listen where announcements arrive; elsewhere changes are looked for.
  ///
  /// - Throws: a fault of the server, such as a missing right to create tables.
  init(_ connection: Connection, name: String, part: Int64) throws(ServerFault) {
    (self.connection, self.part) = (connection, part)
    let found = try Self.find(name, connection)
    (store, format) = (found.integer(0, 0), found.integer(0, 1))
    let isStandby = found.integer(0, 2) == 1
    isDirect = connection.isDirect(to: found.integer(0, 3))
    let lock = Schema.lock(store: store, part: part)
    // The lock may come after the row was found: of a row that changed meanwhile the server takes the new version,
    // and asks again.
    replacing = Statement(
      """
      UPDATE wayline_value SET version=$4, bytes=$5, checksum=$6, revision=revision+1,
        changed=pg_current_xact_id(), writer=\(writer)
      WHERE store=\(store) AND part=\(part) AND space=sha256($1) AND id=sha256($2) AND kind=$3
        AND deleted IS NULL AND pg_advisory_xact_lock_shared(\(lock)) IS NOT NULL
      """)
    silence = isDirect ? isStandby ? .standby : nil : .pooler
    channel = "wayline_\(store)_\(part)"
    // Behind a pooler a connection that serves others would listen for ever.
    let listening = silence == nil ? [Query(plain: "LISTEN \(channel)")] : []
    let patience = isDirect ? [Query(plain: "SET lock_timeout = \(Patience.lock)")] : []
    let answers = try connection.run(
      [Query(Self.lookingBack)] + listening + patience,
      then: format == Schema.format && !isStandby
        ? Query(Self.cleaning, .integer(store), .integer(part)) : nil)
    horizon = answers[0].integer(0, 0)
    if isDirect { connection.beginPreparing() }
  }

  /// The reason why changes of others are looked for, and not announced.
  enum Silence: String {
    case pooler = "A pooler is between this program and the server"
    case standby = "The server is a standby"
  }

  private static func find(
    _ name: String, _ connection: Connection
  ) throws(ServerFault) -> Answer {
    do throws(ServerFault) {
      let found = try connection.run(Query(Schema.find, .name(name)))
      if found.count > 0 { return found }
    } catch {
      guard error.isNoTable else { throw error }
      _ = try connection.run(
        [Query(Schema.lockForCreation, .integer(Schema.creationLock))]
          + Schema.creation.map { Query(plain: $0.description) })
    }
    let answers = try connection.run([
      Query(Schema.add, .name(name), .integer(Schema.format)), Query(Schema.find, .name(name)),
    ])
    return answers[1]
  }

  private static let lookingBack: StaticString =
    "SELECT pg_snapshot_xmin(pg_current_snapshot())"
  private static let cleaning: StaticString = """
    DELETE FROM wayline_value
    WHERE store=$1 AND part=$2 AND deleted < now() - interval '1 day'
    """
}

// MARK: - Changes

// NB: A server that has no statistics of a table yet, as in its first minute, reads all values of a store where the
// primary key would find one. CASE, ORDER BY and OFFSET 0 leave it no choice but the index that is meant.
extension Session {
  /// The shortest time between two announcements of a connection: each costs as much as four writes.
  static let announcementInterval = Duration.milliseconds(7)

  /// The announcement of a change that was just made; nil if it is owed until the interval is over.
  private func announcement() -> Query? {
    let now = SystemClock.uptime()
    owesAnnouncement = now - lastAnnouncement < Self.announcementInterval
    if owesAnnouncement { return nil }
    lastAnnouncement = now
    return announcing
  }

  /// Announces what is owed, if the last announcement was long enough ago.
  ///
  /// - Returns: the time until an announcement that is owed is due; nil if none is.
  func payAnnouncement() throws(ServerFault) -> Duration? {
    guard owesAnnouncement else { return nil }
    let rest = Self.announcementInterval - (SystemClock.uptime() - lastAnnouncement)
    if rest > .zero { return rest }
    (owesAnnouncement, lastAnnouncement) = (false, SystemClock.uptime())
    try connection.post(announcing)
    return nil
  }

  /// Announces a change to the other processes. A transaction of its own, since commits with an announcement
  /// wait for each other; it need not be on the disk.
  private var announcing: Query {
    Query(
      "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", .text(channel),
      .text("\(writer)"))
  }

  /// Discards the announcements that have arrived; true if one was of another session.
  func takeAnnouncements() throws(ServerFault) -> Bool {
    let own = "\(writer)"
    return try connection.takeNotifications().contains { $0 != own }
  }

  /// True if another session has changed a value since the last call, or shortly before it.
  ///
  /// - Complexity: one round trip, O(log n) in the number of values.
  func hasForeignChanges() throws(ServerFault) -> Bool {
    _ = try takeAnnouncements()
    let answer = try connection.run(
      Query(
        """
        SELECT pg_snapshot_xmin(pg_current_snapshot()), (
          SELECT true FROM wayline_value WHERE changed >= $3
            AND CASE WHEN store=$1 AND part=$2 THEN writer <> $4 ELSE false END
          ORDER BY changed LIMIT 1)
        """,
        .integer(store), .integer(part), .transaction(horizon), .integer(writer)))
    horizon = answer.integer(0, 0)
    return answer.integer(0, 1) == 1
  }

  /// The result of a transaction whose commit had no answer: true, false, or nil if the server does not know.
  func hasCommitted(_ transaction: Int64) throws(ServerFault) -> Bool? {
    let answer = try connection.run(
      Query("SELECT pg_xact_status($1)", .transaction(transaction)))
    switch answer.text(0, 0) {
    case "committed": return true
    case "aborted": return false
    default: return nil
    }
  }
}

// MARK: - Values

extension Session {
  /// Reads one value, and checks it against its checksum.
  func value(for key: StoreKey) throws(ServerFault) -> Row? {
    let answer = try connection.run(
      Query(
        """
        SELECT kind, version, bytes, checksum FROM wayline_value
        WHERE store=$1 AND part=$2 AND space=sha256($3) AND id=sha256($4) AND deleted IS NULL
        """,
        .integer(store), .integer(part), .name(key.namespace), .name(key.name)))
    return answer.count > 0 ? Row(answer, 0, from: 0) : nil
  }

  /// Reads several values in one statement.
  func values(for keys: [StoreKey]) throws(ServerFault) -> [(key: StoreKey, row: Row)] {
    let answer = try connection.run(
      Query(
        """
        SELECT k.number, v.kind, v.version, v.bytes, v.checksum
        FROM unnest($3::bytea[], $4::bytea[]) WITH ORDINALITY AS k(namespace, name, number)
        CROSS JOIN LATERAL (
          SELECT kind, version, bytes, checksum FROM wayline_value
          WHERE store=$1 AND part=$2 AND space=sha256(k.namespace) AND id=sha256(k.name)
            AND deleted IS NULL OFFSET 0) AS v
        """,
        .integer(store), .integer(part), .names(keys.map(\.namespace)),
        .names(keys.map(\.name))))
    return (0..<answer.count).map { row in
      (keys[Int(answer.integer(row, 0)) - 1], Row(answer, row, from: 1))
    }
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  func keys(in namespace: String?) throws(ServerFault) -> [StoreKey] {
    let answer =
      if let namespace {
        try connection.run(
          Query(
            """
            SELECT namespace, name FROM wayline_value
            WHERE store=$1 AND part=$2 AND space=sha256($3) AND deleted IS NULL ORDER BY name
            """,
            .integer(store), .integer(part), .name(namespace)))
      } else {
        try connection.run(
          Query(
            """
            SELECT namespace, name FROM wayline_value
            WHERE store=$1 AND part=$2 AND deleted IS NULL ORDER BY namespace, name
            """,
            .integer(store), .integer(part)))
      }
    return (0..<answer.count).map { StoreKey(answer.text($0, 1), in: answer.text($0, 0)) }
  }

  /// Reads the next values in the order of the table, for a check of all of them; a few hundred at a time.
  ///
  /// - Parameter position: the end of the last ones, which is moved on; nil at the beginning.
  func nextRows(after position: inout (Data, Data)?) throws(ServerFault) -> [(StoreKey, Row)] {
    let (space, id) = position ?? (Data(), Data())
    let answer = try connection.run(
      Query(
        """
        SELECT space, id, namespace, name, kind, version, bytes, checksum FROM wayline_value
        WHERE store=$1 AND part=$2 AND (space, id) > ($3, $4) AND deleted IS NULL
        ORDER BY space, id LIMIT 200
        """,
        .integer(store), .integer(part), .bytes(space), .bytes(id)))
    let last = answer.count - 1
    if last >= 0 { position = (answer.bytes(last, 0), answer.bytes(last, 1)) }
    return (0..<answer.count).map { row in
      (StoreKey(answer.text(row, 3), in: answer.text(row, 2)), Row(answer, row, from: 4))
    }
  }
}

/// A row of the table of values, whether or not its bytes are what was written.
struct Row {
  /// The bytes; plain data if the kind is not known.
  let value: StoredValue
  private let isKind: Bool
  private let checksum: Int64

  init(_ answer: Answer, _ row: Int, from column: Int) {
    let kind = UInt8(exactly: answer.integer(row, column)).flatMap(ValueKind.init(rawValue:))
    isKind = kind != nil
    value = StoredValue(
      answer.bytes(row, column + 2), kind: kind ?? .data,
      version: Int(answer.integer(row, column + 1)))
    checksum = answer.integer(row, column + 3)
  }

  /// The value, if it matches its checksum.
  ///
  /// - Throws: ``StoreError/damaged(_:)``.
  func intact(_ key: StoreKey) throws(StoreError) -> StoredValue {
    guard isKind, Checksum.of(value, key) == checksum else { throw .damaged(key) }
    return value
  }
}

// MARK: - Changing values

/// The claim that a write of a scene needs.
struct Fence: Hashable {
  let scene: String
  let token: Int64
}

extension Session {
  /// Writes a value as a transaction of its own, or deletes it with nil; announces the change.
  ///
  /// A value that is there is replaced, which costs the server less than an insertion that finds it. A new one
  /// takes a second round trip.
  /// - Returns: false if the row is of another kind, or the fence is not the scene's any more.
  func write(
    _ value: StoredValue?, for key: StoreKey, fence: Fence?
  ) throws(ServerFault) -> Bool {
    if let value, fence == nil, isDirect {
      let query = Query(
        replacing,
        [
          .name(key.namespace), .name(key.name), .integer(Int64(value.kind.rawValue)),
          .integer(Int64(value.version)), .bytes(value.bytes), .integer(Checksum.of(value, key)),
        ])
      if try connection.run(query, then: announcement()).changes > 0 { return true }
    }
    let query =
      switch (value, fence) {
      case (let value?, nil): setting(value, key, Self.setting, [])
      case (let value?, let fence?): setting(value, key, Self.fencedSetting, parameters(of: fence))
      case (nil, nil): deleting(key, Self.deleting, [])
      case (nil, let fence?): deleting(key, Self.fencedDeleting, parameters(of: fence))
      }
    let answer = try connection.run(query, then: announcement())
    return answer.count > 0 || value == nil && fence == nil
  }

  /// Writes values, or deletes those with nil, in one transaction and one round trip; announces the change.
  ///
  /// - Returns: false if nothing was written: a row is of another kind, or a fence is not its scene's any more.
  func write(
    _ values: [StoreKey: StoredValue?], fences: Set<Fence>
  ) throws(ServerFault) -> Bool {
    var queries = [Query(Self.lockingAll, lock)]
    for fence in fences {
      queries.append(
        Query(
          Self.checkingFence, [.name(fence.scene), .integer(fence.token), .integer(store)]))
    }
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      queries.append(
        value.map { setting($0, key, Self.settingOrFailing, []) }
          ?? deleting(key, Self.deletingInside, []))
    }
    do throws(ServerFault) {
      _ = try connection.run(queries, then: announcement())
      return true
    } catch .refused(state: "22012", message: _) {
      return false
    }
  }

  /// Writes a value inside a transaction; the number of the transaction, or nil if the row is of another kind.
  func set(_ value: StoredValue, for key: StoreKey) throws(ServerFault) -> Int64? {
    let answer = try connection.run(setting(value, key, Self.settingInside, []))
    return answer.count > 0 ? answer.integer(0, 0) : nil
  }

  /// Deletes a value inside a transaction; the number of the transaction, or nil if there was none.
  func delete(_ key: StoreKey) throws(ServerFault) -> Int64? {
    let answer = try connection.run(deleting(key, Self.deletingInside, []))
    return answer.count > 0 ? answer.integer(0, 0) : nil
  }

  private var lock: Parameter { .integer(Schema.lock(store: store, part: part)) }

  private func parameters(of fence: Fence) -> [Parameter] {
    [.name(fence.scene), .integer(fence.token)]
  }

  private func setting(
    _ value: StoredValue, _ key: StoreKey, _ sql: Statement, _ further: [Parameter]
  ) -> Query {
    var values: [Parameter] = [
      .integer(store), .integer(part), .name(key.namespace), .name(key.name),
      .integer(Int64(value.kind.rawValue)), .integer(Int64(value.version)), .bytes(value.bytes),
      .integer(Checksum.of(value, key)), .integer(writer), lock,
    ]
    if !further.isEmpty { values += further }
    return Query(sql, values)
  }

  private func deleting(_ key: StoreKey, _ sql: Statement, _ further: [Parameter]) -> Query {
    let values: [Parameter] = [
      .integer(store), .integer(part), .name(key.namespace), .name(key.name), .integer(writer),
      lock,
    ]
    return Query(sql, values + further)
  }
}

// Each change in these forms: alone, alone and fenced, and inside a transaction, which has the lock already. In a batch
// nobody can look at an answer before the next statement, so one that has no effect divides by zero.
extension Session {
  /// The shared lock of a single write, which excludes transactions and no other single write. The time limit comes
  /// before the lock.
  private static func locking(_ lock: String) -> String {
    """
    SELECT set_config('lock_timeout', '\(Patience.lock)', true),
      pg_advisory_xact_lock_shared(\(lock))
    """
  }

  /// The claim of a scene, which stays as it is until the write is committed.
  private static func claim(_ scene: String, _ token: String) -> String {
    """
    SELECT 1 AS present FROM wayline_scene
    WHERE store=$1 AND id=sha256(\(scene)) AND token=\(token) FOR SHARE
    """
  }

  /// Writes the row if each of the sources has one.
  private static func upsert(_ sources: String...) -> String {
    """
    INSERT INTO wayline_value AS v
    SELECT $1, $2, sha256($3), sha256($4), $3, $4, $5, $6, $7, $8, 1, pg_current_xact_id(), $9,
      NULL::timestamptz
    FROM \(sources.joined(separator: ", "))
    ON CONFLICT (store, part, space, id) DO UPDATE SET
      namespace=excluded.namespace, name=excluded.name, kind=excluded.kind,
      version=excluded.version, bytes=excluded.bytes, checksum=excluded.checksum,
      revision=v.revision+1, changed=excluded.changed, writer=excluded.writer, deleted=NULL
    WHERE v.kind=excluded.kind OR v.deleted IS NOT NULL
    RETURNING v.changed
    """
  }

  /// Empties the row, whose change others notice, if each of the sources has one.
  private static func emptying(_ sources: String...) -> String {
    """
    UPDATE wayline_value SET namespace='', name='', kind=0, bytes='', checksum=0,
      revision=revision+1, changed=pg_current_xact_id(), writer=$5, deleted=clock_timestamp()
    FROM \(sources.joined(separator: ", "))
    WHERE store=$1 AND part=$2 AND space=sha256($3) AND id=sha256($4) AND deleted IS NULL
    RETURNING changed
    """
  }

  private static let setting = Statement(
    "WITH turn AS MATERIALIZED (\(locking("$10"))) \(upsert("turn"))")
  private static let fencedSetting = Statement(
    """
    WITH turn AS MATERIALIZED (\(locking("$10"))),
      fence AS MATERIALIZED (\(claim("$11", "$12"))) \(upsert("turn", "fence"))
    """)
  private static let settingInside = Statement(
    "WITH turn AS (SELECT $10::bigint) \(upsert("turn"))")
  private static let settingOrFailing = Statement(
    "WITH turn AS (SELECT $10::bigint), written AS (\(upsert("turn"))) SELECT 1/count(*) FROM written"
  )
  private static let checkingFence = Statement(
    """
    WITH fence AS MATERIALIZED (
      SELECT 1 FROM wayline_scene WHERE store=$3 AND id=sha256($1) AND token=$2 FOR SHARE)
    SELECT 1/count(*) FROM fence
    """)
  private static let lockingAll: StaticString = """
    SELECT set_config('lock_timeout', '2000', true), pg_advisory_xact_lock($1)
    """
  private static let deleting = Statement(
    "WITH turn AS MATERIALIZED (\(locking("$6"))) \(emptying("turn"))")
  private static let fencedDeleting = Statement(
    """
    WITH turn AS MATERIALIZED (\(locking("$6"))),
      fence AS MATERIALIZED (\(claim("$7", "$8"))),
      gone AS (\(emptying("turn", "fence")))
    SELECT present FROM fence
    """)
  private static let deletingInside = Statement(
    "WITH turn AS (SELECT $6::bigint) \(emptying("turn"))")
}

// MARK: - Transactions

extension Session {
  /// Begins a transaction that excludes every other write of the store.
  ///
  /// - Parameter idle: the milliseconds without a statement after which the server undoes it.
  func begin(idle: Int) throws(ServerFault) {
    _ = try connection.run([
      Query("BEGIN"),
      Query(
        """
        SELECT set_config('lock_timeout', '2000', true),
          set_config('idle_in_transaction_session_timeout', $2, true), pg_advisory_xact_lock($1)
        """, lock, .text("\(idle)")),
    ])
  }

  /// Begins a transaction that sees the values at one point in time.
  func beginReading() throws(ServerFault) {
    _ = try connection.run(Query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
  }

  /// True if the claim of a fence is the scene's, which stays so until the end of the transaction.
  func holds(_ fence: Fence) throws(ServerFault) -> Bool {
    let answer = try connection.run(
      Query(
        "SELECT 1 FROM wayline_scene WHERE store=$1 AND id=sha256($2) AND token=$3 FOR SHARE",
        .integer(store), .name(fence.scene), .integer(fence.token)))
    return answer.count > 0
  }

  /// Ends a transaction with its changes, and announces them.
  func commit(announcing isChanged: Bool) throws(ServerFault) {
    _ = try connection.run(Query("COMMIT"), then: isChanged ? announcement() : nil)
  }

  /// Ends a transaction without changes; a connection that was lost has done so.
  func rollBack() throws(ServerFault) {
    _ = try connection.run(Query("ROLLBACK"))
  }
}
