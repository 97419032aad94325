import WaylineGraph

/// A view that does something when it appears and when it disappears.
struct AppearanceObserver<Content: View> {
  let content: Content
  let appear: (@MainActor () -> Void)?
  let disappear: (@MainActor () -> Void)?

  nonisolated init(
    _ content: Content, appear: (@MainActor () -> Void)?, disappear: (@MainActor () -> Void)?
  ) {
    self.content = content
    self.appear = appear
    self.disappear = disappear
  }
}

extension AppearanceObserver: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> AppearanceNode {
    let node = AppearanceNode(in: context)
    node.setActions(appear: view.appear, disappear: view.disappear)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: AppearanceNode, to view: Self) {
    node.setActions(appear: view.appear, disappear: view.disappear)
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// Appears when its layer shows it, disappears when it ends.
///
/// Actions run after the update that brought them about; the closures are the last body's.
class AppearanceNode: PassNode {
  final let order: Int
  private var appearAction: (@MainActor () -> Void)?
  private var disappearAction: (@MainActor () -> Void)?
  private var hasAppeared = false

  override init(in context: NodeContext) {
    order = context.host.nextOrder()
    super.init(in: context)
    context.layer.add(self)
    if context.layer.isVisible { appear() }
  }

  final func setActions(
    appear: (@MainActor () -> Void)?, disappear: (@MainActor () -> Void)?
  ) {
    appearAction = appear
    disappearAction = disappear
  }

  /// Called when it becomes visible: at first, and whenever its layer is uncovered.
  final func appear() {
    hasAppeared = true
    context.host.graph.enqueueEffect { [weak self] in self?.didAppear() }
  }

  func didAppear() {
    guard let appearAction else { return }
    context.host.report("appear")
    appearAction()
  }

  func didDisappear() {
    guard let disappearAction else { return }
    context.host.report("disappear")
    disappearAction()
  }

  override func end() {
    super.end()
    context.layer.remove(self)
    guard hasAppeared else { return }
    // The effect keeps the node until it has run.
    context.host.graph.enqueueEffect { self.didDisappear() }
  }
}
