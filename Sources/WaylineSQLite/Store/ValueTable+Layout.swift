import FoundationEssentials
import WaylineStorage

extension DatabaseLayout {
  /// The layout of the state file: settings, saved values, scenes.
  package static let state = state(isDurable: false)

  /// The layout of the state file; durable commits survive a power cut.
  package static func state(isDurable: Bool) -> DatabaseLayout {
    DatabaseLayout(
      // "WayS" in ASCII.
      applicationID: 0x5761_7953, version: 1, tables: ValueTable.schema, isDurable: isDurable,
      salvage: { try ValueTable.salvage(from: ValueTable($0), into: ValueTable($1)) })
  }
}

extension ValueTable {
  /// Copies the rows whose checksum fits, from the beginning and from the end of a damaged table.
  package static func salvage(from old: ValueTable, into new: ValueTable) throws -> Salvage {
    var rows: [StoreKey: StoredValue] = [:]
    var damaged: Set<StoreKey> = []
    var isWhole = false
    for order in [forwards, backwards] where !isWhole {
      isWhole = old.read(order, into: &rows, damaged: &damaged)
    }
    for (key, value) in rows { try new.set(value, for: key) }
    return Salvage(saved: rows.count, lost: max(damaged.count, isWhole ? 0 : 1))
  }

  private static let forwards: StaticString = """
    SELECT namespace, name, kind, version, bytes, checksum FROM value
    ORDER BY namespace, name
    """
  private static let backwards: StaticString = """
    SELECT namespace, name, kind, version, bytes, checksum FROM value
    ORDER BY namespace DESC, name DESC
    """

  /// Reads rows until the end, or until a page cannot be read; true if the end was reached.
  private func read(
    _ order: StaticString, into rows: inout [StoreKey: StoredValue], damaged: inout Set<StoreKey>
  ) -> Bool {
    do {
      let statement = try database.statement(order)
      defer { statement.reset() }
      while try statement.step() {
        let key = StoreKey(statement.text(1), in: statement.text(0))
        if let value = statement.intactValue(for: key) {
          rows[key] = value
        } else {
          damaged.insert(key)
        }
      }
      return true
    } catch {
      return false
    }
  }
}

extension Statement {
  /// The value in columns 2 to 5, if its checksum fits.
  fileprivate func intactValue(for key: StoreKey) -> StoredValue? {
    guard let kind = UInt8(exactly: integer(2)).flatMap(ValueKind.init(rawValue:)) else {
      return nil
    }
    let value = StoredValue(bytes(4), kind: kind, version: Int(integer(3)))
    return Checksum.of(value, key) == integer(5) ? value : nil
  }
}
