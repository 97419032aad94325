/// The place where a program declares its typed keys, in an extension.
///
/// ```swift
/// extension AppStorageKeys {
///   var showsOverdue: AppStorageKey<Bool> { .init("showsOverdue", defaultValue: true) }
/// }
/// @AppStorage(\.showsOverdue) var showsOverdue
/// ```
public struct AppStorageKeys {
  /// Makes the namespace; the wrappers do this to follow a key path.
  public init() {}
}

extension AppStorageKeys: Sendable {}

/// A name and a default value that are declared once and used by many wrappers.
public struct AppStorageKey<Value> {
  /// The name in the store.
  public let name: String
  /// What is shown while nothing is stored.
  public let defaultValue: Value

  /// Declares a key.
  public init(_ name: String, defaultValue: Value) {
    self.name = name
    self.defaultValue = defaultValue
  }
}

extension AppStorageKey: Sendable where Value: Sendable {}
