/// A key of the environment, with the value it has where none was given.
///
/// Source: SwiftUI's `EnvironmentKey`.
public protocol EnvironmentKey {
  associatedtype Value
  /// The value where no ancestor gave one.
  static var defaultValue: Value { get }
}

/// The key under which an object stands that was given by its type.
package enum ObjectKey<Object: AnyObject>: EnvironmentKey {
  /// Nothing, where no ancestor gave one.
  package static var defaultValue: Object? { nil }
}
