/// A stored field of a type, as the runtime's metadata describes it.
package struct Field {
  /// The name in the source, for messages.
  package let name: String
  /// Bytes from the start of the value (for a class: of the object).
  package let offset: Int
  /// The declared type.
  package let type: any Any.Type
  /// True if the bytes are a value of the type; a weak or unowned reference is stored otherwise.
  let isStrong: Bool
  /// True for a `var`.
  let isVariable: Bool

  /// True if a value of the type may be copied.
  var isCopyable: Bool {
    // The table of value functions is in front of the metadata; its flags follow eight functions, the size
    // and the stride (swift/ABI/ValueWitness.def).
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let table = metadata.load(fromByteOffset: -8, as: UnsafeRawPointer.self)
    return table.load(fromByteOffset: 80, as: UInt32.self) & 0x80_0000 == 0
  }

  /// The stored fields of a type in declaration order; inherited ones first for a class.
  ///
  /// An enum has none: the metadata does not describe the fields of a payload.
  /// - Complexity: O(fields) with a metadata look-up each; callers cache the result by type.
  package static func all(of type: any Any.Type) -> [Field] {
    guard hasFields(type) else { return [] }
    return (0..<fieldCount(of: type)).map { index in
      var record = FieldRecord()
      let fieldType = fieldType(of: type, at: index, &record)
      defer { record.free?(record.name) }
      return Field(
        name: record.name.map { String(cString: $0) } ?? "",
        offset: fieldOffset(of: type, at: index),
        type: fieldType, isStrong: record.isStrong, isVariable: record.isVar)
    }
  }

  /// True if the field functions support the type; for others they read past the metadata.
  private static func hasFields(_ type: any Any.Type) -> Bool {
    [.structure, .tuple, .object].contains(MetadataKind(of: type))
  }
}

/// The name of the case of an enum, as `print` uses it.
@_silgen_name("swift_EnumCaseName")
private func caseName<Value>(of value: Value) -> UnsafePointer<CChar>?

/// The record that the runtime fills in for a field, in the standard library's layout.
private struct FieldRecord {
  typealias Free = @convention(c) (UnsafePointer<CChar>?) -> Void

  var name: UnsafePointer<CChar>?
  var free: Free?
  var isStrong = false
  var isVar = false
}

// The runtime functions behind `Mirror`. `_forEachField` would do, but it does not distinguish weak
// fields from strong ones, and comparing a weak one as a strong one reads freed memory.
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(of type: any Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(of type: any Any.Type, at index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  of type: any Any.Type, at index: Int, _ record: UnsafeMutablePointer<FieldRecord>
) -> any Any.Type

@_silgen_name("swift_reflectionMirror_count")
private func childCount<Value>(of value: Value, as type: any Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_subscript")
private func child<Value>(
  of value: Value, as type: any Any.Type, at index: Int,
  _ label: UnsafeMutablePointer<UnsafePointer<CChar>?>,
  _ free: UnsafeMutablePointer<FieldRecord.Free?>
) -> Any

/// The kind of type that a metadata record describes (swift/ABI/MetadataKind.def).
///
/// A look-up of a conformance that a type does not have searches every conformance of the process,
/// so a kind that cannot have it is excluded first.
enum MetadataKind {
  case structure, enumeration, optional, tuple, object, other

  /// The kind of the type that an optional wraps.
  static func ofWrapped(inOptional type: any Any.Type) -> Self {
    // The generic arguments of an enum follow its kind and its descriptor.
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    return Self(ofMetadata: metadata.load(fromByteOffset: 16, as: UnsafeRawPointer.self))
  }

  /// The kind of a type.
  init(of type: any Any.Type) {
    self.init(ofMetadata: unsafeBitCast(type, to: UnsafeRawPointer.self))
  }

  /// True for a type whose values may be of any type that conforms to its protocols, or are such types.
  static func isExistential(_ type: any Any.Type) -> Bool {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    return [0x303, 0x306, 0x307].contains(metadata.load(as: UInt.self))
  }

  private init(ofMetadata metadata: UnsafeRawPointer) {
    let kind = metadata.load(as: UInt.self)
    // NB: for a class the word is 0, or an address, which is beyond every other kind.
    self =
      switch kind {
      case 0x200: .structure
      case 0x201: .enumeration
      case 0x202: .optional
      case 0x301: .tuple
      case 0, 0x800...: .object
      default: .other
      }
  }
}

/// The cases of an enum, read from its type descriptor.
///
/// `CaseIterable` cannot give them for cases with values, and links and nearest-name messages need
/// them all. Layout: the runtime's context and field descriptors (swift/ABI/Metadata.h).
package enum EnumCases {
  /// The name of the case of an enum value, with the zero at its end.
  static func name<Value>(of value: Value) -> UnsafeRawBufferPointer? {
    caseName(of: value).map { name in
      var count = 1
      while name[count - 1] != 0 { count += 1 }
      return UnsafeRawBufferPointer(start: name, count: count)
    }
  }

  /// The name of the case of an enum value, whatever its description is; nil for another value.
  package static func text(of value: Any) -> String? {
    func open<Value>(_ value: Value) -> String? {
      name(of: value).map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }
    return _openExistential(value, do: open)
  }

  /// The value that an enum value carries; nil for a case without one.
  static func payload<Value>(of value: Value) -> Any? {
    guard childCount(of: value, as: Value.self) > 0 else { return nil }
    var (label, free) = (UnsafePointer<CChar>?.none, FieldRecord.Free?.none)
    defer { free?(label) }
    return child(of: value, as: Value.self, at: 0, &label, &free)
  }

  /// The names in descriptor order (cases with values first); empty for anything but an enum.
  ///
  /// - Complexity: O(cases).
  package static func names(of type: any Any.Type) -> [String] {
    records(of: type).compactMap { record in
      relative(record + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }
  }

  /// The types of the values that cases carry, in descriptor order.
  ///
  /// - Complexity: O(cases) with a metadata look-up each; callers cache the result by type.
  package static func payloads(of type: any Any.Type) -> [any Any.Type] {
    let arguments = unsafeBitCast(type, to: UnsafeRawPointer.self) + 16
    return records(of: type).compactMap { record in
      guard let name = relative(record + 4)?.assumingMemoryBound(to: UInt8.self) else { return nil }
      return _getTypeByMangledNameInContext(
        name, length(ofMangled: name), genericContext: descriptor(of: type),
        genericArguments: arguments)
    }
  }

  private static func descriptor(of type: any Any.Type) -> UnsafeRawPointer {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: 8, as: UnsafeRawPointer.self)
  }

  /// The field records of an enum: flags, the payload's mangled type, the name.
  private static func records(of type: any Any.Type) -> [UnsafeRawPointer] {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    // NB: kind 0x201 is an enum; an optional (0x202) has the same layout but is not needed.
    guard metadata.load(as: UInt.self) == 0x201 else { return [] }
    guard let fields = relative(descriptor(of: type) + 16) else { return [] }
    let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).map { fields + 16 + $0 * size }
  }

  /// A mangled name ends with a zero byte, but the pointers inside it may hold zeros too.
  private static func length(ofMangled name: UnsafePointer<UInt8>) -> UInt {
    var length = 0
    while name[length] != 0 {
      switch name[length] {
      case 0x01...0x17: length += 5
      case 0x18...0x1F: length += 9
      default: length += 1
      }
    }
    return UInt(length)
  }

  /// Follows a 32-bit relative pointer; nil when it is null (metadata compiled out).
  private static func relative(_ address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(address.load(as: Int32.self))
    return distance == 0 ? nil : address + distance
  }
}
