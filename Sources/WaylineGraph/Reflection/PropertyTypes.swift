import Synchronization

/// Which types are dynamic properties, asked once per type.
///
/// The answer no is the common one and the dear one: the runtime searches every conformance of the
/// process before it gives it.
enum PropertyTypes {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  /// The type as a dynamic property; nil for everything that is none.
  ///
  /// - Complexity: one locked look-up after the first call for a type that is none.
  static func dynamic(_ type: any Any.Type) -> (any DynamicProperty.Type)? {
    guard MetadataKind(of: type) == .structure else { return nil }
    if known.withLock({ $0[ObjectIdentifier(type)] }) == false { return nil }
    let found = type as? any DynamicProperty.Type
    known.withLock { $0[ObjectIdentifier(type)] = found != nil }
    return found
  }

  /// The type as a property that keeps something in the node of its view.
  ///
  /// Where it is likely one; for any other type the question after ``dynamic(_:)`` is cheaper.
  static func linked(_ type: any Any.Type) -> (any LinkedProperty.Type)? {
    guard MetadataKind(of: type) == .structure else { return nil }
    if known.withLock({ $0[ObjectIdentifier(type)] }) == false { return nil }
    return type as? any LinkedProperty.Type
  }
}
