import WaylineStorage
import WaylineViews

// Available names with a value that they do not take, or without one that they need: the compiler would report
// one of the forms that do not fit.

extension Text {
  /// Unavailable: a text shows a string; write Text("\\(value)").
  @available(*, unavailable, message: "a Text shows a string: write Text(\"\\(value)\")")
  @_disfavoredOverload
  nonisolated public init<Value>(_ value: Value) { self.init(verbatim: "") }
}

extension StringProtocol {
  /// Unavailable: import Foundation, or compare the lowercased texts.
  @available(
    *, unavailable,
    message: "import Foundation, or write lowercased().contains(other.lowercased())"
  )
  @_disfavoredOverload
  public func localizedStandardContains(_ other: some StringProtocol) -> Bool { false }
}

extension AppStorage {
  /// Unavailable: give the property a default value, or an optional type.
  @available(
    *, unavailable, message: "give the property a default value with '=', or an optional type"
  )
  @_disfavoredOverload
  public init(_ key: String, store: (any PersistentStore)? = nil) { fatalError() }
}

extension SceneStorage {
  /// Unavailable: give the property a default value, or an optional type.
  @available(
    *, unavailable, message: "give the property a default value with '=', or an optional type"
  )
  @_disfavoredOverload
  public init(_ key: String) { fatalError() }
}

extension Persisted {
  /// Unavailable: give the property a default value, or an optional type.
  @available(
    *, unavailable, message: "give the property a default value with '=', or an optional type"
  )
  @_disfavoredOverload
  public init(key: String, store: (any PersistentStore)? = nil) { fatalError() }
}

extension KeychainStorage {
  /// Unavailable: give the property a default value, or an optional type.
  @available(
    *, unavailable, message: "give the property a default value with '=', or an optional type"
  )
  @_disfavoredOverload
  public init(key: String) { fatalError() }

  /// Unavailable: give the property a default value, or an optional type.
  @available(
    *, unavailable, message: "give the property a default value with '=', or an optional type"
  )
  @_disfavoredOverload
  public init(provider: any KeychainProvider, key: String) { fatalError() }
}
