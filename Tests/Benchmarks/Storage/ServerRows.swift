import FoundationEssentials
import Glibc
import Synchronization
import WaylinePostgres
import WaylineStorage
import WaylineTestPostgres

/// A server on the same host, beside the same statements by hand; no rows where none is installed.
@MainActor
enum ServerRows {
  static var all: [Benchmark] {
    PostgresServer.isInstalled ? [write, transaction, opening, change, scenes] : []
  }

  private static func server() throws -> PostgresServer {
    guard let server = PostgresServer.shared else { throw WrongOutput("No server.") }
    return server
  }

  private static func raw(_ server: PostgresServer) throws -> RawServer {
    let address = "host=\(server.folder) user=wayline dbname=desk"
    return try RawServer(address, table: "raw_\(UInt32.random(in: 0...(.max)))")
  }

  private static var write: Benchmark {
    Benchmark(
      "small write to a PostgreSQL server",
      scope: "One value by its store, acknowledged, on a Unix socket; fsync off.",
      reach: .times(1.25), hasTail: true
    ) {
      let server = try server()
      let store = PostgresStore(PostgresAddress(server.address()))
      let raw = try raw(server)
      let key = StoreKey("copies")
      var (copies, number) = (0, 0)
      let writes = Work("") { count in
        for _ in 0..<count {
          copies += 1
          try store.setStoredValue(StoredValue(encoding: copies), for: key)
        }
      }
      let floor = Work("the same statement raw") { count in
        for _ in 0..<count {
          number += 1
          try raw.put(number, "copies")
        }
      }
      return Stage(writes, floor: floor) {
        let stored = try store.storedValue(for: key)?.decoded(as: Int.self)
        try expect("the stored value", stored ?? 0, is: copies)
      }
    }
  }

  private static var transaction: Benchmark {
    Benchmark(
      "transaction of three keys in a PostgreSQL server",
      scope: "Three values together, alone in the store, on a Unix socket; fsync off.",
      reach: .times(1.5), hasTail: true
    ) {
      let server = try server()
      let store = PostgresStore(PostgresAddress(server.address()))
      let raw = try raw(server)
      let names = ["copies", "lent", "reserved"]
      var (copies, number) = (0, 0)
      let writes = Work("") { count in
        for _ in 0..<count {
          copies += 1
          try store.withTransaction { transaction in
            for name in names {
              try transaction.set(StoredValue(encoding: copies), for: StoreKey(name))
            }
          }
        }
      }
      let floor = Work("BEGIN, lock, three upserts, COMMIT") { count in
        for _ in 0..<count {
          number += 1
          try raw.run("BEGIN")
          try raw.run("SELECT pg_advisory_xact_lock(1)")
          for name in names { try raw.put(number, name, isPart: true) }
          try raw.run("COMMIT")
        }
      }
      return Stage(writes, floor: floor) {
        let stored = try store.storedValue(for: StoreKey("lent"))?.decoded(as: Int.self)
        try expect("the stored value", stored ?? 0, is: copies)
      }
    }
  }

  private static var opening: Benchmark {
    Benchmark(
      "store in a PostgreSQL server, connect + first read",
      scope: "The client library is loaded; connected, set up, one value read; not closed.",
      reach: .times(3), hasTail: true
    ) {
      let server = try server()
      let address = PostgresAddress(server.address())
      try PostgresStore(address).set(3, for: "copies")
      let opens = Work(
        "",
        once: {
          let store = PostgresStore(address)
          try expect("the value", store.value(Int.self, for: "copies"), is: 3)
          return store
        }, rest: { $0.close() })
      let floor = Work("PQconnectdb, PQfinish") { count in
        for _ in 0..<count {
          try RawServer.connect("host=\(server.folder) user=wayline dbname=desk")
        }
      }
      return Stage(opens, floor: floor) { blackHole(server) }
    }
  }

  private static var change: Benchmark {
    Benchmark(
      "change in a PostgreSQL server, seen by another",
      scope: "Of changes in a row: written, announced, noticed, and read by the other; fsync off.",
      reach: .rate(100), hasTail: true
    ) {
      let server = try server()
      let (here, there) = (
        PostgresStore(PostgresAddress(server.address("change"))),
        PostgresStore(PostgresAddress(server.address("change")))
      )
      let key = StoreKey("copies")
      // NB: a wrapper outside of a view would ask the server, and wait for nothing.
      let seen = Mutex(0)
      let observation = here.observe(key) { value in
        let copies = value.flatMap { try? $0.decoded(as: Int.self) }
        seen.withLock { $0 = copies ?? 0 }
      }
      var written = 0
      let changes = Work("") { count in
        for _ in 0..<count {
          written += 1
          try there.setStoredValue(StoredValue(encoding: written), for: key)
          while seen.withLock({ $0 }) != written { try awaitSign(of: here) }
        }
      }
      return Stage(changes) {
        try expect("the value", seen.withLock { $0 }, is: written)
        withExtendedLifetime(observation) {}
      }
    }
  }

  /// Waits for a sign of a store, as a main loop does, and looks.
  private static func awaitSign(of store: PostgresStore) throws {
    guard let notice = store.notice, let descriptor = notice.descriptor() else { return }
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 5_000) == 1 else { throw WrongOutput("No sign for 5 s.") }
    notice.look()
  }

  private static var scenes: Benchmark {
    Benchmark(
      "10,000 scenes in a PostgreSQL server, listed",
      scope: "The names of all, the one used longest ago first.", reach: .rate(67), hasTail: true
    ) {
      let server = try server()
      let store = PostgresStore(PostgresAddress(server.address("scenes")))
      _ = try store.storedKeys(in: StoreKey.app)
      server.administer(
        """
        INSERT INTO wayline_scene
        SELECT s.id, sha256(n.name), n.name, nextval('wayline_token'), 1, 'host', '-infinity', now()
        FROM wayline_store AS s, (SELECT convert_to('scene-' || i, 'UTF8') AS name
          FROM generate_series(1, 10000) AS i) AS n
        WHERE s.name = 'scenes'
        """)
      let claims = PostgresSceneClaims(of: store)
      let lists = Work("") { count in
        for _ in 0..<count { try expect("the scenes", claims.names().count, is: 10_000) }
      }
      return Stage(lists) { blackHole(server) }
    }
  }
}
