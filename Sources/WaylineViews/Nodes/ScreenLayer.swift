import WaylineGraph

/// A part of the screen that can be covered and uncovered as a whole: the root, an entry of a
/// stack, a tab, a modal.
@MainActor
final class ScreenLayer {
  unowned(unsafe) let host: ViewHost  // the host ends the nodes of its layers before it is released
  private(set) var isVisible: Bool
  /// True if the layer is visible or has been.
  private(set) var wasShown: Bool
  /// False for a tab that is not selected, and for a modal that is covered.
  var isChosen = true
  /// The title of the innermost `.navigationTitle`.
  var title: String? { titled?.shown }
  /// The view that gives the title; those whose title it took the place of follow it.
  private(set) var titled: TitleNode?
  private let outer: ScreenLayer?
  private var appearances: [ObjectIdentifier: AppearanceNode] = [:]
  /// Those with layers of their own, in the order in which they were made.
  private var inner: [LayeredNode] = []
  /// The rows that wait for the layer to be shown.
  private var late: [ObjectIdentifier: any LateRows] = [:]

  /// Creates the layer of the root view.
  init(rootOf host: ViewHost, isVisible: Bool) {
    (self.host, outer, self.isVisible, wasShown) = (host, nil, isVisible, isVisible)
  }

  /// A layer inside another.
  init(in outer: ScreenLayer, isVisible: Bool) {
    (host, self.outer) = (outer.host, outer)
    (self.isVisible, wasShown) = (isVisible, isVisible)
  }

  /// True if modals of this layer may be shown: not from within a hidden tab.
  var canPresent: Bool { isChosen && (outer?.canPresent ?? true) }

  /// True if this is a layer or lies inside of it.
  func isInside(_ layer: ScreenLayer) -> Bool {
    self === layer || outer?.isInside(layer) == true
  }

  /// The titles from this layer to the top-most one inside it.
  var titles: [String] {
    var titles: [String] = []
    appendTitles(to: &titles)
    return titles
  }

  func appendTitles(to titles: inout [String]) {
    if let title { titles.append(title) }
    for node in inner { node.appendTitles(to: &titles) }
  }

  /// Uncovers or covers the layer; uncovered nodes appear in the order of their creation.
  func setVisible(_ visible: Bool) {
    guard visible != isVisible else { return }
    isVisible = visible
    if visible {
      wasShown = true
      makeLateContent()
      appear()
    }
    for node in inner { node.outerDidBecome(visible: visible) }
  }

  private func makeLateContent() {
    guard !late.isEmpty else { return }
    let waiting = late
    late = [:]
    for node in waiting.values.sorted(by: { $0.order < $1.order }) { node.makeContent() }
  }

  private func appear() {
    guard !appearances.isEmpty else { return }
    for node in appearances.values.sorted(by: { $0.order < $1.order }) { node.uncover() }
  }

  /// The nodes that wait for the layer to be shown, for tests.
  var waiting: [ObjectIdentifier] { Array(late.keys) }

  /// Adds a view that gives a title, which takes the place of the present one.
  func add(_ node: TitleNode) {
    node.covered = titled
    titled = node
  }

  /// Removes a view that gives a title: the one that it took the place of is shown again.
  func remove(_ node: TitleNode) {
    if titled === node {
      titled = node.covered
    } else {
      var above = titled
      while let next = above?.covered, next !== node { above = next }
      above?.covered = node.covered
    }
    node.covered = nil
  }

  func add(late node: any LateRows) { late[ObjectIdentifier(node)] = node }
  func remove(late node: any LateRows) { late[ObjectIdentifier(node)] = nil }
  func add(_ node: AppearanceNode) { appearances[ObjectIdentifier(node)] = node }
  func remove(_ node: AppearanceNode) { appearances[ObjectIdentifier(node)] = nil }
  // NB: not changed in place, which avoids a check for exclusive access.
  func add(_ node: LayeredNode) { inner = inner + [node] }

  /// Removes a node that leaves.
  func remove(_ node: LayeredNode) {
    inner = inner.filter { $0 !== node }
  }
}

extension Node {
  /// The title of the screen that contains the view of the node; nil without one.
  package var screenTitle: String? { (owner as? ViewNode)?.context.layer.title }

  /// True if the view of the node is on the screen: no modal is above it, and no layer covers it.
  package var isOnTop: Bool {
    guard let context = (owner as? ViewNode)?.context, context.layer.isVisible else { return false }
    return context.host.shownModals.last.map { context.layer.isInside($0.layer) } ?? true
  }
}
