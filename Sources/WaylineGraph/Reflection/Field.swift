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
    var fields: [Field] = []
    // NB: 1 is `.classType`, which is declared as a variable and so cannot be read here.
    let options = _EachFieldOptions(rawValue: type is AnyClass ? 1 : 0)
    _ = _forEachField(of: type, options: options) { name, offset, type, _ in
      fields.append(Field(name: String(cString: name), offset: offset, type: type))
      return true
    }
    return fields
  }
}
