import WaylineGraph

/// The node of a view with a modifier of the program.
package final class ModifierNode<Content: View, Modifier: ViewModifier>: PassNode, EvaluatingNode {
  private var modifier: Modifier
  private let source: TypedSource<Content>
  let plan: PropertyPlan
  let evaluation: Node

  init(_ view: ModifiedContent<Content, Modifier>, in context: NodeContext) {
    modifier = view.modifier
    source = TypedSource(view.content)
    plan = .of(Modifier.self)
    evaluation = context.makeEvaluation()
    super.init(in: context)
    evaluation.begin(for: self)
  }

  /// The name in messages and dumps.
  package var nodeName: String { "\(Modifier.self)" }
  override var name: String { nodeName }

  func update(to view: ModifiedContent<Content, Modifier>) {
    source.update(to: view.content)
    let isSame = plan.comparison.isSame(modifier, view.modifier)
    modifier = view.modifier
    if !isSame { evaluation.invalidate() }
  }

  /// Evaluates, and brings the part of the tree below up to date.
  package func takeTurn() {
    let content = ViewModifierContent<Modifier>(source: source)
    evaluation.evaluate(
      modifier, plan: plan, body: { $0.body(content: content) },
      then: { body in
        context.host.bodyDidRun(nodeName)
        show(body)
      })
  }

  override func end() {
    super.end()
    evaluation.end()
  }
}

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
    node.child = Content.makeNode(content, in: context.below(node))
    placeholders.append(node)
    return node
  }

  func update(to content: Content) {
    self.content = content
    for node in placeholders {
      if let child = node.child { Content.updateNode(child, to: content) }
    }
  }

  private final class Placeholder: PassNode {
    weak var source: TypedSource?

    override func end() {
      super.end()
      source?.placeholders.removeAll { $0 === self }
    }
  }
}
