// Elements have one size and no colour.

extension View {
  /// Accepted without effect: an element has one size.
  nonisolated public func controlSize(_ size: ControlSize) -> Self { self }

  /// Accepted without effect: elements have no colour.
  nonisolated public func tint(_ color: Color?) -> Self { self }

  /// Accepted without effect: elements have no colour.
  nonisolated public func accentColor(_ color: Color?) -> Self { self }

  /// Accepted without effect: a person must be able to name an element.
  nonisolated public func labelsHidden() -> Self { self }
}

/// Kept so that code written for SwiftUI compiles.
public enum ControlSize: Hashable, Sendable {
  case mini, small, regular, large, extraLarge
}
