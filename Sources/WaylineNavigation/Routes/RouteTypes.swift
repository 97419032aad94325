import Synchronization

/// The route types a program has declared, by the name under which they are saved.
///
/// A type enters with `.navigationDestination(for:)`, `.coordinators(for:)`, or when a value of it
/// is pushed. Links are read by the types in the order in which they came.
package struct RouteTypes: Sendable {
  /// The types in the order of their declaration.
  package private(set) var all: [any (Hashable & Sendable).Type] = []
  private var known: Set<ObjectIdentifier> = []

  /// No types yet.
  package init() {}

  /// A table of the given types.
  package init(_ types: [any (Hashable & Sendable).Type]) {
    for type in types { insert(type) }
  }

  /// Declares a type; a type already known keeps its place.
  package mutating func insert(_ type: any (Hashable & Sendable).Type) {
    guard known.insert(ObjectIdentifier(type)).inserted else { return }
    all.append(type)
  }

  /// Whether the type has been declared.
  package func contains(_ type: any (Hashable & Sendable).Type) -> Bool {
    known.contains(ObjectIdentifier(type))
  }

  /// The declared types with this saved name, now or formerly; more than one when modules clash.
  package func types(named name: String) -> [any (Hashable & Sendable).Type] {
    all.filter { Self.name(of: $0) == name || LinkNames.of($0).formerTypeNames.contains(name) }
  }

  /// The name under which a type is saved: without its module, so that code can move.
  package static func name(of type: any (Hashable & Sendable).Type) -> String {
    let id = ObjectIdentifier(type)
    if let name = names.withLock({ $0[id] }) { return name }
    let name = _typeName(type, qualified: false)
    names.withLock { $0[id] = name }
    return name
  }

  private static let names = Mutex<[ObjectIdentifier: String]>([:])
}
