import FoundationEssentials

extension PersistentStore {
  /// Writes the values of a namespace, or of all, as JSON that people can read and edit.
  ///
  /// Each store is exported by itself: secrets are in no file but that of the secret store. A value
  /// that cannot be read is left out, and reported by an event.
  /// - Complexity: O(n) in the values.
  public func exported(namespace: String? = nil) throws -> Data {
    try export(namespace: namespace, areSecrets: nil).data
  }

  /// Writes values as JSON, and counts them.
  ///
  /// - Parameters:
  ///   - areSecrets: true for a file that declares that it holds secrets.
  ///   - progress: called every few hundred values with the number of values done, and of all.
  package func export(
    namespace: String? = nil, areSecrets: Bool?, progress: ExportProgress = { _, _ in }
  ) throws -> (data: Data, count: Int) {
    var values: [ExportedValue] = []
    let keys = try keys(in: namespace)
    for (number, key) in keys.enumerated() {
      if number > 0, number.isMultiple(of: Export.progressStep) { progress(number, keys.count) }
      do {
        if let stored = try readPastLiveValues(key) {
          values.append(ExportedValue(stored, for: key))
        }
      } catch {
        hub.publish(.unreadable(key, error))
      }
    }
    let encoder = ExportedValue.encoder
    encoder.outputFormatting.insert(.prettyPrinted)
    let export = Export(format: Export.current, secrets: areSecrets, values: values)
    return (try encoder.encode(export), values.count)
  }

  /// Writes the values of an exported file, all or none; values of other keys stay.
  ///
  /// - Returns: the number of values written.
  /// - Throws: `DecodingError` for what is no such file, ``StoreError`` for a value that is refused.
  @discardableResult
  public func importValues(from data: Data) throws -> Int {
    try importValues(from: data, progress: { _, _ in })
  }

  /// Writes the values of an exported file, all or none, and reports progress every few hundred values.
  package func importValues(from data: Data, progress: ExportProgress) throws -> Int {
    let export = try JSONDecoder().decode(Export.self, from: data)
    guard export.format <= Export.current else {
      throw StoreError.unsupportedFormat(store: hub.name, detail: "export \(export.format)")
    }
    try transaction {
      for (number, value) in export.values.enumerated() {
        if number > 0, number.isMultiple(of: Export.progressStep) {
          progress(number, export.values.count)
        }
        try setBytes(nil, for: value.key)
        try setBytes(try value.stored(), for: value.key)
      }
    }
    return export.values.count
  }

  /// Deletes the values of a namespace, or all with nil, together.
  ///
  /// - Returns: how many values there were.
  @discardableResult
  public func eraseAll(in namespace: String?) throws -> Int {
    try transaction {
      let keys = try keys(in: namespace)
      for key in keys { try setBytes(nil, for: key) }
      return keys.count
    }
  }

  /// One line per value, for people: key, kind, and the value where it can be read.
  package func dump(namespace: String? = nil) throws -> [String] {
    try keys(in: namespace).map { key in
      do {
        guard let stored = try readPastLiveValues(key) else { return "\(key)" }
        let value = stored.readable.flatMap { try? ExportedValue.encoder.encode($0) }
        let text =
          value.map { String(decoding: $0, as: UTF8.self) } ?? "\(stored.bytes.count) bytes"
        return "\(key)  \(stored.kind)  \(text)"
      } catch {
        return "\(key)  \(error)"
      }
    }
  }
}

/// Receives the number of values that are done, and the number of all.
package typealias ExportProgress = (_ done: Int, _ total: Int) -> Void

/// An exported file.
package struct Export: Codable {
  /// The number of values between two reports of progress.
  package static let progressStep = 256
  static let current = 1
  /// The largest file that is read, in bytes.
  package static let limit = 256 << 20
  var format: Int
  /// True if the values are secrets; otherwise nil.
  var secrets: Bool?
  var values: [ExportedValue]

  /// True if a file declares that it holds secrets.
  ///
  /// - Throws: `DecodingError` for what is no such file.
  package static func holdsSecrets(_ data: Data) throws -> Bool {
    try JSONDecoder().decode(Export.self, from: data).secrets ?? false
  }
}

/// A stored value in an exported file: readable where that loses nothing, else in Base64.
struct ExportedValue: Codable {
  var namespace: String
  var name: String
  var kind: String
  var version: Int
  var value: JSONValue?
  var base64: String?

  init(_ stored: StoredValue, for key: StoreKey) {
    namespace = key.namespace
    name = key.name
    kind = stored.kind.description
    version = stored.version
    value = stored.readable.flatMap { Self.bytes(of: $0, stored.kind) == stored.bytes ? $0 : nil }
    if value == nil { base64 = stored.bytes.base64EncodedString() }
  }

  var key: StoreKey { StoreKey(name, in: namespace) }

  /// The value as it was stored.
  func stored() throws(StoreError) -> StoredValue {
    guard let kind = ValueKind.allCases.first(where: { $0.description == kind }) else {
      throw .cannotDecode(key, type: self.kind, reason: "there is no such kind")
    }
    let bytes = base64.map { Data(base64Encoded: $0) } ?? value.flatMap { Self.bytes(of: $0, kind) }
    guard let bytes else {
      throw .cannotDecode(key, type: self.kind, reason: "the value does not fit its kind")
    }
    return StoredValue(bytes, kind: kind, version: version)
  }

  private static func bytes(of value: JSONValue, _ kind: ValueKind) -> Data? {
    switch (kind, value) {
    case (.bool, .bool(let value)): bytes(value)
    case (.int, .integer(let value)): bytes(value)
    case (.double, .integer(let value)): bytes(Double(value))
    case (.double, .number(let value)): bytes(value)
    case (.string, .text(let value)), (.url, .text(let value)): bytes(value)
    case (.json, let value): try? encoder.encode(value)
    default: nil
    }
  }

  private static func bytes<Value: Codable>(_ value: Value) -> Data? {
    (try? StoredValue(encoding: value))?.bytes
  }

  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension StoredValue {
  /// The value as JSON for people to read; nil if it has no such form.
  var readable: JSONValue? {
    switch kind {
    case .bool: (try? decoded(as: Bool.self)).map { .bool($0) }
    case .int: (try? decoded(as: Int64.self)).map { .integer($0) }
    case .double: (try? decoded(as: Double.self)).flatMap(JSONValue.init(readable:))
    case .string, .url: String(validating: bytes, as: UTF8.self).map { .text($0) }
    case .json: try? JSONDecoder().decode(JSONValue.self, from: bytes)
    case .data, .date: nil
    }
  }
}

extension JSONValue {
  /// A number, unless JSON has no text that comes back as the same one.
  fileprivate init?(readable number: Double) {
    guard number.isFinite, number != 0 || number.sign == .plus else { return nil }
    self = .number(number)
  }
}

/// Any JSON value, unchanged.
///
/// Navigation has a type of its own, because neither room imports the other, and because an export has
/// to distinguish integers from other numbers.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
