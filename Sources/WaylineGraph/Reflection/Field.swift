@_spi(Reflection) import Swift

/// A stored field of a type, as the runtime's metadata describes it.
package struct Field {
  /// The name in the source, for messages.
  package let name: String
  /// Bytes from the start of the value (for a class: of the object).
  package let offset: Int
  /// The declared type.
  package let type: any Any.Type

  /// The stored fields of a type in declaration order; inherited ones first for a class.
  ///
  /// An enum has none: the metadata does not show what lies in a payload.
  /// - Complexity: O(fields) with a metadata look-up each; callers keep what they learn by type.
  package static func all(of type: any Any.Type) -> [Field] {
    guard hasFields(type) else { return [] }
    var fields: [Field] = []
    // NB: 1 is `.classType`, which is declared as a variable and so cannot be read here.
    let options = _EachFieldOptions(rawValue: type is AnyClass ? 1 : 0)
    _ = _forEachField(of: type, options: options) { name, offset, type, _ in
      fields.append(Field(name: String(cString: name), offset: offset, type: type))
      return true
    }
    return fields
  }

  /// Whether the walk may be asked: of an existential or a function it reads past the metadata.
  private static func hasFields(_ type: any Any.Type) -> Bool {
    // NB: 0x200 is a struct, 0x301 a tuple (swift/ABI/MetadataKind.def).
    let kind = unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self)
    return kind == 0x200 || kind == 0x301 || type is AnyClass
  }
}
