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
    node.child = Content._makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: AppearanceNode, to view: Self) {
    node.setActions(appear: view.appear, disappear: view.disappear)
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// Appears with the first view of its content and disappears with the last; where it is all that a
/// screen has, with the screen.
///
/// The decision is made once, after the bodies of an update, so a view that left while
/// another entered in the same update is no change. A covered layer does not disappear; it appears
/// again when it is uncovered. The closures are the last body's.
class AppearanceNode: PassNode {
  final let order: Int
  private var appearAction: (@MainActor () -> Void)?
  private var disappearAction: (@MainActor () -> Void)?
  private var hasAppeared = false
  private var wasUncovered = false
  private(set) final var hasEnded = false
  // Made while the nodes above and the host are still there.
  private var reportLeaving: (() -> Void)?
  private var reviewRound = -1

  override init(in context: NodeContext) {
    order = context.host.nextOrder()
    super.init(in: context)
    context.layer.add(self)
    review()
  }

  final func setActions(
    appear: (@MainActor () -> Void)?, disappear: (@MainActor () -> Void)?
  ) {
    appearAction = appear
    disappearAction = disappear
  }

  /// Called when its layer is uncovered.
  final func uncover() {
    wasUncovered = hasAppeared
    review()
  }

  /// Disappears and appears again, as rows have come above it.
  final func passBy() {
    guard hasAppeared, !hasEnded else { return }
    hasAppeared = false
    didDisappear(isSilent: context.host.graph.isRestoring)
    review()
  }

  override func contentsChanged() {
    review()
    super.contentsChanged()
  }

  /// Decides after the bodies of this update whether it appears or disappears.
  private func review() {
    let graph = context.host.graph
    guard reviewRound != graph.round else { return }
    reviewRound = graph.round
    context.host.appearances.add(self, in: graph)
  }

  /// Appears or disappears, if its state has changed.
  ///
  /// - Parameter isSilent: true if no action runs.
  final func decide(isSilent: Bool) {
    let isThere = !hasEnded && (!isVacant || isWholeScreen)
    // NB: a screen uncovered in this update may have been covered again by the end of it.
    let isAgain =
      wasUncovered && isThere && context.layer.isVisible && context.host.isOnPage(context.layer)
    wasUncovered = false
    if hasAppeared, !isThere {
      hasAppeared = false
      didDisappear(isSilent: isSilent)
    } else if isThere, isAgain || !hasAppeared && mayAppear {
      hasAppeared = true
      appear(isSilent: isSilent)
    }
  }

  /// True if its content would appear: on a screen that is shown.
  var mayAppear: Bool { context.layer.isVisible }

  /// True if it is all that a screen has, which is there while it shows nothing, too.
  private var isWholeScreen: Bool {
    var node: ViewNode = self
    while let parent = node.context.parent, parent.context.layer === node.context.layer {
      guard let pass = parent as? PassNode, !pass.isOneView else { return false }
      node = parent
    }
    return true
  }

  /// Appears in the name of its row, if it is a part of one.
  private func appear(isSilent: Bool) {
    guard context.rowPlace != .outside, !isSilent, isOfRow else {
      return didAppear(isSilent: isSilent)
    }
    context.host.graph.causedByRow { didAppear(isSilent: false) }
  }

  func didAppear(isSilent: Bool) {
    guard let appearAction, !isSilent else { return }
    report("appear")
    appearAction()
  }

  func didDisappear(isSilent: Bool) {
    guard let disappearAction, !isSilent else { return }
    if hasEnded { reportLeaving?() } else { report("disappear") }
    disappearAction()
  }

  override func end() {
    super.end()
    hasEnded = true
    reportLeaving = reporter(of: "disappear")
    context.layer.remove(self)
    if hasAppeared { review() }
  }
}

/// The nodes for which an update decides whether they appear or disappear.
///
/// Views that leave come first, then views that enter, inner ones before outer ones: a screen that
/// appears sees the effects of its parts.
@MainActor
final class AppearanceQueue {
  private var waiting: [AppearanceNode] = []
  private var askedRound = -1

  /// Has the node decided after the bodies of this update.
  func add(_ node: AppearanceNode, in graph: Graph) {
    waiting.append(node)
    guard askedRound != graph.round else { return }
    askedRound = graph.round
    graph.attributing(toRow: false) {
      graph.enqueueEffect { self.decide(isSilent: graph.isRestoring) }
    }
  }

  private func decide(isSilent: Bool) {
    let batch = waiting
    waiting = []
    // A node that has ended must not look at the nodes that were around it; it ended before them.
    for node in batch where node.hasEnded { node.decide(isSilent: isSilent) }
    for node in Self.insideOut(batch.filter { !$0.hasEnded }) { node.decide(isSilent: isSilent) }
  }

  /// - Complexity: O(nodes × depth).
  private static func insideOut(_ nodes: [AppearanceNode]) -> [AppearanceNode] {
    guard nodes.count > 1 else { return nodes }
    let known = Set(nodes.map(ObjectIdentifier.init))
    var inner: [ObjectIdentifier: [AppearanceNode]] = [:]
    var outermost: [AppearanceNode] = []
    for node in nodes {
      if let outer = node.nearestAround(in: known) {
        inner[ObjectIdentifier(outer), default: []].append(node)
      } else {
        outermost.append(node)
      }
    }
    var sorted: [AppearanceNode] = []
    func add(_ node: AppearanceNode) {
      inner[ObjectIdentifier(node)]?.forEach(add)
      sorted.append(node)
    }
    outermost.forEach(add)
    return sorted
  }
}

extension AppearanceNode {
  /// The nearest node around it that is one of `nodes`.
  fileprivate func nearestAround(in nodes: Set<ObjectIdentifier>) -> ViewNode? {
    var node = context.parent
    while let candidate = node, !nodes.contains(ObjectIdentifier(candidate)) {
      node = candidate.context.parent
    }
    return node
  }
}
