/// A stored field of a type, as the runtime's metadata describes it.
package struct Field {
  /// The name in the source, for messages.
  package let name: String
  /// Bytes from the start of the value (for a class: of the object).
  package let offset: Int
  /// The declared type.
  package let type: any Any.Type
  /// Whether the bytes are a value of the type; a weak or unowned reference is stored otherwise.
  package let isStrong: Bool

  /// The stored fields of a type in declaration order; inherited ones first for a class.
  ///
  /// An enum has none: the metadata does not show what lies in a payload.
  /// - Complexity: O(fields) with a metadata look-up each; callers keep what they learn by type.
  package static func all(of type: any Any.Type) -> [Field] {
    guard hasFields(type) else { return [] }
    return (0..<fieldCount(of: type)).map { index in
      var record = FieldRecord()
      let fieldType = fieldType(of: type, at: index, &record)
      defer { record.free?(record.name) }
      return Field(
        name: record.name.map { String(cString: $0) } ?? "",
        offset: fieldOffset(of: type, at: index),
        type: fieldType, isStrong: record.isStrong)
    }
  }

  /// Whether the walk may be asked: of an existential or a function it reads past the metadata.
  private static func hasFields(_ type: any Any.Type) -> Bool {
    [.structure, .tuple, .object].contains(MetadataKind(of: type))
  }
}

/// What the runtime fills in for a field; its layout is the standard library's.
private struct FieldRecord {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

// The runtime functions behind `Mirror`. `_forEachField` would do, but it does not tell weak fields
// from strong ones, and comparing a weak one as a strong one reads freed memory.
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(of type: any Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(of type: any Any.Type, at index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  of type: any Any.Type, at index: Int, _ record: UnsafeMutablePointer<FieldRecord>
) -> any Any.Type
