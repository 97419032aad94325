import WaylineGraph

/// A change to a view that can be applied to any view.
///
/// ```swift
/// struct Framed: ViewModifier {
///   func body(content: Content) -> some View {
///     Divider()
///     content
///     Divider()
///   }
/// }
///
/// Text("Emma").modifier(Framed())
/// ```
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

/// A modifier that changes nothing.
///
/// Source: SwiftUI's `EmptyModifier`.
public struct EmptyModifier: ViewModifier {
  /// The modifier.
  public static let identity = EmptyModifier()

  /// Creates the modifier.
  nonisolated public init() {}

  /// The view as it is.
  public func body(content: Content) -> some View { content }
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
  /// The modified view.
  public var content: Content
  /// The modifier.
  public var modifier: Modifier

  /// Applies `modifier` to `content`.
  nonisolated public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {
  /// Creates the node of the view.
  package static func make(
    _ view: Self, in context: NodeContext
  ) -> ModifierNode<Content, Modifier> {
    ModifierNode(view, in: context)
  }

  /// Updates the node to a new value of the view.
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
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> PassNode {
    view.source.makePlaceholder(in: context)
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: PassNode, to view: Self) {}
}

/// The node of a view with a modifier of the program.
package final class ModifierNode<Content: View, Modifier: ViewModifier>: PassNode, EvaluatingNode {
  private var modifier: Modifier
  private let source: TypedSource<Content>
  let plan: PropertyPlan
  let graphNode: Node
  override var evaluating: (any EvaluatingNode)? { self }

  init(_ view: ModifiedContent<Content, Modifier>, in context: NodeContext) {
    modifier = view.modifier
    source = TypedSource(view.content)
    plan = .of(Modifier.self)
    graphNode = context.makeGraphNode()
    super.init(in: context)
    graphNode.begin(for: self)
  }

  /// The name in messages and dumps.
  package var nodeName: String { "\(Modifier.self)" }
  override var name: String { nodeName }
  var bodyType: (any Any.Type)? { Modifier.self }
  /// The view that it shows, wherever its body does.
  var content: AnyObject { source }

  func update(to view: ModifiedContent<Content, Modifier>) {
    source.update(to: view.content)
    let isSame = plan.comparison.isSame(modifier, view.modifier)
    modifier = view.modifier
    if !isSame { graphNode.invalidate() }
  }

  /// Evaluates, and brings the part of the tree below up to date.
  package func takeTurn() {
    let content = ViewModifierContent<Modifier>(source: source)
    graphNode.evaluate(
      modifier, plan: plan, body: { $0.body(content: content) },
      then: { body in
        context.host.bodyDidRun(nodeName)
        show(body)
      })
  }

  /// Calls a closure with the objects that the modifier holds without a property wrapper.
  package func forEachHeldObject(_ body: (_ name: String, _ object: AnyObject) -> Void) {
    plan.forEachHeldObject(in: modifier, body)
  }

  override func end() {
    super.end()
    graphNode.end()
  }
}

/// A node that has a view for its body to show.
private protocol ContentHolder: ViewNode {
  var content: AnyObject { get }
}

extension ModifierNode: ContentHolder {}

/// The modified view, from which each place that shows it makes a node.
@MainActor
class ModifiedSource {
  func makePlaceholder(in context: NodeContext) -> PassNode { PassNode(in: context) }
}

private final class TypedSource<Content: View>: ModifiedSource {
  private var content: Content
  /// The places that show it; nearly always one.
  private var placeholders: [Placeholder] = []

  init(_ content: Content) {
    self.content = content
  }

  override func makePlaceholder(in context: NodeContext) -> PassNode {
    let node = Placeholder(in: context)
    node.source = self
    node.child = Content._makeNode(content, in: context.below(node))
    placeholders.append(node)
    return node
  }

  func update(to content: Content) {
    self.content = content
    for node in placeholders {
      if let child = node.child { Content._updateNode(child, to: content) }
    }
  }

  private final class Placeholder: PassNode {
    weak var source: TypedSource?

    /// The node around the modifier: the content was written there, and is only shown here.
    override var nodeAround: ViewNode? {
      var node = context.parent
      while let current = node {
        if (current as? any ContentHolder)?.content === source { return current.context.parent }
        node = current.context.parent
      }
      return nil
    }

    override func end() {
      super.end()
      source?.placeholders.removeAll { $0 === self }
    }
  }
}
