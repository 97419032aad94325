import WaylineSystem

/// A program without a store: libpq by hand, with the columns of ours.
final class RawServer {
  private typealias Texts = UnsafePointer<UnsafePointer<CChar>?>
  private typealias Numbers = UnsafePointer<Int32>

  private let library: SharedLibrary
  private let connection: OpaquePointer
  private let execute: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> OpaquePointer?
  private let executePrepared:
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>?, Int32, Texts?, Numbers?, Numbers?, Int32
    ) -> OpaquePointer?
  private let status: @convention(c) (OpaquePointer?) -> Int32
  private let clear: @convention(c) (OpaquePointer?) -> Void
  private let finish: @convention(c) (OpaquePointer?) -> Void

  /// Connects, and prepares an upsert of a value with the columns, indices and locks of the store.
  init(_ address: String, table: String) throws {
    typealias Connect = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    guard let library = SharedLibrary(["libpq.so.5"]),
      let connect = library.function("PQconnectdb", as: Connect.self)
    else { throw WrongOutput("libpq is missing.") }
    func find<Function>(_ name: String) throws -> Function {
      guard let function = library.function(name, as: Function.self) else {
        throw WrongOutput("libpq has no \(name).")
      }
      return function
    }
    self.library = library
    execute = try find("PQexec")
    executePrepared = try find("PQexecPrepared")
    status = try find("PQresultStatus")
    clear = try find("PQclear")
    finish = try find("PQfinish")
    guard let connection = connect(address) else { throw WrongOutput("No connection.") }
    self.connection = connection
    try run(
      """
      CREATE TABLE \(table)(store int, part smallint, space bytea, id bytea, namespace bytea,
      name bytea, kind smallint, version bigint, bytes bytea, checksum bigint, revision bigint,
      changed xid8, PRIMARY KEY(store, part, space, id))
      """)
    try run("CREATE INDEX ON \(table)(store, part, changed)")
    let upsert = """
      INSERT INTO \(table) AS t SELECT 1, 0, sha256('app'), sha256($1), 'app', $1, 2, 1, $2, 7, 1,
      pg_current_xact_id() FROM turn ON CONFLICT (store, part, space, id) DO UPDATE
      SET bytes=excluded.bytes, revision=t.revision+1, changed=excluded.changed
      """
    let lock = "SELECT set_config('lock_timeout', '2000', true), pg_advisory_xact_lock_shared(1)"
    try run(
      "PREPARE put(bytea, bytea) AS WITH turn AS MATERIALIZED (\(lock)) \(upsert)")
    try run("PREPARE part(bytea, bytea) AS WITH turn AS (SELECT 1) \(upsert)")
  }

  deinit { finish(connection) }

  /// Connects, and closes the connection.
  static func connect(_ address: String) throws {
    typealias Connect = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    typealias State = @convention(c) (OpaquePointer?) -> Int32
    typealias Finish = @convention(c) (OpaquePointer?) -> Void
    guard let connect = library?.function("PQconnectdb", as: Connect.self),
      let status = library?.function("PQstatus", as: State.self),
      let finish = library?.function("PQfinish", as: Finish.self)
    else { throw WrongOutput("libpq is missing.") }
    let connection = connect(address)
    defer { finish(connection) }
    try expect("the status of a connection", status(connection), is: 0)
  }

  private static let library = SharedLibrary(["libpq.so.5"])

  /// Runs SQL that returns nothing, in one round trip.
  func run(_ sql: String) throws {
    try check(execute(connection, sql))
  }

  /// Puts eight bytes under a name, in one round trip; as a part of a transaction without a lock of its own.
  func put(_ number: Int, _ name: String, isPart: Bool = false) throws {
    try withUnsafeBytes(of: Int64(number).littleEndian) { bytes in
      try name.withCString { name in
        let value = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let lengths = [Int32(name.count), 8]
        try check(
          executePrepared(
            connection, isPart ? "part" : "put", 2, [name, value], lengths, [1, 1], 1))
      }
    }
  }

  private func check(_ result: OpaquePointer?) throws {
    defer { clear(result) }
    guard [1, 2].contains(status(result)) else { throw WrongOutput("libpq refused a statement.") }
  }
}

extension UnsafePointer<CChar> {
  /// The number of bytes before the zero.
  fileprivate var count: Int { String(cString: self).utf8.count }
}
