import WaylineStorage

/// What one of our database files contains, and how it is to be kept.
package struct DatabaseLayout: Sendable {
  /// Stands in the header of the file; a file with another one is not ours.
  package let applicationID: Int32
  /// The version of the tables; a file with a higher one may only be read.
  package let version: Int64
  /// The SQL that makes the tables in this version.
  package let tables: String
  /// Whether a commit survives a power cut (`synchronous=FULL`), or only the end of the process.
  package let isDurable: Bool
  /// Whether deleted bytes are overwritten in the file (`secure_delete`).
  package let erasesDeleted: Bool
  /// Brings the tables of an older version up to date, inside a transaction.
  package let upgrade: @Sendable (_ database: Database, _ version: Int64) throws -> Void
  /// Copies what can still be read, inside a transaction of `new`.
  package let salvage: @Sendable (_ old: Database, _ new: Database) throws -> Salvage

  /// Describes a layout.
  package init(
    applicationID: Int32, version: Int64, tables: String, isDurable: Bool = false,
    erasesDeleted: Bool = false,
    upgrade: @escaping @Sendable (Database, Int64) throws -> Void = { _, _ in },
    salvage: @escaping @Sendable (_ old: Database, _ new: Database) throws -> Salvage
  ) {
    self.applicationID = applicationID
    self.version = version
    self.tables = tables
    self.isDurable = isDurable
    self.erasesDeleted = erasesDeleted
    self.upgrade = upgrade
    self.salvage = salvage
  }
}

/// How much of a damaged database was saved.
package struct Salvage: Hashable, Sendable {
  /// Rows that are in the new file.
  package var saved: Int
  /// Rows that are known to be lost; where pages cannot be read there may be more.
  package var lost: Int

  /// Counts rows.
  package init(saved: Int = 0, lost: Int = 0) {
    self.saved = saved
    self.lost = lost
  }
}
