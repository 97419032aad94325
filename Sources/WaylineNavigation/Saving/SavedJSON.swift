import FoundationEssentials
import WaylineGraph

/// The JSON of a saved route, in which single names can be replaced whatever the route's type.
///
/// The room has its own type because it does not depend on the storage room, which has another.
enum SavedJSON: Equatable {
  case null
  case truth(Bool)
  case whole(Int64)
  case natural(UInt64)
  case number(Double)
  case text(String)
  case list([SavedJSON])
  case object([String: SavedJSON])

  /// Reads JSON; nil for anything else.
  init?(_ json: String) {
    guard let value = try? JSONDecoder().decode(SavedJSON.self, from: Data(json.utf8)) else {
      return nil
    }
    self = value
  }

  /// The value at the end of a path; nil when the path leads nowhere.
  subscript(path: ArraySlice<any CodingKey>) -> SavedJSON? {
    guard let key = path.first else { return self }
    switch self {
    case .object(let members): return members[key.stringValue]?[path.dropFirst()]
    case .list(let elements):
      guard let index = key.intValue, elements.indices.contains(index) else { return nil }
      return elements[index][path.dropFirst()]
    default: return nil
    }
  }

  /// Returns the JSON with another value at the end of a path.
  func replacing(_ path: ArraySlice<any CodingKey>, with value: SavedJSON) -> SavedJSON {
    guard let key = path.first else { return value }
    switch self {
    case .object(var members):
      members[key.stringValue] = members[key.stringValue]?.replacing(path.dropFirst(), with: value)
      return .object(members)
    case .list(var elements):
      guard let index = key.intValue, elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(path.dropFirst(), with: value)
      return .list(elements)
    default: return self
    }
  }
}

extension SavedJSON: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .truth(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .whole(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .natural(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([SavedJSON].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: SavedJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .truth(let value): try container.encode(value)
    case .whole(let value): try container.encode(value)
    case .natural(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

/// A case of an enum, at any depth of a saved route, whose name no longer exists.
struct UnknownCase {
  /// The enum.
  let type: any Any.Type
  /// The name that was saved.
  let name: String

  private let json: SavedJSON
  private let path: ArraySlice<any CodingKey>

  /// Finds the case that made the reading of a route fail; nil when the reason is another.
  ///
  /// The error of an enum contains its type and its path. That of an enum with raw values does not:
  /// it is found only when it is the route itself.
  init?(_ error: any Error, reading root: any Any.Type, from text: String) {
    guard let json = SavedJSON(text) else { return nil }
    let names: [String]
    if case .typeMismatch(let type, let context)? = error as? DecodingError,
      case .object(let members)? = json[context.codingPath[...]], members.count == 1
    {
      (self.type, path) = (type, context.codingPath[...])
      names = Array(members.keys)
    } else if case .text(let name) = json {
      (type, path, names) = (root, [], [name])
    } else {
      return nil
    }
    let known = EnumCases.names(of: type)
    guard let name = names.first, !known.isEmpty, !known.contains(name) else { return nil }
    (self.name, self.json) = (name, json)
  }

  /// The route with the present name of the case; nil when the old one is no alias.
  var renamed: String? {
    let present = LinkNames.of(type).caseName(for: name)
    guard present != name else { return nil }
    let value: SavedJSON =
      if case .object(let members)? = json[path] {
        .object([present: members[name] ?? .null])
      } else {
        .text(present)
      }
    return RouteCoding.json(encoding: json.replacing(path, with: value))
  }

  /// The reason why the route cannot be read, as the end of a sentence.
  var explanation: String {
    let near = nearest(to: name, among: EnumCases.names(of: type))
    return "there is no case '\(name)'" + (near.map { "; the nearest is '\($0)'" } ?? "")
  }
}
