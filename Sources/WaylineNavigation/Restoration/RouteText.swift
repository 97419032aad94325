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
  /// - Returns: The value, and the text that it was read from in the end.
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
