/// Reads saved routes by the names of their types.
struct RouteReader {
  let types: RouteTypes

  /// A route that was read, and whether it had to be rewritten.
  struct Reading {
    let route: Route
    let isMigrated: Bool
  }

  /// Reads one saved route, trying every type that has its name.
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

  /// Why a route could not be read.
  struct Refusal: Error {
    let reason: RestorationReport.Reason
  }

  private func read<Value: Hashable & Sendable & Decodable>(
    _ entry: SavedNavigation.Entry, as type: Value.Type
  ) throws(Refusal) -> Reading {
    let present = RouteText.version(of: type)
    guard entry.version <= present else {
      throw Refusal(reason: .newerVersion(entry.version))
    }
    let json = try migrated(entry, to: present, as: type)
    do {
      let (value, text) = try RouteText.value(type, from: json)
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
