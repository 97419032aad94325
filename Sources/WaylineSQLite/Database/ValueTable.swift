import FoundationEssentials
import WaylineStorage

/// The table of values in an open database: one row per key, with its kind, version and checksum.
///
/// The checksum covers namespace, key, kind, version and bytes: a bit that flips inside a value
/// passes every check of SQLite's own.
package struct ValueTable {
  /// The database that holds the table.
  package let database: Database

  /// Uses the table of a database that was created with ``schema``.
  package init(_ database: Database) {
    self.database = database
  }

  /// The largest namespace and name of a key, in bytes together.
  static let keyLimit = 1 << 16

  /// The largest stored form of a value, in bytes: one of the largest size, sealed.
  static let valueLimit = StoredValue.limit + (1 << 10)

  /// The SQL that creates the table.
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
    let statement = try database.statement(ValueTable.reading)
    defer { statement.reset() }
    try statement.bind(key)
    guard try statement.step() else { return nil }
    guard let value = statement.intactValue(for: key, from: 0) else { throw .damaged(key) }
    return value
  }

  private static let reading: StaticString =
    "SELECT kind, version, bytes, checksum FROM value WHERE namespace=?1 AND name=?2"

  /// Writes a value, or deletes it with nil; refused if the key holds a value of another kind.
  package func set(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    guard !key.isOfLineage else { throw .refused(key, reason: "the name is reserved") }
    guard let value else { return try delete(key) }
    guard value.bytes.count <= ValueTable.valueLimit else {
      throw .tooLarge(key, bytes: value.bytes.count, limit: StoredValue.limit)
    }
    if try !write(value, for: key) { try refuse(value, key) }
  }

  /// Writes a value; false if the key holds a value of another kind.
  ///
  /// - Parameter isCounted: whether the row gets a new revision.
  private func write(
    _ value: StoredValue, for key: StoreKey, isCounted: Bool = true
  ) throws(StoreError) -> Bool {
    let statement = try database.statement(
      """
      INSERT INTO value VALUES(?1,?2,?3,?4,?5,?6,1)
      ON CONFLICT DO UPDATE SET
        version=?4, bytes=?5, checksum=?6, revision=revision+?7
      WHERE kind=?3
      """)
    try statement.bind(key)
    try statement.bind(Int64(value.kind.rawValue), at: 3)
    try statement.bind(Int64(value.version), at: 4)
    try statement.bind(value.bytes, at: 5)
    try statement.bind(Checksum.of(value, key), at: 6)
    try statement.bind(isCounted ? 1 : 0, at: 7)
    try statement.run()
    return database.changes > 0
  }

  /// Lists the keys of one namespace, or all with nil, in ascending order.
  package func keys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    let statement = try database.statement(
      namespace == nil
        ? "SELECT namespace, name FROM value ORDER BY 1, 2"
        : "SELECT namespace, name FROM value WHERE namespace=?1 ORDER BY 2")
    defer { statement.reset() }
    if let namespace { try statement.bind(namespace, at: 1) }
    var keys: [StoreKey] = []
    while try statement.step() { keys.append(statement.key) }
    // The first of all keys is that of no value.
    if keys.first?.isOfLineage == true { keys.removeFirst() }
    return keys
  }

  /// Moves a row, whether or not its checksum matches; at its new place it is intact.
  package func quarantine(_ key: StoreKey) throws(StoreError) -> StoreKey? {
    guard let content = try content(of: key) else { return nil }
    let place = try quarantinePlace(for: key)
    try set(content, for: place)
    try delete(key)
    return place
  }
}

extension ValueTable {
  /// The row of a key, whether or not its checksum matches; bytes of an unknown kind are plain data.
  private func content(of key: StoreKey) throws(StoreError) -> StoredValue? {
    let statement = try database.statement(
      "SELECT kind, version, bytes FROM value WHERE namespace=?1 AND name=?2")
    defer { statement.reset() }
    try statement.bind(key)
    guard try statement.step() else { return nil }
    let kind = UInt8(exactly: statement.integer(0)).flatMap(ValueKind.init(rawValue:))
    return StoredValue(
      statement.bytes(2), kind: kind ?? .data, version: Int(statement.integer(1)))
  }

  private func delete(_ key: StoreKey) throws(StoreError) {
    let statement = try database.statement("DELETE FROM value WHERE namespace=?1 AND name=?2")
    try statement.bind(key)
    try statement.run()
  }

  /// Throws the error that names the kind of the stored value.
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

// The statements of values serve the lineage too: a program that writes once would prepare others for it
// alone.
extension ValueTable {
  /// The lineage of the database with its log; nil if an earlier version has written it.
  func lineage() throws(StoreError) -> Lineage? {
    do throws(StoreError) {
      return try value(for: Lineage.key).flatMap(Lineage.init)
    } catch .damaged {
      return nil
    }
  }

  /// Writes the lineage, inside a transaction; false if the key is that of a value of an earlier version.
  ///
  /// - Parameter isKnown: whether the present row is known to be a lineage.
  @discardableResult
  func set(_ lineage: Lineage, isKnown: Bool) throws(StoreError) -> Bool {
    if !isKnown, let present = try content(of: Lineage.key), present.bytes.count != Lineage.size {
      return false
    }
    // Its size and place stay, so that it can be found in a page that was not written to its end.
    return try write(lineage.value, for: Lineage.key, isCounted: false)
  }
}

extension ValueTable {
  private static let ascending: StaticString = """
    SELECT namespace, name, kind, version, bytes, checksum FROM value
    ORDER BY namespace, name
    """
  private static let descending: StaticString = """
    SELECT namespace, name, kind, version, bytes, checksum FROM value
    ORDER BY namespace DESC, name DESC
    """

  /// Reads every row, and lists the keys whose values do not match their checksums; and the lineage.
  ///
  /// - Throws: ``StoreError/corrupted(store:detail:)`` if the rows are not in the order in which
  ///   SQLite looks for them: a value can be there and not be found.
  func readAll() throws(StoreError) -> (damaged: [StoreKey], lineage: Lineage?) {
    let statement = try database.statement(ValueTable.ascending)
    defer { statement.reset() }
    var damaged: [StoreKey] = []
    var lineage: Lineage?
    var last: StoreKey?
    while try statement.step() {
      let key = statement.key
      if let last, !(last < key) {
        throw .corrupted(store: database.name, detail: "its rows are out of order")
      }
      let value = statement.intactValue(for: key, from: 2)
      if key.isOfLineage {
        lineage = value.flatMap(Lineage.init)
      } else if value == nil {
        damaged.append(key)
      }
      last = key
    }
    return (damaged, lineage)
  }

  /// Copies the rows that can be read into another table, inside a transaction of its database.
  ///
  /// Rows are read from the beginning and from the end of the table, so one damaged page costs no
  /// more than its own.
  func salvage(into new: ValueTable) throws(StoreError) -> Salvage {
    var rows: [StoreKey: StoredValue] = [:]
    var damaged: Set<StoreKey> = []
    var isWhole = false
    for order in [ValueTable.ascending, ValueTable.descending] where !isWhole {
      isWhole = try read(order, into: &rows, damaged: &damaged)
    }
    for (key, value) in rows { try new.set(value, for: key) }
    return Salvage(saved: rows.count, lost: damaged.count + (isWhole ? 0 : 1))
  }

  /// Reads rows until the end, or until a page is damaged; true if the end was reached.
  ///
  /// - Throws: any other error: what could not be read now may be readable later.
  private func read(
    _ order: StaticString, into rows: inout [StoreKey: StoredValue], damaged: inout Set<StoreKey>
  ) throws(StoreError) -> Bool {
    do throws(StoreError) {
      let statement = try database.statement(order)
      defer { statement.reset() }
      while try statement.step() {
        let key = statement.key
        // The new database has a lineage of its own.
        if key.isOfLineage { continue }
        if let value = statement.intactValue(for: key, from: 2) {
          rows[key] = value
        } else {
          damaged.insert(key)
        }
      }
      return true
    } catch .corrupted {
      return false
    }
  }
}

/// The number of rows that were saved from a damaged database.
package struct Salvage: Hashable, Sendable {
  /// The rows in the new file.
  package var saved: Int
  /// The rows that are known to be lost; a page that cannot be read counts as one.
  package var lost: Int
}

extension Statement {
  /// Binds namespace and name as the first two values.
  ///
  /// - Throws: ``StoreError/refused(_:reason:)`` for a key that is longer than any row may be.
  package func bind(_ key: StoreKey) throws(StoreError) {
    let count = key.namespace.utf8.count + key.name.utf8.count
    guard count <= ValueTable.keyLimit else {
      let beginning = StoreKey("\(key.name.prefix(40))…", in: "\(key.namespace.prefix(40))")
      throw .refused(
        beginning, reason: "the key has \(count) bytes, and \(ValueTable.keyLimit) is the limit")
    }
    try bind(key.namespace, at: 1)
    try bind(key.name, at: 2)
  }

  /// The key in the first two columns.
  fileprivate var key: StoreKey {
    StoreKey(text(1), in: text(0))
  }

  /// The value in the four columns from `first` on, if its checksum matches.
  func intactValue(for key: StoreKey, from first: Int32) -> StoredValue? {
    guard let kind = UInt8(exactly: integer(first)).flatMap(ValueKind.init(rawValue:)) else {
      return nil
    }
    let value = StoredValue(bytes(first + 2), kind: kind, version: Int(integer(first + 1)))
    return Checksum.of(value, key) == integer(first + 3) ? value : nil
  }
}
