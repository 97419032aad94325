import FoundationEssentials

/// Reads the saved routes of one stack in order; neighbours of one type are decoded at once.
///
/// What comes of it is exactly what reading them one by one gives: a row that cannot be decoded as a
/// whole is read again route by route.
struct RouteQueue {
  private let reader: RouteReader
  private let entries: [SavedNavigation.Entry]
  private var position = 0
  /// The routes that have been decoded and not been asked for.
  private var ready: ArraySlice<Route> = []
  /// Before this position every route is read by itself.
  private var singlesEnd = 0

  /// A queue of the screens of one stack.
  init(_ entries: [SavedNavigation.Entry], reader: RouteReader) {
    (self.entries, self.reader) = (entries, reader)
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
  /// Reads routes of one type and version; empty when one of them is not written as it is today.
  fileprivate func readRow(_ row: ArraySlice<SavedNavigation.Entry>) -> [Route] {
    guard let first = row.first, row.allSatisfy({ $0.json.isOneObject }) else { return [] }
    let types = types.types(named: first.typeName)
    guard types.count == 1, first.version == RouteText.version(of: types[0]),
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
  /// Whether the text is one pair of braces with what stands between them, so that the text of an
  /// array can be put together of such texts without any of them reaching into another.
  fileprivate var isOneObject: Bool {
    var text = self
    return text.withUTF8 { Self.isOneObject($0) }
  }

  private static func isOneObject(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "{") else { return false }
    var (depth, isQuoted, isEscaped, isOver) = (0, false, false, false)
    for byte in bytes {
      if isOver { return false }
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
      isOver = depth <= 0
    }
    return isOver && depth == 0
  }
}
