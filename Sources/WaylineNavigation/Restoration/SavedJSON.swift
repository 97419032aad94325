import FoundationEssentials

/// A saved route as it is written, whatever its type is, so that single names in it can be changed.
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

  /// What stands at the end of a path; nil where it leads nowhere.
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

  /// The same with another value at the end of a path.
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
