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
      case let object as Float: try StoredValue(encoding: object)
      case let object as any FixedWidthInteger:
        try Self.number(object)
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

  /// A whole number of any size; nil if it is too large.
  private static func number(_ number: any FixedWidthInteger) throws(StoreError) -> StoredValue? {
    guard let number = Int64(exactly: number) else { return nil }
    return try StoredValue(encoding: number)
  }

  /// The value as Foundation's readers of another kind see it; nil where it is no value of that kind.
  ///
  /// A number is cut off to a whole one. `integer(forKey:)` reads any text; here it has to be a number.
  func converted(to kind: ValueKind) -> StoredValue? {
    guard version == 1 else { return nil }
    return switch self.kind {
    case .bool: (try? decoded(as: Bool.self)).flatMap { Self.of($0 ? 1 : 0, as: kind) }
    case .int: (try? decoded(as: Int.self)).flatMap { Self.of($0, as: kind) }
    case .double: (try? decoded(as: Double.self)).flatMap { Self.of($0, as: kind) }
    case .string: (try? decoded(as: String.self)).flatMap { Self.of($0, as: kind) }
    case .data, .date, .url, .json: nil
    }
  }

  private static func of(_ number: Int, as kind: ValueKind) -> StoredValue? {
    switch kind {
    case .bool: try? StoredValue(encoding: number != 0)
    case .int: try? StoredValue(encoding: number)
    case .double: try? StoredValue(encoding: Double(number))
    case .string: try? StoredValue(encoding: "\(number)")
    case .data, .date, .url, .json: nil
    }
  }

  private static func of(_ number: Double, as kind: ValueKind) -> StoredValue? {
    switch kind {
    case .bool: try? StoredValue(encoding: number != 0)
    case .int: Int(exactly: number.rounded(.towardZero)).flatMap { of($0, as: kind) }
    case .double: try? StoredValue(encoding: number)
    case .string: try? StoredValue(encoding: "\(number)")
    case .data, .date, .url, .json: nil
    }
  }

  private static func of(_ text: String, as kind: ValueKind) -> StoredValue? {
    let word = text.trimmingCharacters(in: .whitespaces)
    if kind == .url {
      let url = URL(string: word).flatMap { $0.scheme == nil ? nil : $0 }
      let path = NSString(string: text).expandingTildeInPath
      return try? StoredValue(encoding: url ?? URL(fileURLWithPath: path))
    }
    if kind == .bool, let answer = answers[word.lowercased()] { return of(answer, as: kind) }
    if let number = Int(word) { return of(number, as: kind) }
    return Double(word).flatMap { $0.isFinite ? of($0, as: kind) : nil }
  }

  /// The words that `bool(forKey:)` reads, in full.
  private static let answers = [
    "yes": 1, "y": 1, "true": 1, "t": 1, "no": 0, "n": 0, "false": 0, "f": 0,
  ]

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
