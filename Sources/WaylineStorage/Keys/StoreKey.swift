/// The key of one value in a store: a namespace, and a name in it.
///
/// Settings, saved values and each scene have namespaces of their own, so equal names do not meet:
/// `StoreKey("count")` is what `@AppStorage("count")` reads.
public struct StoreKey: Hashable {
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

extension StoreKey: Comparable {
  /// The order of the two.
  public static func < (left: StoreKey, right: StoreKey) -> Bool {
    (left.namespace, left.name) < (right.namespace, right.name)
  }
}

extension StoreKey: CustomStringConvertible {
  /// The name alone for settings, `namespace/name` for everything else.
  public var description: String {
    namespace == StoreKey.app ? name : "\(namespace)/\(name)"
  }
}
