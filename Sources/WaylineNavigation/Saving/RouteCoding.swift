import FoundationEssentials

/// Writes routes as JSON, and reads one back through the aliases of its cases.
enum RouteCoding {
  /// A value as one line of JSON; nil when it is not `Codable`.
  static func json(encoding value: some Any) -> String? {
    guard let value = value as? any Encodable else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a value of the type, through the aliases of its cases.
  /// - Returns: The value, and the text with the present names of its cases.
  static func value<Value: Decodable>(
    _ type: Value.Type, from json: String
  ) throws -> (value: Value, json: String) {
    var text = json
    for _ in 0..<renamingLimit {
      do {
        return (try JSONDecoder().decode(type, from: Data(text.utf8)), text)
      } catch {
        guard let next = UnknownCase(error, reading: type, from: text)?.renamed else { throw error }
        text = next
      }
    }
    return (try JSONDecoder().decode(type, from: Data(text.utf8)), text)
  }

  /// More renamed cases than this in one route are a circle of aliases.
  private static let renamingLimit = 32

  /// The version of a route type; 0 for one that has none.
  static func version(of type: Any.Type) -> Int {
    (type as? any VersionedValue.Type)?.version ?? 0
  }
}

/// Reads saved routes by the names of their types.
struct RouteReader {
  let types: RouteTypes

  /// A route that was read, and whether it had to be rewritten.
  struct Reading {
    let route: Route
    let isMigrated: Bool
  }

  /// The reason why a route could not be read.
  struct Refusal: Error {
    let reason: RestorationReport.Reason
  }

  /// Reads one saved route, trying every type with its name.
  func read(_ entry: SavedNavigation.Entry) throws(Refusal) -> Reading {
    var refusal: RestorationReport.Reason?
    for type in types.types(named: entry.typeName) {
      guard let type = type as? any (Hashable & Sendable & Decodable).Type else { continue }
      do throws(Refusal) {
        return try read(entry, as: type)
      } catch {
        refusal = error.reason
      }
    }
    throw Refusal(reason: refusal ?? unknown(entry.typeName))
  }

  private func unknown(_ typeName: String) -> RestorationReport.Reason {
    .unknownType(nearest: nearest(to: typeName, among: types.all.map(RouteTypes.name)))
  }

  private func read<Value: Hashable & Sendable & Decodable>(
    _ entry: SavedNavigation.Entry, as type: Value.Type
  ) throws(Refusal) -> Reading {
    let present = RouteCoding.version(of: type)
    guard entry.version <= present else {
      throw Refusal(reason: .newerVersion(entry.version))
    }
    let json = try migrated(entry, to: present, as: type)
    do {
      let (value, text) = try RouteCoding.value(type, from: json)
      let isMigrated = text != entry.json
      return Reading(
        route: isMigrated ? Route(value) : Route(value, json: text), isMigrated: isMigrated)
    } catch {
      let why = UnknownCase(error, reading: type, from: json)?.explanation ?? Self.explain(error)
      throw Refusal(reason: .undecodable(why: why))
    }
  }

  private func migrated(
    _ entry: SavedNavigation.Entry, to version: Int, as type: Any.Type
  ) throws(Refusal) -> String {
    guard entry.version < version, let type = type as? any VersionedValue.Type else {
      return entry.json
    }
    guard let json = type.migrate(entry.json, from: entry.version) else {
      throw Refusal(reason: .noMigration(from: entry.version))
    }
    return json
  }

  private static func explain(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "'\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.debugDescription
    default: String(describing: error)
    }
  }
}

/// Reads the saved routes of one stack in order; neighbours of one type are decoded together.
///
/// The result is exactly that of reading them one by one: a row that cannot be decoded as a whole is
/// read again route by route.
struct RouteQueue {
  private let reader: RouteReader
  private let entries: ArraySlice<SavedNavigation.Entry>
  private var position: Int
  /// The routes that have been decoded and not yet returned.
  private var ready: ArraySlice<Route> = []
  /// Before this position every route is read alone.
  private var singlesEnd = 0

  /// Creates a queue of screens of one stack.
  init(_ entries: ArraySlice<SavedNavigation.Entry>, reader: RouteReader) {
    (self.entries, self.reader, position) = (entries, reader, entries.startIndex)
  }

  /// Reads the next route.
  mutating func next() throws(RouteReader.Refusal) -> RouteReader.Reading {
    if ready.isEmpty, position >= singlesEnd { decodeRow() }
    defer { position += 1 }
    if let route = ready.popFirst() { return RouteReader.Reading(route: route, isMigrated: false) }
    return try reader.read(entries[position])
  }

  private mutating func decodeRow() {
    let first = entries[position]
    let row = entries[position...].prefix {
      $0.typeName == first.typeName && $0.version == first.version
    }
    if row.count > 1 { ready = reader.readRow(row)[...] }
    singlesEnd = row.endIndex
  }
}

extension RouteReader {
  /// Reads routes of one type and version; empty when one of them has another form than today's.
  fileprivate func readRow(_ row: ArraySlice<SavedNavigation.Entry>) -> [Route] {
    guard let first = row.first, row.allSatisfy({ $0.json.isOneObject }) else { return [] }
    let types = types.types(named: first.typeName)
    guard types.count == 1, first.version == RouteCoding.version(of: types[0]),
      let type = types[0] as? any (Hashable & Sendable & Decodable).Type
    else { return [] }
    return Self.decode(row, as: type)
  }

  private static func decode<Value: Hashable & Sendable & Decodable>(
    _ row: ArraySlice<SavedNavigation.Entry>, as type: Value.Type
  ) -> [Route] {
    var json = "["
    for entry in row {
      if json.utf8.count > 1 { json += "," }
      json += entry.json
    }
    let values = try? JSONDecoder().decode([Value].self, from: Data((json + "]").utf8))
    guard let values, values.count == row.count else { return [] }
    var routes: [Route] = []
    routes.reserveCapacity(row.count)
    // NB: not zipped, which would look the type of the pairs up for each.
    for (index, entry) in row.enumerated() {
      routes.append(Route(values[index], json: entry.json))
    }
    return routes
  }
}

extension String {
  /// True if the text is a single pair of braces with its contents, so that the text of an array can
  /// be joined from such texts without any of them reaching into another.
  fileprivate var isOneObject: Bool {
    var text = self
    return text.withUTF8 { Self.isOneObject($0) }
  }

  private static func isOneObject(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "{") else { return false }
    var (depth, isQuoted, isEscaped, isClosed) = (0, false, false, false)
    for byte in bytes {
      if isClosed { return false }
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = isQuoted
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "{") where !isQuoted: depth += 1
      case UInt8(ascii: "}") where !isQuoted: depth -= 1
      default: break
      }
      isClosed = depth <= 0
    }
    return isClosed && depth == 0
  }
}
