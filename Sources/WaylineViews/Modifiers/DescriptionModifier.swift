import WaylineGraph

/// One thing that an ancestor says of the elements below it.
@usableFromInline
enum ElementDescription: Equatable {
  case disabled(Bool)
  case label(String)
  case help(String)
  case shortcut(String?)

  /// Says it in the environment, unless it says nothing.
  func apply(to values: inout EnvironmentValues) {
    switch self {
    case .disabled(false): break
    case .disabled(true): values.element.isEnabled = false
    case .label(let label): values.element.label = label
    case .help(let help): values.element.help = help
    case .shortcut(let word): values.element.shortcut = word
    }
  }
}

/// A view with something said of its elements.
///
/// It is known by what it says, so a body that says the same again costs one comparison.
// NB: programs see its layout, or its type would be looked up by name in every body.
@usableFromInline
struct Described<Content> {
  @usableFromInline let content: Content
  @usableFromInline let description: ElementDescription

  @inlinable
  nonisolated init(_ content: Content, by description: ElementDescription) {
    self.content = content
    self.description = description
  }
}

extension Described: View where Content: View {
  /// Never evaluated: the view makes its own node.
  @usableFromInline
  var body: Never { preconditionFailure("\(Self.self) has a node, not a body.") }

  @usableFromInline
  static func makeNode(_ view: Self, in context: NodeContext) -> ViewNode {
    let node = DescribedNode(view.description, in: context)
    node.child = Content.makeNode(view.content, in: context.below(node, environment: node.scope))
    return node
  }

  @usableFromInline
  static func updateNode(_ node: ViewNode, to view: Self) {
    // A node is updated by the type that made it: see `makeNode`.
    let node = unsafeDowncast(node, to: DescribedNode.self)
    node.update(to: view.description)
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// The node of a view with something said of its elements.
final class DescribedNode: EnvironmentNode {
  private var description: ElementDescription

  init(_ description: ElementDescription, in context: NodeContext) {
    self.description = description
    super.init(in: context, change: description.apply)
  }

  func update(to description: ElementDescription) {
    guard description != self.description else { return }
    self.description = description
    scope.update(description.apply)
  }
}
