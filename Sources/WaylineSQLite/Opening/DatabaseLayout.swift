import WaylineStorage

/// The identity and durability of one of our database files, all of which hold a ``ValueTable``.
package struct DatabaseLayout: Sendable {
  /// The number in the header of the file; a file with another one is not ours.
  package let applicationID: Int32
  /// The version of the tables; a file with a higher one is read-only.
  package let version: Int64
  /// True if a commit survives a power cut (`synchronous=FULL`), or only the end of the process.
  package let isDurable: Bool
  /// True if deleted bytes are overwritten in the file (`secure_delete`).
  package let erasesDeleted: Bool

  /// Describes a layout.
  package init(
    applicationID: Int32, version: Int64 = 1, isDurable: Bool = false, erasesDeleted: Bool = false
  ) {
    self.applicationID = applicationID
    self.version = version
    self.isDurable = isDurable
    self.erasesDeleted = erasesDeleted
  }

  /// The layout of the state file: settings, saved values, scenes.
  package static let state = state(isDurable: false)

  /// The layout of the state file; durable commits survive a power cut.
  package static func state(isDurable: Bool) -> DatabaseLayout {
    // "WayS" in ASCII.
    DatabaseLayout(applicationID: 0x5761_7953, isDurable: isDurable)
  }
}

extension DatabaseLayout {
  /// The largest file that is checked as a whole when it is opened, in bytes: about 10,000 rows.
  static let checkedSize = 1 << 20

  /// Creates the tables, inside a transaction.
  func create(in database: Database) throws(StoreError) {
    try database.execute(
      """
      PRAGMA application_id=\(applicationID);
      \(ValueTable.schema)
      PRAGMA user_version=\(version)
      """)
    try ValueTable(database).set(Lineage(continuing: 0), isKnown: true)
  }

  /// Checks that the database has our table and nothing else, whatever the version claims.
  func checkSchema(of database: Database) throws(StoreError) {
    let statement = try readingSchema { () throws(StoreError) in
      try database.statement("SELECT type, name, rootpage, sql FROM sqlite_schema")
    }
    defer { statement.reset() }
    var tables: [String] = []
    while try statement.step() {
      let isPlain = statement.text(0) == "table" && statement.integer(2) > 1
      tables.append(isPlain ? "\(statement.text(3));" : "")
    }
    if tables != [ValueTable.schema] {
      throw .corrupted(store: database.name, detail: "its table is not that of a store")
    }
  }

  /// Runs the first statement, with which SQLite reads the description of the tables: a wrong byte in
  /// the number of its format is a plain error there.
  private func readingSchema<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch .database(let store, _, Database.plainError, let message) {
      throw .corrupted(store: store, detail: message)
    }
  }

  /// Reads the whole database.
  ///
  /// A page without values that is damaged fails too; a value that does not match its checksum is
  /// returned instead, because it is noticed and replaced by itself.
  /// - Returns: the keys of damaged values, and the lineage.
  /// - Throws: ``StoreError/corrupted(store:detail:)`` if a row may be missing.
  func check(
    _ database: Database
  ) throws(StoreError) -> (damaged: [StoreKey], lineage: Lineage?) {
    if let problem = try database.quickCheck() {
      throw .corrupted(store: database.name, detail: problem)
    }
    return try ValueTable(database).readAll()
  }
}
