import FoundationEssentials

extension PersistentStore {
  /// Writes the values of a namespace, or of all, as JSON that people can read and edit.
  ///
  /// Each store is exported by itself: secrets are in no file but that of the secret store. A value
  /// that cannot be read is left out, and told by an event.
  /// - Complexity: O(n) in the values.
  public func exported(namespace: String? = nil) throws -> Data {
    try export(namespace: namespace, areSecrets: nil).data
  }

  /// Writes values as JSON, and counts them.
  ///
  /// - Parameter areSecrets: true for a file that says of itself that it holds secrets.
  package func export(
    namespace: String? = nil, areSecrets: Bool?
  ) throws -> (data: Data, count: Int) {
    var values: [ExportedValue] = []
    for key in try keys(in: namespace) {
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

  /// Takes over the values of an exported file, all or none; values of other keys stay.
  ///
  /// - Returns: how many values were taken over.
  /// - Throws: `DecodingError` for what is no such file, ``StoreError`` for a value that is refused.
  @discardableResult
  public func importValues(from data: Data) throws -> Int {
    let export = try JSONDecoder().decode(Export.self, from: data)
    guard export.format <= Export.current else {
      throw StoreError.unsupportedFormat(store: hub.name, detail: "export \(export.format)")
    }
    try transaction {
      for value in export.values {
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

/// An exported file.
package struct Export: Codable {
  static let current = 1
  var format: Int
  /// Whether the values are secrets; nothing says that they are not.
  var secrets: Bool?
  var values: [ExportedValue]

  /// Whether a file says of itself that it holds secrets.
  ///
  /// - Throws: `DecodingError` for what is no such file.
  package static func holdsSecrets(_ data: Data) throws -> Bool {
    try JSONDecoder().decode(Export.self, from: data).secrets ?? false
  }
}
