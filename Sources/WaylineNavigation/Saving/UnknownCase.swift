import FoundationEssentials
import WaylineGraph

/// A case of an enum, at any depth of a saved route, whose name no longer exists.
struct UnknownCase {
  /// The enum.
  let type: any Any.Type
  /// The name that was saved.
  let name: String

  private let json: JSONValue
  private let path: ArraySlice<any CodingKey>

  /// Finds the case that made the reading of a route fail; nil when the reason is another.
  ///
  /// The error of an enum contains its type and its path. That of an enum with raw values does not:
  /// it is found only when it is the route itself.
  init?(_ error: any Error, reading root: any Any.Type, from text: String) {
    guard let json = JSONValue(text) else { return nil }
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
    let value: JSONValue =
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

extension JSONValue {
  /// Reads JSON; nil for anything else.
  fileprivate init?(_ json: String) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(json.utf8)) else {
      return nil
    }
    self = value
  }

  /// The value at the end of a path; nil when the path leads nowhere.
  fileprivate subscript(path: ArraySlice<any CodingKey>) -> JSONValue? {
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
  fileprivate func replacing(_ path: ArraySlice<any CodingKey>, with value: JSONValue) -> JSONValue
  {
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
