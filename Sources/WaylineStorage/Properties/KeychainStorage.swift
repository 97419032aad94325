import WaylineGraph

/// A secret that outlives the process, stored by a ``KeychainProvider``; nil deletes it.
///
/// Without a provider it is the environment's, or the program's default, which is encrypted. While
/// the secrets are locked the default is shown, and writes are refused. The provider is given the
/// value as JSON, so a secret can be read by other programs that use the same provider.
///
/// ```swift
/// @KeychainStorage(key: "login") var login: Member?
/// @KeychainStorage(provider: keychain, key: "remembers") var remembers = false
/// ```
@propertyWrapper
public struct KeychainStorage<Value: Codable>: DynamicProperty {
  /// The key, the default and the live value.
  package var property: StoredProperty<Value>

  private init(_ name: String, _ defaultValue: Value, _ provider: (any KeychainProvider)?) {
    property = StoredProperty(
      name, .keychain, defaultValue: defaultValue, store: provider.map(ProviderStore.store),
      form: .opaque
    ) {
      Codec<Value>.opaque()
    }
  }

  /// A secret under `key` of `provider` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, provider: any KeychainProvider, key: String) {
    self.init(key, wrappedValue, provider)
  }

  /// A secret under `key` of `keychainProvider` that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, keychainProvider: any KeychainProvider, key: String) {
    self.init(key, wrappedValue, keychainProvider)
  }

  /// A secret under `key` of the default provider that shows `wrappedValue` while nothing is stored.
  public init(wrappedValue: Value, key: String) {
    self.init(key, wrappedValue, nil)
  }

  /// The stored secret, or the default.
  public var wrappedValue: Value {
    get { property.value }
    nonmutating set { property.value = newValue }
  }

  /// A binding to the secret.
  public var projectedValue: Binding<Value> { property.binding }

  /// The reason why the last write was refused, or why the value cannot be read; nil if neither.
  public var error: StoreError? { property.error }

  /// Changes the value that is stored now, in one transaction, whatever other processes write.
  ///
  /// - Throws: the error of `change`, or the ``StoreError`` of a failed read or a refused write.
  public func update(_ change: (inout Value) throws -> Void) throws {
    try property.update(change)
  }
}

extension KeychainStorage where Value: ExpressibleByNilLiteral {
  /// A secret under `key` of `provider` that is nil while nothing is stored.
  public init(provider: any KeychainProvider, key: String) {
    self.init(key, nil, provider)
  }

  /// A secret under `key` of `keychainProvider` that is nil while nothing is stored.
  public init(keychainProvider: any KeychainProvider, key: String) {
    self.init(key, nil, keychainProvider)
  }

  /// A secret under `key` of the default provider that is nil while nothing is stored.
  public init(key: String) {
    self.init(key, nil, nil)
  }
}

extension KeychainStorage: CustomStringConvertible, CustomReflectable {
  /// Never the secret.
  public var description: String { "<redacted>" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension KeychainStorage: StorageWrapper {}

// Proof: the live value guards itself with a lock; the rest is constant.
extension KeychainStorage: @unchecked Sendable where Value: Sendable {}
