import FoundationEssentials
import WaylineStorage

/// The table of values in an open database: one row per key, with its kind, version and checksum.
///
/// The checksum covers namespace, key, kind, version and bytes: a bit that flips inside a value
/// passes every check of SQLite's own.
package struct ValueTable {
  /// The database that holds the table.
  package let database: Database

  /// Looks at the table of a database that was made with ``schema``.
  package init(_ database: Database) {
    self.database = database
  }

  /// The SQL that makes the table.
  package static let schema = """
    CREATE TABLE value(
      namespace TEXT NOT NULL,
      name TEXT NOT NULL,
      kind INTEGER NOT NULL,
      version INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      checksum INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      PRIMARY KEY(namespace, name)
    ) STRICT, WITHOUT ROWID;
    """
}

extension ValueTable: StoreTransaction {
  /// Reads a value as the transaction sees it, and checks it against its checksum.
  package func value(for key: StoreKey) throws(StoreError) -> StoredValue? {
    let statement = try database.statement(
      "SELECT kind, version, bytes, checksum FROM value WHERE namespace=?1 AND name=?2")
    defer { statement.reset() }
    try statement.bind(key)
    guard try statement.step() else { return nil }
    let checksum = statement.integer(3)
    guard let kind = UInt8(exactly: statement.integer(0)).flatMap(ValueKind.init(rawValue:)) else {
      throw .damaged(key)
    }
    let value = StoredValue(
      statement.bytes(2), kind: kind, version: Int(statement.integer(1)))
    guard Checksum.of(value, key) == checksum else { throw .damaged(key) }
    return value
  }

  /// Writes a value, or deletes it with nil; refused if one of another kind is there.
  package func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    guard let value else { return try delete(key) }
    let statement = try database.statement(
      """
      INSERT INTO value VALUES(?1,?2,?3,?4,?5,?6,1)
      ON CONFLICT DO UPDATE SET
        version=?4, bytes=?5, checksum=?6, revision=revision+1
      WHERE kind=?3
      """)
    try statement.bind(key)
    try statement.bind(Int64(value.kind.rawValue), at: 3)
    try statement.bind(Int64(value.version), at: 4)
    try statement.bind(value.bytes, at: 5)
    try statement.bind(Checksum.of(value, key), at: 6)
    try statement.run()
    if database.changes == 0 { try refuse(value, key) }
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  package func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    let statement = try database.statement(
      "SELECT namespace, name FROM value WHERE ?1 IS NULL OR namespace=?1 ORDER BY 1, 2")
    defer { statement.reset() }
    if let namespace { try statement.bind(namespace, at: 1) }
    var keys: [StoreKey] = []
    while try statement.step() { keys.append(StoreKey(statement.text(1), in: statement.text(0))) }
    return keys
  }

  /// Moves a row as it is, whether or not its checksum fits.
  package func quarantine(_ key: StoreKey) throws(StoreError) -> StoreKey? {
    let place = try quarantinePlace(for: key)
    let statement = try database.statement(
      "UPDATE value SET namespace=?3, name=?4 WHERE namespace=?1 AND name=?2")
    try statement.bind(key)
    try statement.bind(place.namespace, at: 3)
    try statement.bind(place.name, at: 4)
    try statement.run()
    return database.changes == 0 ? nil : place
  }
}

extension ValueTable {
  private func delete(_ key: StoreKey) throws(StoreError) {
    let statement = try database.statement("DELETE FROM value WHERE namespace=?1 AND name=?2")
    try statement.bind(key)
    try statement.run()
  }

  /// Names the kind that stands in the way.
  private func refuse(_ value: StoredValue, _ key: StoreKey) throws(StoreError) {
    let statement = try database.statement("SELECT kind FROM value WHERE namespace=?1 AND name=?2")
    defer { statement.reset() }
    try statement.bind(key)
    guard try statement.step(),
      let kind = UInt8(exactly: statement.integer(0)).flatMap(ValueKind.init(rawValue:))
    else { throw .damaged(key) }
    throw .kindMismatch(key, stored: kind, attempted: value.kind)
  }
}

extension Statement {
  /// Binds namespace and name as the first two values.
  package func bind(_ key: StoreKey) throws(StoreError) {
    try bind(key.namespace, at: 1)
    try bind(key.name, at: 2)
  }
}
