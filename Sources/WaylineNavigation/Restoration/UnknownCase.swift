import WaylineGraph

/// The case of an enum, at any depth of a saved route, that is not there any more under its name.
struct UnknownCase {
  /// The enum.
  let type: any Any.Type
  /// The name that was saved.
  let name: String

  private let json: SavedJSON
  private let path: ArraySlice<any CodingKey>

  /// What made the reading of a route fail; nil when it was something else than the name of a case.
  ///
  /// An enum that is read tells its own type and where it stands. One with raw values does not, and
  /// is known only when it is the route itself.
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
    return RouteText.json(encoding: json.replacing(path, with: value))
  }

  /// Why the route cannot be read, as the end of a sentence.
  var explanation: String {
    let near = nearest(to: name, among: EnumCases.names(of: type))
    return "there is no case '\(name)'" + (near.map { "; the nearest is '\($0)'" } ?? "")
  }
}
