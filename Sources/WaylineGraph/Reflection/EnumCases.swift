/// The case names of an enum, read from its type descriptor.
///
/// `CaseIterable` cannot give them for cases with values, and links and nearest-name messages need
/// them all. Layout: the runtime's context and field descriptors (swift/ABI/Metadata.h).
package enum EnumCases {
  /// The names in descriptor order (cases with values first); empty for anything but an enum.
  ///
  /// - Complexity: O(cases).
  package static func names(of type: any Any.Type) -> [String] {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    // NB: kind 0x201 is an enum; an optional (0x202) has the same layout but is not asked for.
    guard metadata.load(as: UInt.self) == 0x201 else { return [] }
    let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    guard let fields = relative(descriptor + 16) else { return [] }
    let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).compactMap { index in
      relative(fields + 16 + index * size + 8).map {
        String(cString: $0.assumingMemoryBound(to: CChar.self))
      }
    }
  }

  /// Follows a 32-bit relative pointer; nil when it is null (metadata compiled out).
  private static func relative(_ address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(address.load(as: Int32.self))
    return distance == 0 ? nil : address + distance
  }
}
