import FoundationEssentials
import WaylineGraph

extension PersistentStore {
  /// Writes the values of a namespace, or of all, as JSON that people can read and edit.
  ///
  /// Each store is exported by itself: secrets are in no file but that of the secret store. The values
  /// are those of one point in time, whatever is written meanwhile. A value whose bytes cannot be read is
  /// left out, and reported by an event.
  /// - Throws: ``StoreError`` if the store cannot be read.
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
    let rows = try rows(in: namespace)
    for (number, row) in rows.enumerated() {
      if number > 0, number.isMultiple(of: Export.progressStep) { progress(number, rows.count) }
      switch row.value {
      case .success(let stored): values.append(ExportedValue(stored, for: row.key))
      case .failure(let error): hub.publish(.unreadable(row.key, error))
      }
    }
    let encoder = ExportedValue.encoder
    encoder.outputFormatting.insert(.prettyPrinted)
    let export = Export(format: Export.current, secrets: areSecrets, values: values)
    return (try encoder.encode(export), values.count)
  }

  /// The values of a namespace, or of all, as they are at one point in time, or the error of their bytes.
  private func rows(
    in namespace: String?
  ) throws(StoreError) -> [(key: StoreKey, value: Result<StoredValue, StoreError>)] {
    var rows: [(key: StoreKey, value: Result<StoredValue, StoreError>)] = []
    func read(
      _ keys: [StoreKey], _ value: (StoreKey) throws(StoreError) -> StoredValue?
    ) throws(StoreError) {
      rows = []
      for key in keys {
        do throws(StoreError) {
          guard let stored = try value(key) else { continue }
          rows.append((key, stored.error(at: key).map { .failure($0) } ?? .success(stored)))
        } catch {
          // An export without a value that is whole, and could not be read now, would be no backup.
          guard error.isOfValue else { throw error }
          rows.append((key, .failure(error)))
        }
      }
    }
    if let openTransaction = hub.openTransaction {
      try read(openTransaction.keys(in: namespace), openTransaction.value)
    } else {
      try withReadTransaction { transaction throws(StoreError) in
        try read(transaction.keys(in: namespace), transaction.value)
      }
    }
    return rows
  }

  /// Writes the values of an exported file, all or none; values of other keys stay.
  ///
  /// A value that cannot be read is moved to the quarantine before it is replaced.
  /// Values of an older version are carried over by the registered migrations.
  /// - Returns: the number of values written.
  /// - Throws: `DecodingError` for what is no such file; ``StoreError`` for a newer format, a value
  ///   that cannot be read, and a refused write.
  @discardableResult
  public func importValues(from data: Data) throws -> Int {
    try importValues(of: Export(data)) { _, _ in }
  }

  /// Writes the values of a decoded file, all or none, and reports progress every few hundred values.
  package func importValues(of export: Export, progress: ExportProgress) throws -> Int {
    do {
      try transaction {
        for (number, value) in export.values.enumerated() {
          if number > 0, number.isMultiple(of: Export.progressStep) {
            progress(number, export.values.count)
          }
          let stored = try value.stored()
          let isReplacing = try holdsUnreadable(value.key)
          if !isReplacing { try setBytes(nil, for: value.key) }
          try hub.write(
            Change(key: value.key, value: stored, isReplacing: isReplacing), in: self)
        }
      }
    } catch StoreError.migrationFailed(let key, let from, let reason) {
      throw StoreError.cannotImport(
        key, reason: "it could not be migrated from version \(from) (\(reason))")
    }
    return export.values.count
  }

  /// True if something is stored under a key that this program cannot read.
  func holdsUnreadable(_ key: StoreKey) throws(StoreError) -> Bool {
    do throws(StoreError) {
      guard let stored = try bytes(for: key) else { return false }
      return stored.error(at: key) != nil || stored.version > hub.version(of: key)
    } catch {
      guard error.isOfValue else { throw error }
      return true
    }
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
      do throws(StoreError) {
        guard let stored = try readPastLiveValues(key) else { return "\(key)" }
        let value = stored.readable.flatMap { try? ExportedValue.encoder.encode($0) }
        let text =
          value.map { String(decoding: $0, as: UTF8.self) } ?? "\(stored.bytes.count) bytes"
        return "\(key)  \(stored.kind)  \(text)"
      } catch {
        if case .busy = error { throw error }
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

  /// True if the file declares that it holds secrets.
  package var holdsSecrets: Bool { secrets ?? false }
}

extension Export {
  /// Decodes an exported file.
  ///
  /// - Throws: `DecodingError` for what is no such file, ``StoreError/newerExport(found:known:)``.
  package init(_ data: Data) throws {
    self = try JSONDecoder().decode(Export.self, from: data)
  }

  /// Decodes an exported file, whose format is looked at first: a newer one may have other fields.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    format = try container.decode(Int.self, forKey: .format)
    guard format <= Export.current else {
      throw StoreError.newerExport(found: format, known: Export.current)
    }
    guard format > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .format, in: container, debugDescription: "The first format is 1.")
    }
    secrets = try container.decodeIfPresent(Bool.self, forKey: .secrets)
    values = try container.decode([ExportedValue].self, forKey: .values)
  }
}

extension Export: Sendable {}

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
    value = stored.readable.flatMap { readable in
      // A null would be read as no value.
      guard readable != .null else { return nil }
      return Self.bytes(of: readable, stored.kind) == stored.bytes ? readable : nil
    }
    if value == nil { base64 = stored.bytes.base64EncodedString() }
  }

  var key: StoreKey { StoreKey(name, in: namespace) }

  /// The value as it was stored; throws if no program could read it.
  func stored() throws(StoreError) -> StoredValue {
    guard let kind = ValueKind.allCases.first(where: { $0.description == kind }) else {
      throw .cannotImport(key, reason: "there is no kind '\(kind)'")
    }
    let bytes = base64.map { Data(base64Encoded: $0) } ?? value.flatMap { Self.bytes(of: $0, kind) }
    guard let bytes else {
      throw .cannotImport(key, reason: "the value is not of kind \(kind)")
    }
    let stored = StoredValue(bytes, kind: kind, version: version)
    if key.namespace != StoreKey.quarantine, let problem = stored.problem {
      throw .cannotImport(key, reason: "the value is not of kind \(kind) (\(problem))")
    }
    return stored
  }

  private static func bytes(of value: JSONValue, _ kind: ValueKind) -> Data? {
    switch (kind, value) {
    case (.bool, .bool(let value)): bytes(value)
    case (.int, .integer(let value)): bytes(value)
    case (.double, .integer(let value)): bytes(Double(value))
    case (.double, .natural(let value)): bytes(Double(value))
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
  /// The error that bytes of this kind cannot be read under a key; nil if they can.
  ///
  /// The quarantine is the place of such bytes, so they are not errors there.
  package func error(at key: StoreKey) -> StoreError? {
    guard key.namespace != StoreKey.quarantine, let problem else { return nil }
    return .cannotDecode(key, type: "\(kind)", reason: problem)
  }

  /// The reason why no type could read the value, in a few words; nil if one can.
  ///
  /// - Complexity: O(n) in the bytes.
  var problem: String? {
    if version < 1 { return "version \(version); the first one is 1" }
    do {
      try checkBytes()
      return nil
    } catch {
      return reason(of: error)
    }
  }

  private func checkBytes() throws {
    switch kind {
    case .bool: _ = try Codec<Bool>.natural().decode(bytes)
    case .int: _ = try Codec<Int64>.natural().decode(bytes)
    case .double: _ = try Codec<Double>.natural().decode(bytes)
    case .string: _ = try Codec<String>.natural().decode(bytes)
    case .date: _ = try Codec<Date>.natural().decode(bytes)
    case .url: _ = try Codec<URL>.natural().decode(bytes)
    case .json: _ = try JSONDecoder().decode(JSONValue.self, from: bytes)
    case .data: break
    }
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
