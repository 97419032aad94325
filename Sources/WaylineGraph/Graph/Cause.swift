/// Why a body ran.
package enum Cause: Equatable, Sendable {
  /// It was shown.
  case first
  /// Its parent passed something else.
  case input
  /// Something it read changed: a state, an object, an environment value, a stored value.
  case source(ObjectIdentifier)
  /// A property of an observable object that it read changed.
  case observation
  /// One of its properties came to show something else while it was connected.
  case property
}
