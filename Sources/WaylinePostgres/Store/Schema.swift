/// The tables of a database that holds stores.
///
/// A key is found by the SHA-256 of its two parts: an index of the server takes 2,704 bytes, and its text no NUL.
/// A value that was deleted leaves its row without name and bytes, by which other processes notice it; rows of
/// the last day are retained.
enum Schema {
  /// The version of the tables.
  static let format: Int64 = 1
  /// The lock of a process that creates the tables.
  static let creationLock: Int64 = 0x5761_796c_696e_6500

  /// The lock of the values of one part of a store, for a transaction alone or for single writes together.
  static func lock(store: Int64, part: Int64) -> Int64 {
    0x5761_7900_0000_0000 | store << 8 | part
  }

  static let lockForCreation: StaticString = "SELECT pg_advisory_xact_lock($1)"

  /// The statements that create what is missing, after each other in one transaction.
  static let creation: [StaticString] = [
    """
    CREATE TABLE IF NOT EXISTS wayline_store(
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name bytea NOT NULL UNIQUE,
      format bigint NOT NULL)
    """,
    """
    CREATE TABLE IF NOT EXISTS wayline_value(
      store int NOT NULL, part smallint NOT NULL,
      space bytea NOT NULL, id bytea NOT NULL,
      namespace bytea NOT NULL, name bytea NOT NULL,
      kind smallint NOT NULL, version bigint NOT NULL, bytes bytea NOT NULL,
      checksum bigint NOT NULL, revision bigint NOT NULL,
      changed xid8 NOT NULL, writer bigint NOT NULL, deleted timestamptz,
      PRIMARY KEY(store, part, space, id))
    """,
    // NB: not by store and part before: it would look as good as the primary key for one value to a server that
    // knows nothing of the table yet, and all values of the store would be read.
    "CREATE INDEX IF NOT EXISTS wayline_value_changed ON wayline_value(changed)",
    """
    CREATE INDEX IF NOT EXISTS wayline_value_deleted ON wayline_value(store, part, deleted)
    WHERE deleted IS NOT NULL
    """,
    """
    CREATE TABLE IF NOT EXISTS wayline_scene(
      store int NOT NULL, id bytea NOT NULL, name bytea NOT NULL,
      token bigint NOT NULL, claims bigint NOT NULL, owner text NOT NULL,
      lease timestamptz NOT NULL, used timestamptz NOT NULL,
      PRIMARY KEY(store, id))
    """,
    "CREATE SEQUENCE IF NOT EXISTS wayline_token",
  ]

  /// The number and version of a store; true if the server is a standby; the number of the server's process.
  static let find: StaticString =
    "SELECT id, format, pg_is_in_recovery(), pg_backend_pid() FROM wayline_store WHERE name=$1"
  /// Adds a store; nothing if another process just has.
  static let add: StaticString =
    "INSERT INTO wayline_store(name, format) VALUES($1, $2) ON CONFLICT DO NOTHING"
}
