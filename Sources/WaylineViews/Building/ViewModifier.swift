/// A change to a view that can be applied to any view.
///
/// A modifier may hold dynamic properties, as a view may. Source: SwiftUI's `ViewModifier`.
@preconcurrency
@MainActor
public protocol ViewModifier {
  associatedtype Body: View
  /// Stands for the view that is modified.
  typealias Content = ViewModifierContent<Self>
  /// The modified view.
  @ViewBuilder func body(content: Content) -> Body
}

extension View {
  /// Applies a modifier.
  nonisolated public func modifier<Modifier: ViewModifier>(
    _ modifier: Modifier
  ) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

extension ViewModifier {
  /// Applies another modifier after this one.
  nonisolated public func concat<Other: ViewModifier>(
    _ modifier: Other
  ) -> ModifiedContent<Self, Other> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

/// A view, or a modifier, with a modifier applied.
public struct ModifiedContent<Content, Modifier> {
  /// What is modified.
  public var content: Content
  /// What is applied.
  public var modifier: Modifier

  /// Applies `modifier` to `content`.
  nonisolated public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {
  /// Makes the node that stands for the view.
  package static func make(
    _ view: Self, in context: NodeContext
  ) -> ModifierNode<Content, Modifier> {
    ModifierNode(view, in: context)
  }

  /// Gives the node another value of the view.
  package static func update(_ node: ModifierNode<Content, Modifier>, to view: Self) {
    node.update(to: view)
  }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
  /// Applies one modifier, then the other.
  public func body(content: ViewModifierContent<Self>) -> some View {
    content.modifier(self.content).modifier(modifier)
  }
}

/// Stands for the modified view in the body of a modifier.
public struct ViewModifierContent<Modifier: ViewModifier> {
  let source: ModifiedSource
}

extension ViewModifierContent: PrimitiveView {
  /// Makes the node that stands for the view.
  package static func make(_ view: Self, in context: NodeContext) -> PassNode {
    view.source.makePlaceholder(in: context)
  }

  /// Gives the node another value of the view.
  package static func update(_ node: PassNode, to view: Self) {}
}
