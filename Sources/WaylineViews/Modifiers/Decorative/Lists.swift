// A list is its rows: how they are set apart is accepted without effect.

extension View {
  /// Accepted without effect: nothing stands between rows.
  nonisolated public func listRowSeparator(
    _ visibility: Visibility, edges: Edge.Set = .all
  ) -> Self { self }

  /// Accepted without effect: rows follow each other.
  nonisolated public func listRowSpacing(_ spacing: Double?) -> Self { self }

  /// Accepted without effect: a blank line stands between sections.
  nonisolated public func listSectionSpacing(_ spacing: Double) -> Self { self }

  /// Accepted without effect: a heading is a heading.
  nonisolated public func headerProminence(_ prominence: Prominence) -> Self { self }

  /// Accepted without effect: rows have no margins.
  nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> Self { self }

  /// Accepted without effect: rows have no background.
  nonisolated public func listRowBackground<Background: View>(
    _ view: Background?
  ) -> Self { self }

  /// Accepted without effect: a terminal scrolls by itself.
  nonisolated public func scrollIndicators(_ visibility: Visibility) -> Self { self }

  /// Accepted without effect: a terminal scrolls by itself.
  nonisolated public func scrollDisabled(_ disabled: Bool) -> Self { self }

  /// Accepted without effect: whoever types a line has a keyboard.
  nonisolated public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> Self {
    self
  }

  /// Accepted without effect: lists have no background.
  nonisolated public func scrollContentBackground(_ visibility: Visibility) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles.
public enum Prominence: Hashable, Sendable {
  case standard, increased
}

/// Kept so that code written for SwiftUI compiles.
public enum ScrollDismissesKeyboardMode: Hashable, Sendable {
  case automatic, immediately, interactively, never
}

/// Kept so that code written for SwiftUI compiles.
public enum Visibility: Hashable, Sendable {
  case automatic, visible, hidden
}
