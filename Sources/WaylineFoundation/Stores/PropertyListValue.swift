import Foundation
import WaylineStorage

extension StoredValue {
  /// The names in the dictionary of a value that a property list has no type for.
  private enum Part {
    static let kind = "wayline.kind"
    static let version = "wayline.version"
    static let bytes = "wayline.bytes"
  }

  /// The value that an object of a property list represents.
  init(propertyList object: Any, key: StoreKey) throws(StoreError) {
    let scalar: StoredValue? =
      switch object {
      case let object as Bool: try StoredValue(encoding: object)
      case let object as Int: try StoredValue(encoding: object)
      case let object as Double: try StoredValue(encoding: object)
      case let object as String: try StoredValue(encoding: object)
      case let object as Data: try StoredValue(encoding: object)
      case let object as Date: try StoredValue(encoding: object)
      case let object as [String: Any]: StoredValue(parts: object)
      default: nil
      }
    guard let scalar else {
      throw .cannotDecode(key, type: "\(type(of: object))", reason: "no wrapper stored it")
    }
    self = scalar
  }

  /// The object of a property list that represents the value.
  func propertyList(_ key: StoreKey) throws(StoreError) -> Any {
    guard version == 1 else { return parts }
    return switch kind {
    case .bool: try decoded(as: Bool.self, for: key)
    case .int: try decoded(as: Int.self, for: key)
    case .double: try decoded(as: Double.self, for: key)
    case .string: try decoded(as: String.self, for: key)
    case .data: bytes
    case .date: try decoded(as: Date.self, for: key)
    case .url, .json: parts
    }
  }

  private var parts: [String: Any] {
    [Part.kind: kind.description, Part.version: version, Part.bytes: bytes]
  }

  private init?(parts: [String: Any]) {
    guard let name = parts[Part.kind] as? String,
      let kind = ValueKind.allCases.first(where: { $0.description == name }),
      let version = parts[Part.version] as? Int, let bytes = parts[Part.bytes] as? Data
    else { return nil }
    self.init(bytes, kind: kind, version: version)
  }
}

extension StoreKey {
  /// The key whose description is `text`: `namespace/name`, or the name of a setting.
  init(text: String) {
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    let isNamed = parts.count == 2 && StoreKey.isNamespace(parts[0])
    self = isNamed ? StoreKey(parts[1], in: parts[0]) : StoreKey(text)
  }

  private static func isNamespace(_ text: String) -> Bool {
    [persisted, keychain, quarantine].contains(text) || text.hasPrefix("scene:")
  }
}
