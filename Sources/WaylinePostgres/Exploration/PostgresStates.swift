import FoundationEssentials
import Synchronization
import WaylineStorage

/// The states of a shared exploration in a PostgreSQL server.
///
/// A state is a row with its fingerprint as the key, so the first worker that inserts it creates it, and others meet the row. A
/// worker takes rows with `FOR UPDATE SKIP LOCKED` and a lease in server time; the rows of a worker that ended are free
/// when it runs out. Rows are inserted in the order of their keys, so that two workers never wait for each other.
package final class PostgresStates: SharedStates {
  /// The longest time for which a state is taken before another worker may take it.
  package static let lease = 30

  private let store: PostgresStore
  private let sent = Mutex(0)
  private let bounds = Mutex((depth: Int.max, states: Int.max))
  private let seconds: Int

  /// Names an exploration; its tables are created at first use.
  ///
  /// - Parameters:
  ///   - address: the address of the server, and the name of the exploration in it.
  ///   - program: the name of the program, which the server shows to its administrator.
  ///   - lease: the seconds after which a state is free that its worker did not expand.
  package init(
    _ address: PostgresAddress, program: String, lease: Int = PostgresStates.lease
  ) {
    store = PostgresStore(address, program: program)
    seconds = lease
  }

  /// The name of the exploration: that of the store in its address.
  package var name: String { store.address.store }

  /// The number of statements that were sent.
  package var statements: Int { sent.withLock { $0 } }

  /// Joins the exploration, and creates the tables of an empty database.
  package func join(
    _ exploration: SharedExploration
  ) throws(StoreError) -> SharedMembership {
    bounds.withLock { $0 = (exploration.depth, exploration.states) }
    return try use("join the exploration") { [self] session throws(ServerFault) in
      do throws(ServerFault) {
        return try join(exploration, session)
      } catch {
        guard error.isNoTable else { throw error }
        _ = try run(
          [Query(Schema.lockForCreation, .integer(Schema.creationLock))]
            + Self.creation.map { Query(plain: $0.description) }, session)
        return try join(exploration, session)
      }
    }
  }

  private func join(
    _ exploration: SharedExploration, _ session: Session
  ) throws(ServerFault) -> SharedMembership {
    let store = Parameter.integer(session.store)
    let answers = try run(
      [
        // Others that begin wait here, so that there is one first state.
        Query("SELECT pg_advisory_xact_lock($1)", .integer(Self.lock(session.store))),
        Query(
          """
          INSERT INTO wayline_exploration(store, digest, level, states, width)
          VALUES($1, $2, 0, 1, 1) ON CONFLICT DO NOTHING
          """, store, .name(exploration.digest)),
        Query(
          """
          INSERT INTO wayline_state(store, key, level, kind, number, path, same)
          SELECT $1, $2, 0, $3, 0, '{}', 0 FROM wayline_exploration
          WHERE store=$1 AND digest=$4 AND report IS NULL AND NOT EXISTS
            (SELECT FROM wayline_state WHERE store=$1 AND level=0)
          ON CONFLICT DO NOTHING
          """, store, .key(exploration.root), .key(exploration.kind), .name(exploration.digest)),
        Query(
          """
          SELECT digest=$2, report IS NOT NULL OR EXISTS
            (SELECT FROM wayline_state WHERE store=$1 AND level=0 AND key=$3)
          FROM wayline_exploration WHERE store=$1
          """, store, .name(exploration.digest), .key(exploration.root)),
      ], session)
    guard answers[3].integer(0, 0) == 1 else { return .refused }
    return answers[3].integer(0, 1) == 1 ? .joined : .unstable
  }
}

// MARK: - Levels

extension PostgresStates {
  /// The progress of all workers; that of a search alone once the exploration was removed.
  package func progress() throws(StoreError) -> SharedProgress {
    let (depth, states) = bounds.withLock { $0 }
    return try use("read the progress") { [self] session throws(ServerFault) in
      let answer = try run(
        Query(
          """
          SELECT level, states, width, report IS NOT NULL, alone,
            (SELECT count(*) FROM wayline_state s
             WHERE s.store=e.store AND s.level=e.level AND s.record IS NULL AND s.number < $2)
          FROM wayline_exploration e WHERE store=$1
          """, .integer(session.store), .integer(Int64(states))), session)
      guard answer.count > 0 else {
        return SharedProgress(
          level: 0, states: 0, open: 0, isExplored: false, isAlone: true, hasReport: false)
      }
      let number = { (column: Int) in Int(answer.integer(0, column)) }
      let isExplored = number(2) == 0 || number(0) >= depth || number(1) - number(2) >= states
      return SharedProgress(
        level: number(0), states: number(1), open: number(5), isExplored: isExplored,
        isAlone: number(4) == 1, hasReport: number(3) == 1)
    }
  }

  /// The fingerprints of the states of a level.
  package func keys(of level: Int) throws(StoreError) -> [UInt64] {
    try use("read the states") { [self] session throws(ServerFault) in
      let answer = try run(
        Query(
          "SELECT key FROM wayline_state WHERE store=$1 AND level=$2", .integer(session.store),
          .integer(Int64(level))), session)
      return (0..<answer.count).map { UInt64(bitPattern: answer.integer($0, 0)) }
    }
  }

  /// Stores the records of states, adds those that follow, and takes others that are open, in one transaction.
  package func exchange(
    _ expansions: [SharedExpansion], for count: Int, of level: Int, by worker: Int64
  ) throws(StoreError) -> [SharedClaim] {
    try use("exchange states") { [self] session throws(ServerFault) in
      let adding = expansions.isEmpty ? [] : add(expansions, of: level, by: worker, session)
      let claiming = count > 0 ? [claim(count, of: level, by: worker, session)] : []
      let answers = try run(adding + claiming, session)
      guard count > 0, let answer = answers.last else { return [] }
      return (0..<answer.count).map { row in
        SharedClaim(
          key: UInt64(bitPattern: answer.integer(row, 0)), number: Int(answer.integer(row, 1)),
          path: answer.text(row, 2).split(separator: " ").compactMap { Int($0) },
          sameKind: Int(answer.integer(row, 3)),
          previous: answer.isNull(row, 4) ? nil : Int(answer.integer(row, 4)),
          lease: answer.integer(row, 5))
      }.sorted { $0.number < $1.number }
    }
  }

  /// The statement that takes states, those first whose parents the worker has expanded. It waits for no row.
  private func claim(
    _ count: Int, of level: Int, by worker: Int64, _ session: Session
  ) -> Query {
    Query(
      """
      WITH free AS (
        SELECT key FROM wayline_state
        WHERE store=$1 AND level=$2 AND record IS NULL AND number < $3
          AND lease < clock_timestamp()
        ORDER BY (owner=$4) DESC NULLS LAST, number LIMIT $5 FOR UPDATE SKIP LOCKED)
      UPDATE wayline_state s SET lease=clock_timestamp() + $6 * interval '1 s'
      FROM free WHERE s.store=$1 AND s.key=free.key
      RETURNING s.key, s.number, array_to_string(s.path, ' '), s.same, s.previous,
        (extract(epoch FROM s.lease) * 1000000)::bigint
      """, .integer(session.store), .integer(Int64(level)),
      .integer(Int64(bounds.withLock { $0.states })), .integer(worker), .integer(Int64(count)),
      .integer(Int64(seconds)))
  }

  /// The statements that store the records of states, and add those that follow.
  private func add(
    _ expansions: [SharedExpansion], of level: Int, by worker: Int64, _ session: Session
  ) -> [Query] {
    let store = Parameter.integer(session.store)
    var kinds: [UInt64: UInt64] = [:]
    for expansion in expansions {
      for target in expansion.targets where target.isNew { kinds[target.key] = target.kind }
    }
    // In one order, so that no two workers wait for rows of each other.
    let new = kinds.sorted { $0.key < $1.key }
    let inserting = Query(
      """
      INSERT INTO wayline_state(store, key, level, kind)
      SELECT $1, key, $2, kind FROM unnest($3::bigint[], $4::bigint[]) AS n(key, kind)
      ORDER BY key ON CONFLICT DO NOTHING
      """, store, .integer(Int64(level + 1)),
      .integers(new.map { Int64(bitPattern: $0.key) }),
      .integers(new.map { Int64(bitPattern: $0.value) }))
    let expanded = expansions.sorted { $0.key < $1.key }
    // An array of arrays has one length in the server, so the targets of all states follow each other.
    var (targets, ends): ([Int64], [Int64]) = ([], [])
    for expansion in expanded {
      for target in expansion.targets { targets.append(Int64(bitPattern: target.key)) }
      ends.append(Int64(targets.count))
    }
    let updating = Query(
      """
      UPDATE wayline_state s SET record=n.record, targets=($4::bigint[])[n.first + 1:n.last], owner=$6
      FROM (SELECT key, record, last, lag(last, 1, 0::bigint) OVER (ORDER BY place) AS first
        FROM unnest($2::bigint[], $3::bytea[], $5::bigint[])
          WITH ORDINALITY AS e(key, record, last, place)) n
      WHERE s.store=$1 AND s.key=n.key AND s.record IS NULL
      """, store, .integers(expanded.map { Int64(bitPattern: $0.key) }),
      .blobs(expanded.map(\.record)), .integers(targets), .integers(ends), .integer(worker))
    return (new.isEmpty ? [] : [inserting]) + [updating]
  }

  /// Hands back states, unless another worker has taken them since, which has another lease.
  package func release(_ claims: [SharedClaim]) throws(StoreError) {
    let claims = claims.sorted { $0.key < $1.key }
    try use("hand back states") { [self] session throws(ServerFault) in
      _ = try run(
        Query(
          """
          UPDATE wayline_state s SET lease='-infinity'
          FROM unnest($2::bigint[], $3::bigint[]) AS n(key, lease)
          WHERE s.store=$1 AND s.key=n.key AND s.record IS NULL
            AND s.lease='epoch'::timestamptz + n.lease * interval '1 microsecond'
          """, .integer(session.store), .integers(claims.map { Int64(bitPattern: $0.key) }),
          .integers(claims.map(\.lease))), session)
    }
  }

  /// Numbers the states of the next level, unless a state of this one is open.
  package func endLevel(_ level: Int) throws(StoreError) {
    let states = bounds.withLock { $0.states }
    try use("begin the next level") { [self] session throws(ServerFault) in
      let values: [Parameter] = [
        .integer(session.store), .integer(Int64(level)), .integer(Int64(states)),
      ]
      // One transaction: others wait at the first statement, and find the level ended.
      _ = try run(
        [
          Query("SELECT FROM wayline_exploration WHERE store=$1 FOR UPDATE", values[0]),
          Query(Self.numbering, values), Query(Self.countingKinds, Array(values.prefix(2))),
          Query(Self.ending, values),
        ], session)
    }
  }

  /// Numbers the states of the next level by the first command that leads to each, as a breadth-first search does.
  private static let numbering: StaticString = """
    WITH way AS (
      SELECT DISTINCT ON (t.key) t.key, p.number, t.place, p.owner, p.path
      FROM wayline_state p, unnest(p.targets) WITH ORDINALITY AS t(key, place), wayline_state s
      WHERE p.store=$1 AND p.level=$2 AND s.store=$1 AND s.key=t.key AND s.level=$2 + 1
      ORDER BY t.key, p.number, t.place),
    ranked AS (
      SELECT way.*, row_number() OVER (ORDER BY number, place) - 1
        + (SELECT states FROM wayline_exploration WHERE store=$1) AS rank FROM way)
    UPDATE wayline_state s
    SET number=r.rank, path=r.path || (r.place - 1), owner=r.owner
    FROM ranked r
    WHERE s.store=$1 AND s.key=r.key
      AND (SELECT level FROM wayline_exploration WHERE store=$1)=$2
      AND NOT EXISTS (SELECT FROM wayline_state o WHERE o.store=$1 AND o.level=$2
        AND o.record IS NULL AND o.number < $3)
    """

  /// Counts the states of one kind before each state of the next level.
  private static let countingKinds: StaticString = """
    UPDATE wayline_state s SET same=n.same, previous=n.previous
    FROM (SELECT key, level, row_number() OVER kinds - 1 AS same, lag(number) OVER kinds AS previous
      FROM wayline_state WHERE store=$1 AND number IS NOT NULL
      WINDOW kinds AS (PARTITION BY kind ORDER BY number)) n
    WHERE s.store=$1 AND s.key=n.key AND n.level=$2 + 1
      AND (SELECT level FROM wayline_exploration WHERE store=$1)=$2
    """

  private static let ending: StaticString = """
    UPDATE wayline_exploration e SET level=$2 + 1, states=e.states + n.width, width=n.width
    FROM (SELECT count(*) AS width FROM wayline_state
      WHERE store=$1 AND level=$2 + 1 AND number IS NOT NULL) n
    WHERE e.store=$1 AND e.level=$2
      AND NOT EXISTS (SELECT FROM wayline_state o WHERE o.store=$1 AND o.level=$2
        AND o.record IS NULL AND o.number < $3)
    """
}

// MARK: - The report

extension PostgresStates {
  /// The records of states in the order of their numbers.
  package func records(
    from number: Int, count: Int
  ) throws(StoreError) -> [(key: UInt64, record: Data?)] {
    try use("read states") { [self] session throws(ServerFault) in
      let answer = try run(
        Query(
          """
          SELECT key, record FROM wayline_state
          WHERE store=$1 AND number >= $2 AND number < $3 ORDER BY number
          """, .integer(session.store), .integer(Int64(number)), .integer(Int64(number + count))),
        session)
      return (0..<answer.count).map {
        (
          UInt64(bitPattern: answer.integer($0, 0)),
          answer.isNull($0, 1) ? nil : answer.bytes($0, 1)
        )
      }
    }
  }

  /// Takes over the report for a minute of the server's time.
  package func claimReport(by worker: Int64) throws(StoreError) -> Bool {
    try use("begin the report") { [self] session throws(ServerFault) in
      try run(
        Query(
          """
          UPDATE wayline_exploration SET lease=clock_timestamp() + interval '60 s', reporter=$2
          WHERE store=$1 AND report IS NULL AND (lease < clock_timestamp() OR reporter=$2)
          """, .integer(session.store), .integer(worker)), session
      ).changes == 1
    }
  }

  /// Hands back the report, unless it is stored or another worker makes it.
  package func releaseReport(by worker: Int64) throws(StoreError) {
    try use("hand back the report") { [self] session throws(ServerFault) in
      _ = try run(
        Query(
          """
          UPDATE wayline_exploration SET lease='-infinity'
          WHERE store=$1 AND report IS NULL AND reporter=$2
          """, .integer(session.store), .integer(worker)), session)
    }
  }

  /// Ends the sharing.
  package func giveUp() throws(StoreError) {
    try use("search alone") { [self] session throws(ServerFault) in
      _ = try run(
        Query(
          "UPDATE wayline_exploration SET alone=true WHERE store=$1", .integer(session.store)),
        session)
    }
  }

  /// Stores the report, and deletes the states.
  package func finish(report: Data) throws(StoreError) -> Bool {
    try use("store the report") { [self] session throws(ServerFault) in
      let answers = try run(
        [
          Query(
            "UPDATE wayline_exploration SET report=$2 WHERE store=$1 AND report IS NULL",
            .integer(session.store), .bytes(report)),
          Query("DELETE FROM wayline_state WHERE store=$1", .integer(session.store)),
        ], session)
      return answers[0].changes == 1
    }
  }

  /// The report; nil before the end.
  package func report() throws(StoreError) -> Data? {
    try use("read the report") { [self] session throws(ServerFault) in
      let answer = try run(
        Query(
          "SELECT report FROM wayline_exploration WHERE store=$1 AND report IS NOT NULL",
          .integer(session.store)), session)
      return answer.count > 0 ? answer.bytes(0, 0) : nil
    }
  }
}

// MARK: - Statements

extension PostgresStates {
  /// The lock of a worker that joins.
  private static func lock(_ store: Int64) -> Int64 { 0x5761_7901_0000_0000 | store }

  private func use<Result: Sendable>(
    _ operation: String, _ body: (Session) throws(ServerFault) -> Result
  ) throws(StoreError) -> Result {
    try store.use(operation, isWriting: true, body)
  }

  private func run(_ query: Query, _ session: Session) throws(ServerFault) -> Answer {
    sent.withLock { $0 += 1 }
    return try session.connection.run(query)
  }

  private func run(_ queries: [Query], _ session: Session) throws(ServerFault) -> [Answer] {
    sent.withLock { $0 += queries.count }
    return try session.connection.run(queries)
  }

  private static let creation: [StaticString] = [
    """
    CREATE TABLE IF NOT EXISTS wayline_exploration(
      store int PRIMARY KEY, digest bytea NOT NULL,
      level bigint NOT NULL, states bigint NOT NULL, width bigint NOT NULL,
      alone boolean NOT NULL DEFAULT false,
      lease timestamptz NOT NULL DEFAULT '-infinity', reporter bigint, report bytea)
    """,
    """
    CREATE TABLE IF NOT EXISTS wayline_state(
      store int NOT NULL, key bigint NOT NULL, level bigint NOT NULL, kind bigint NOT NULL,
      number bigint, path bigint[], same bigint, previous bigint, owner bigint,
      lease timestamptz NOT NULL DEFAULT '-infinity', targets bigint[], record bytea,
      PRIMARY KEY(store, key))
    """,
    "CREATE INDEX IF NOT EXISTS wayline_state_number ON wayline_state(store, level, number)",
    """
    CREATE INDEX IF NOT EXISTS wayline_state_open ON wayline_state(store, level, number)
    WHERE record IS NULL
    """,
  ]
}

extension Parameter {
  /// A fingerprint, as `bigint` with the same bits.
  fileprivate static func key(_ key: UInt64) -> Parameter { .integer(Int64(bitPattern: key)) }
}
