// A list is its rows: how they are set apart is accepted without effect.

extension View {
  /// Accepted without effect: a list is its rows.
  nonisolated public func listStyle(_ style: ListStyle) -> Self { self }

  /// Accepted without effect: a form is its rows.
  nonisolated public func formStyle(_ style: FormStyle) -> Self { self }

  /// Accepted without effect: nothing stands between rows.
  nonisolated public func listRowSeparator(_ visibility: Visibility) -> Self { self }

  /// Accepted without effect: rows have no margins.
  nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> Self { self }

  /// Accepted without effect: rows have no background.
  nonisolated public func listRowBackground<Background: View>(
    _ view: Background?
  ) -> Self { self }

  /// Accepted without effect: a terminal scrolls by itself.
  nonisolated public func scrollIndicators(_ visibility: Visibility) -> Self { self }

  /// Accepted without effect: lists have no background.
  nonisolated public func scrollContentBackground(_ visibility: Visibility) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles.
public enum ListStyle: Hashable, Sendable {
  case automatic, plain, grouped, inset, insetGrouped, sidebar
}

/// Kept so that code written for SwiftUI compiles.
public enum FormStyle: Hashable, Sendable {
  case automatic, columns, grouped
}

/// Kept so that code written for SwiftUI compiles.
public enum Visibility: Hashable, Sendable {
  case automatic, visible, hidden
}
