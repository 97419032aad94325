/// A colour of text, from the sixteen that every terminal has.
///
/// As a view a colour has no lines. Source: the names are SwiftUI's.
public enum Color: String, View, Hashable, Sendable, CaseIterable {
  case primary, secondary, black, white, gray, red, green, blue, orange, yellow, pink, purple
  case cyan, mint, teal, indigo, brown, clear

  /// Nothing: a colour has no lines of its own.
  public var body: some View { EmptyView() }
}
