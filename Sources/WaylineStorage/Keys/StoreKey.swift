import WaylineSystem

/// The key of one value in a store: a namespace, and a name in it.
///
/// Settings, saved values and each scene have namespaces of their own, so equal names do not meet:
/// `StoreKey("count")` is what `@AppStorage("count")` reads.
///
/// Two keys are the same if their UTF-8 is, as in the files of stores: of `é` as one character or as two,
/// each is a name of its own.
public struct StoreKey {
  /// The group of values that the name belongs to, such as ``app``.
  public var namespace: String
  /// The name in the namespace, as the wrapper spells it.
  public var name: String

  /// Creates the key of `name` in `namespace`.
  public init(_ name: String, in namespace: String = StoreKey.app) {
    self.namespace = namespace
    self.name = name
  }
}

extension StoreKey: Sendable {}

extension StoreKey {
  /// The namespace of `@AppStorage`.
  public static let app = "app"
  /// The namespace of `@Persisted`.
  public static let persisted = "persisted"
  /// The namespace of `@KeychainStorage` and of every ``KeychainProvider``.
  public static let keychain = "keychain"
  /// The namespace of bytes that could not be read when a new value replaced them.
  public static let quarantine = "quarantine"

  /// The namespace of `@SceneStorage` in the scene with this identifier.
  public static func scene(_ id: String) -> String {
    "scene:\(id)"
  }
}

extension StoreKey {
  /// The namespace of the places of scenes; a name begins with that of its scene, and a slash.
  package static let places = "navigation"

  /// The scene that the key belongs to; nil for one that all scenes share.
  package var scene: String? {
    let prefix = StoreKey.scene("")
    if namespace.hasPrefix(prefix) { return String(namespace.dropFirst(prefix.count)) }
    guard namespace == Self.places else { return nil }
    return name.lastIndex(of: "/").map { String(name[..<$0]) }
  }
}

extension StoreKey {
  /// True if the key is in a namespace with the same UTF-8, and in any for nil: what a store lists.
  public func isIn(_ namespace: String?) -> Bool {
    namespace.map { StoreKey.haveSameUTF8(self.namespace, $0) } ?? true
  }
}

extension StoreKey: Hashable {
  /// True if the UTF-8 of both parts is the same.
  public static func == (left: StoreKey, right: StoreKey) -> Bool {
    haveSameUTF8(left.name, right.name) && haveSameUTF8(left.namespace, right.namespace)
  }

  private static func haveSameUTF8(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count else { return false }
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return haveSameBytes(first, second, count: left.count)
      }
    }
  }

  /// Hashes the UTF-8 of both parts.
  public func hash(into hasher: inout Hasher) {
    StoreKey.combine(namespace, into: &hasher)
    StoreKey.combine(name, into: &hasher)
  }

  private static func combine(_ text: String, into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // A byte that is in no UTF-8 ends a part.
    hasher.combine(0xFF as UInt8)
  }
}

extension StoreKey: Comparable {
  /// The order of the two, by their UTF-8, namespace first.
  public static func < (left: StoreKey, right: StoreKey) -> Bool {
    if haveSameUTF8(left.namespace, right.namespace) {
      return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
    return left.namespace.utf8.lexicographicallyPrecedes(right.namespace.utf8)
  }
}

extension StoreKey: CustomStringConvertible {
  /// The name alone for settings, `namespace/name` for everything else.
  public var description: String {
    namespace == StoreKey.app ? name : "\(namespace)/\(name)"
  }
}
