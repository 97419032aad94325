/// The cases of an enum, read from its type descriptor.
///
/// `CaseIterable` cannot give them for cases with values, and links and nearest-name messages need
/// them all. Layout: the runtime's context and field descriptors (swift/ABI/Metadata.h).
package enum EnumCases {
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
  /// - Complexity: O(cases) with a metadata look-up each; callers keep what they learn by type.
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
    // NB: kind 0x201 is an enum; an optional (0x202) has the same layout but is not asked for.
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
