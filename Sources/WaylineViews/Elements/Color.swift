/// A colour of text, from the sixteen that every terminal has.
///
/// As a view a colour is there and has no lines. Source: the names are SwiftUI's.
public enum Color: String, Hashable, Sendable, CaseIterable {
  case primary, secondary, black, white, gray, red, green, blue, orange, yellow, pink, purple
  case cyan, mint, teal, indigo, brown, clear
}

extension Color: PrimitiveView {
  /// Makes the node that stands for the view.
  package static func make(_ view: Self, in context: NodeContext) -> ViewNode {
    ViewNode(in: context)
  }

  /// Gives the node another value of the view.
  package static func update(_ node: ViewNode, to view: Self) {}
}

extension Color {
  /// The colour of what a person can act on: the text's own.
  public static var accentColor: Color { .primary }
  /// The colour of what a person can act on: the text's own.
  public static var tint: Color { .primary }
  /// What matters less than the secondary: the same, for a terminal has no third.
  public static var tertiary: Color { .secondary }
  /// What matters least: the same as the secondary.
  public static var quaternary: Color { .secondary }

  /// The same colour: a terminal mixes none.
  public func opacity(_ opacity: Double) -> Color { self }
}
