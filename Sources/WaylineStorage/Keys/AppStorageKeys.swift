/// The place where a program declares its typed keys, in an extension.
///
/// ```swift
/// extension AppStorageKeys {
///   var showsOverdue: AppStorageKey<Bool> { .init("showsOverdue", defaultValue: true) }
/// }
///
/// @AppStorage(\.showsOverdue) var showsOverdue
/// ```
public struct AppStorageKeys {
  /// Creates the namespace; the wrappers do this to follow a key path.
  public init() {}
}

extension AppStorageKeys: Sendable {}

/// A name and a default value that are declared once and used by many wrappers.
public struct AppStorageKey<Value> {
  /// The name in the store.
  public let name: String
  /// The value that is shown while nothing is stored.
  public let defaultValue: Value
  /// Creates the codec of the value.
  let codec: () -> Codec<Value>

  private init(_ name: String, _ defaultValue: Value, _ codec: @escaping () -> Codec<Value>) {
    self.name = name
    self.defaultValue = defaultValue
    self.codec = codec
  }
}

extension AppStorageKey {
  /// The value that a wrapper with this key shows while a store has these bytes.
  package func value(of stored: StoredValue?) -> Value {
    guard let stored else { return defaultValue }
    return (try? codec().value(stored, for: StoreKey(name), known: stored.version)) ?? defaultValue
  }
}

extension AppStorageKey where Value: Codable {
  /// Declares a key of values that are encoded: scalars in binary form, structures as JSON.
  public init(_ name: String, defaultValue: Value) {
    self.init(name, defaultValue) { Codec<Value>.natural() }
  }
}

extension AppStorageKey where Value: RawRepresentable, Value.RawValue: Codable {
  /// Declares a key of values that are stored by their raw values.
  public init(_ name: String, defaultValue: Value) {
    self.init(name, defaultValue) { Codec<Value>.raw() }
  }
}

// One more, so that neither of the two above is ambiguous.
extension AppStorageKey where Value: RawRepresentable & Codable, Value.RawValue: Codable {
  /// Declares a key of values that are stored by their raw values.
  public init(_ name: String, defaultValue: Value) {
    self.init(name, defaultValue) { Codec<Value>.natural() }
  }
}

extension AppStorageKey {
  /// Declares a key of optionals that are stored by their raw values.
  public init<Raw: RawRepresentable>(_ name: String, defaultValue: Raw?)
  where Value == Raw?, Raw.RawValue: Codable {
    self.init(name, defaultValue) { Codec<Raw>.optionalRaw() }
  }
}

// Proof: the function captures types, and nothing that changes.
extension AppStorageKey: @unchecked Sendable where Value: Sendable {}
