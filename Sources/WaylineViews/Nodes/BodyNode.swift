import WaylineGraph

/// The node of a view that has a body.
final class BodyNode<Subject: View>: PassNode, NodeOwner {
  private var view: Subject
  private let comparison: InputComparison
  private let plan: PropertyPlan
  // Set in `init`, after `self` can be passed on.
  private var node: Node!

  init(_ view: Subject, in context: NodeContext) {
    self.view = view
    comparison = .of(Subject.self)
    plan = .of(Subject.self)
    super.init(in: context)
    if Subject.self is AnyClass { reportClass() }
    node = Node(
      graph: context.host.graph, depth: context.depth, environment: context.environment,
      owner: self)
    node.invalidate()
  }

  var nodeName: String { "\(Subject.self)" }
  override var name: String { nodeName }

  func update(to view: Subject) {
    if !comparison.replace(&self.view, with: view) { node.invalidate() }
  }

  func takeTurn() {
    node.evaluate(view, plan: plan, body: { $0.body }, then: show)
  }

  private func show(_ body: Subject.Body) {
    context.host.bodyDidRun(nodeName)
    if let child {
      Subject.Body.updateNode(child, to: body)
    } else {
      child = Subject.Body.makeNode(body, in: context.below(self))
      linesChanged()
    }
  }

  override func end() {
    super.end()
    node.end()
  }

  private func reportClass() {
    Misuse.report(
      "\(Subject.self) is a class; a view must be a struct, or its state is shared between places. "
        + "Make it a struct and keep shared data in an object it observes.")
  }
}
