import WaylineGraph

/// The node of a view that has a body.
final class BodyNode<Subject: View>: PassNode, EvaluatingNode {
  private var view: Subject
  // NB: the plan has it too; whoever asks for it there keeps and lets go of it each time.
  private let comparison: InputComparison
  let plan: PropertyPlan
  let evaluation: Node

  init(_ view: Subject, in context: NodeContext) {
    self.view = view
    plan = .of(Subject.self)
    comparison = plan.comparison
    evaluation = context.makeEvaluation()
    super.init(in: context)
    if Subject.self is AnyClass { reportClass() }
    evaluation.begin(for: self)
  }

  var nodeName: String { "\(Subject.self)" }
  override var name: String { nodeName }

  func update(to view: Subject) {
    if !comparison.replace(&self.view, with: view) { evaluation.invalidate() }
  }

  override func inputDidChange() { evaluation.invalidate() }

  func takeTurn() {
    evaluation.evaluate(
      view, plan: plan, body: { $0.body },
      then: { body in
        context.host.bodyDidRun(nodeName)
        show(body)
      })
  }

  /// A value of the view with its properties connected.
  func value<Value>(of keyPath: KeyPath<Subject, Value>) -> Value {
    evaluation.connected(view, plan: plan)[keyPath: keyPath]
  }

  override func end() {
    super.end()
    evaluation.end()
  }

  private func reportClass() {
    Misuse.report(
      "\(Subject.self) is a class; a view must be a struct, or its state is shared between places. "
        + "Make it a struct and keep shared data in an object it observes.")
  }
}
