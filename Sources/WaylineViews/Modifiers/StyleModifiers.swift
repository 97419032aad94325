/// A view with a style for text that has none of its own.
struct Styled<Content> {
  let content: Content
  let style: TextStyle

  nonisolated init(_ content: Content, change: (inout TextStyle) -> Void) {
    self.content = content
    var style = TextStyle()
    change(&style)
    self.style = style
  }
}

extension Styled: View, PrimitiveView where Content: View {
  static func make(_ view: Self, in context: NodeContext) -> StyleNode {
    let node = StyleNode(view.style, in: context)
    node.child = Content._makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: StyleNode, to view: Self) {
    node.update(to: view.style)
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// The node of a view whose text is set off.
///
/// The lines below stay as they are: the style is given to them when the page is put together.
final class StyleNode: ShapingNode {
  private var style: TextStyle

  init(_ style: TextStyle, in context: NodeContext) {
    self.style = style
    super.init(in: context)
  }

  func update(to style: TextStyle) {
    guard style != self.style else { return }
    self.style = style
    linesChanged()
  }

  override var showsParts: Bool { true }

  override func makeFragment() -> Fragment {
    Fragment(parts: [childFragment], style: style)
  }
}

extension View {
  /// Colours the text below that has no colour of its own, where the output can.
  nonisolated public func foregroundStyle(_ color: Color) -> some View {
    Styled(self) { $0.color = color }
  }

  /// Colours the text below that has no colour of its own, where the output can.
  nonisolated public func foregroundColor(_ color: Color?) -> some View {
    Styled(self) { $0.color = color }
  }

  /// Sets the text below off by weight, where the output can.
  nonisolated public func bold(_ isActive: Bool = true) -> some View {
    Styled(self) { $0.isBold = isActive }
  }

  /// Sets the text below off by slant, where the output can.
  nonisolated public func italic(_ isActive: Bool = true) -> some View {
    Styled(self) { $0.isItalic = isActive }
  }

  /// Underlines the text below, where the output can.
  nonisolated public func underline(_ isActive: Bool = true, color: Color? = nil) -> some View {
    Styled(self) { $0.isUnderlined = isActive }
  }
}

/// A colour of text, from the sixteen that every terminal has.
///
/// As a view a colour is there and has no lines. Source: the names are SwiftUI's.
public enum Color: String, Hashable, Sendable, CaseIterable {
  case primary, secondary, black, white, gray, red, green, blue, orange, yellow, pink, purple
  case cyan, mint, teal, indigo, brown, clear
}

/// The looks of text in SwiftUI, of which lines have the colours.
///
/// Programs name their own colours by it:
///
/// ```swift
/// extension ShapeStyle where Self == Color {
///   static var overdue: Color { .red }
/// }
/// ```
public protocol ShapeStyle: Sendable {}

extension Color: ShapeStyle {}

extension Color: PrimitiveView {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> ViewNode {
    ViewNode(in: context)
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: ViewNode, to view: Self) {}
}

extension Color {
  /// The colour of elements: the text's own.
  public static var accentColor: Color { .primary }
  /// The colour of elements: the text's own.
  public static var tint: Color { .primary }
  /// Less important text: the same as secondary, because a terminal has no third shade.
  public static var tertiary: Color { .secondary }
  /// The least important text: the same as secondary.
  public static var quaternary: Color { .secondary }

  /// The same colour: a terminal mixes none.
  public func opacity(_ opacity: Double) -> Color { self }
}
