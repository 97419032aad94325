/// What kind of type a metadata record describes (swift/ABI/MetadataKind.def).
///
/// Asking a type for a conformance that it does not have searches every conformance of the process,
/// so a kind that cannot have it is told apart first.
enum MetadataKind {
  case structure, enumeration, optional, tuple, object, other

  /// The kind of a type.
  init(of type: any Any.Type) {
    let kind = unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self)
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
