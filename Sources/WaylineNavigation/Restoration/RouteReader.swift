import WaylineGraph

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
    let candidates = types.types(named: entry.typeName)
    var refusal = RestorationReport.Reason.unknownType(
      nearest: nearest(to: entry.typeName, among: types.all.map(RouteTypes.name)))
    for type in candidates {
      guard let type = type as? any (Hashable & Sendable & Decodable).Type else { continue }
      do throws(Refusal) {
        return try read(entry, as: type)
      } catch {
        refusal = error.reason
      }
    }
    throw Refusal(reason: refusal)
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
      let route = Route(try RouteText.value(type, from: json))
      return Reading(route: route, isMigrated: route.json != entry.json)
    } catch {
      let why = Self.unknownCase(in: json, of: type) ?? Self.explain(error)
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

  /// Names the case that an enum does not have any more; nil when that is not the reason.
  private static func unknownCase(in json: String, of type: Any.Type) -> String? {
    let known = EnumCases.names(of: type)
    guard !known.isEmpty, let name = RouteText.caseName(in: json), !known.contains(name) else {
      return nil
    }
    let near = nearest(to: name, among: known).map { "; the nearest is '\($0)'" } ?? ""
    return "there is no case '\(name)'" + near
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
