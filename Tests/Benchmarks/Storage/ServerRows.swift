import FoundationEssentials
import WaylinePostgres
import WaylineStorage
import WaylineTestPostgres

/// Writes to a server on the same host, beside the same statements by hand; no rows where none is installed.
@MainActor
enum ServerRows {
  static var all: [Benchmark] { PostgresServer.isInstalled ? [write, transaction] : [] }

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
}
