import FoundationEssentials

/// Routes as text, and back.
enum RouteText {
  /// A value as one line of JSON; nil when it is not `Codable`.
  static func json(encoding value: some Any) -> String? {
    guard let value = value as? any Encodable else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a value of the type, through the aliases of its cases.
  static func value<Value: Decodable>(_ type: Value.Type, from json: String) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(json.utf8))
    } catch {
      guard let renamed = renamed(json, for: type) else { throw error }
      return try JSONDecoder().decode(type, from: Data(renamed.utf8))
    }
  }

  /// The version of a route type; 0 for one that has none.
  static func version(of type: Any.Type) -> Int {
    (type as? any VersionedValue.Type)?.version ?? 0
  }

  /// The same JSON with the name of the case replaced by what it is an alias of.
  private static func renamed(_ json: String, for type: Any.Type) -> String? {
    guard let name = caseName(in: json) else { return nil }
    let start = json.hasPrefix("{") ? 2 : 1
    let present = LinkNames.of(type).caseName(for: name)
    return present == name
      ? nil : json.prefix(start) + present + json.dropFirst(start + name.count)
  }

  /// The name of the case with which the JSON of an enum begins.
  static func caseName(in json: String) -> String? {
    let start = json.hasPrefix("{\"") ? 2 : json.hasPrefix("\"") ? 1 : 0
    return start > 0 ? String(json.dropFirst(start).prefix { $0 != "\"" }) : nil
  }
}
