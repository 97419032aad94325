/// Lines below each other that are made when the screen they are on is first shown.
struct LazyColumn<Content: View> {
  let content: Content

  nonisolated init(_ content: Content) {
    self.content = content
  }
}

extension LazyColumn: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> LazyColumnNode<Content> {
    LazyColumnNode(view.content, in: context)
  }

  static func update(_ node: LazyColumnNode<Content>, to view: Self) {
    node.update(to: view.content)
  }
}

/// The node of lines that are made late.
///
/// On a covered layer it keeps the description only, and makes its content when the layer is first
/// uncovered; from then on it is like any other.
final class LazyColumnNode<Content: View>: ShapingNode, LateNode {
  private var content: Content
  let order: Int

  init(_ content: Content, in context: NodeContext) {
    self.content = content
    order = context.host.nextOrder()
    super.init(in: context)
    if context.layer.isVisible { makeContent() } else { context.layer.add(late: self) }
  }

  override var isOneView: Bool { true }
  override func makeFragment() -> Fragment { childFragment.asOneRow }

  func update(to content: Content) {
    self.content = content
    if let child { Content.updateNode(child, to: content) }
  }

  func makeContent() {
    child = Content.makeNode(content, in: context.below(self))
    linesChanged()
  }

  override func end() {
    super.end()
    context.layer.remove(late: self)
  }
}

/// A node that makes its content when its layer is first shown, in the order in which the nodes were
/// made.
@MainActor
protocol LateNode: AnyObject {
  var order: Int { get }
  func makeContent()
}
