import WaylineGraph

/// The node of a view that has a body.
final class BodyNode<Subject: View>: PassNode, EvaluatingNode {
  // It is replaced as a whole, after the comparison with the new one, so accesses do not overlap.
  @exclusivity(unchecked) private var view: Subject
  // NB: the plan has it too; reading it there would retain and release it each time.
  private let comparison: InputComparison
  let plan: PropertyPlan
  let graphNode: Node
  override var evaluating: (any EvaluatingNode)? { self }

  init(_ view: Subject, in context: NodeContext) {
    self.view = view
    plan = .ofNode(Subject.self)
    comparison = plan.comparison
    graphNode = context.makeGraphNode()
    super.init(in: context)
    if Subject.self is AnyClass { reportClass() }
    graphNode.begin(for: self)
  }

  var nodeName: String { "\(Subject.self)" }
  override var name: String { nodeName }
  var bodyType: (any Any.Type)? { Subject.self }

  func update(to view: Subject) {
    if !comparison.replace(&self.view, with: view) { graphNode.invalidate() }
  }

  override func inputDidChange() { graphNode.invalidate() }

  func takeTurn() {
    graphNode.evaluate(
      view, plan: plan, body: { $0.body },
      then: { body in
        context.host.bodyDidRun(nodeName)
        show(body)
      })
  }

  func forEachHeldObject(_ body: (_ name: String, _ object: AnyObject) -> Void) {
    plan.forEachHeldObject(in: view, body)
  }

  /// A value of the view with its properties connected.
  func value<Value>(of keyPath: KeyPath<Subject, Value>) -> Value {
    graphNode.connected(view, plan: plan)[keyPath: keyPath]
  }

  override func end() {
    super.end()
    graphNode.end()
  }

  private func reportClass() {
    Misuse.report(
      "\(Subject.self) is a class; a view must be a struct, or its state is shared between places. "
        + "Make it a struct and keep shared data in an object it observes.")
  }
}

/// A view made of something that holds dynamic properties and is not a view itself: a program, or a
/// coordinator.
package struct SubjectView<Subject, Content> {
  let subject: Subject
  let content: @MainActor (Subject) -> Content

  /// Shows the view that `content` makes of the connected subject.
  @MainActor package init(
    _ subject: Subject, @ViewBuilder content: @escaping @MainActor (Subject) -> Content
  ) {
    self.subject = subject
    self.content = content
  }
}

extension SubjectView: View, PrimitiveView where Content: View {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> SubjectNode<Subject, Content> {
    SubjectNode(view, in: context)
  }

  /// Updates the node to another subject of the type; `content` stays that of the first.
  package static func update(_ node: SubjectNode<Subject, Content>, to view: Self) {
    node.update(to: view.subject)
  }
}

/// The node of a subject.
package final class SubjectNode<Subject, Content: View>: PassNode, EvaluatingNode {
  private var subject: Subject
  private let content: @MainActor (Subject) -> Content
  let plan: PropertyPlan
  let graphNode: Node
  override var evaluating: (any EvaluatingNode)? { self }

  init(_ view: SubjectView<Subject, Content>, in context: NodeContext) {
    (subject, content) = (view.subject, view.content)
    plan = .of(Subject.self)
    graphNode = context.makeGraphNode()
    super.init(in: context)
    graphNode.begin(for: self)
  }

  /// The name in messages and dumps.
  package var nodeName: String { "\(Subject.self)" }
  var bodyType: (any Any.Type)? { Subject.self }

  func update(to subject: Subject) {
    if !plan.comparison.replace(&self.subject, with: subject) { graphNode.invalidate() }
  }

  override func inputDidChange() { graphNode.invalidate() }

  /// Evaluates, and brings the part of the tree below up to date.
  package func takeTurn() {
    graphNode.evaluate(subject, plan: plan, body: content) { content in
      context.host.bodyDidRun(nodeName)
      show(content)
    }
  }

  /// Calls a closure with the objects that the subject holds without a property wrapper.
  package func forEachHeldObject(_ body: (_ name: String, _ object: AnyObject) -> Void) {
    plan.forEachHeldObject(in: subject, body)
  }

  override func end() {
    super.end()
    graphNode.end()
  }
}
