import WaylineGraph

/// Shows one of several layers; the covered ones stay alive and unrendered.
///
/// A layer is created when its identity first occurs and ends, top first, when it is removed.
package struct Layers<Data: RandomAccessCollection, ID: Hashable, Content: View> {
  let data: Data
  let id: (Data.Element) -> ID
  let shown: ID?
  let joinsTitles: Bool
  let content: @MainActor (Data.Element) -> Content

  /// Shows the last layer: a stack.
  nonisolated package init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.data = data
    self.id = { $0[keyPath: id] }
    shown = data.last?[keyPath: id]
    joinsTitles = true
    self.content = content
  }

  /// Shows the layer that is selected: tabs.
  nonisolated package init(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: ID?,
    @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.data = data
    self.id = { $0[keyPath: id] }
    shown = selection
    joinsTitles = false
    self.content = content
  }
}

extension Layers: PrimitiveView {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> LayeredNode {
    let node = LayeredNode(in: context, joinsTitles: view.joinsTitles)
    update(node, to: view)
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: LayeredNode, to view: Self) {
    let elements = Array(view.data)
    let ids = elements.map(view.id)
    node.arrange(
      ids.map { AnyHashable($0) }, shown: view.shown.flatMap { ids.firstIndex(of: $0) },
      make: { index, context in
        let content = LayerContent { view.content(elements[index]) }
        return LayerContent<Content>.makeNode(content, in: context)
      },
      update: { index, node in
        let content = LayerContent { view.content(elements[index]) }
        LayerContent<Content>.updateNode(node, to: content)
      })
  }
}

/// The content of a layer, evaluated in a turn of its own.
struct LayerContent<Content> {
  let content: () -> Content
}

extension LayerContent: View where Content: View {
  var body: some View { content() }
}

/// A node with several layers, of which one shows; the others stay alive, unrendered.
package class LayeredNode: ViewNode {
  private(set) var entries: [Entry] = []
  private(set) var shown: Int?

  struct Entry {
    /// The identity; nil where only the position counts.
    let id: AnyHashable?
    let layer: ScreenLayer
    let node: ViewNode
  }

  private let joinsTitles: Bool

  init(in context: NodeContext, joinsTitles: Bool) {
    self.joinsTitles = joinsTitles
    super.init(in: context)
    context.layer.add(self)
  }

  override var childNodes: [ViewNode] { entries.map(\.node) }
  override var name: String { "Layers" }
  override var childIdentities: [String] {
    entries.enumerated().map { position, entry in entry.id.map { "\($0)" } ?? "\(position)" }
  }

  override func placeIdentity(of child: ViewNode) -> String? {
    guard let entry = entries.first(where: { $0.node === child }), let id = entry.id else {
      return nil
    }
    return id.base is any VisitIdentity ? nil : "\(id)"
  }

  /// Appends the titles that make the place: of the shown layer, and in a stack of all below it.
  func appendTitles(to titles: inout [String]) {
    guard let shown else { return }
    for index in (joinsTitles ? 0 : shown)...shown {
      entries[index].layer.appendTitles(to: &titles)
    }
  }

  override func contentsChanged() {}

  override var fragment: Fragment {
    noteRead()
    return if let shown { entries[shown].node.fragment } else { .empty }
  }

  override func childLinesChanged(_ child: ViewNode) -> Bool {
    if let shown { entries[shown].node === child } else { false }
  }

  /// Brings the layers to the given identities; layers that leave end top first, new ones are made
  /// bottom first, and one layer shows.
  func arrange(
    _ ids: [AnyHashable], shown: Int?, make: (Int, NodeContext) -> ViewNode,
    update: (Int, ViewNode) -> Void
  ) {
    let before = self.shown.map { entries[$0].node }
    var kept = endLeaving(Set(ids))
    entries = ids.indices.map { index in
      if let entry = kept.removeValue(forKey: ids[index]) {
        update(index, entry.node)
        return entry
      }
      let layer = ScreenLayer(in: context.layer, isVisible: false)
      let below = context.below(self, layer: layer)
      return Entry(id: ids[index], layer: layer, node: make(index, below))
    }
    self.shown = shown
    showLayer(insteadOf: before)
  }

  /// Ends the layers that leave, top first; of several with one identity the top one stays.
  private func endLeaving(_ staying: Set<AnyHashable>) -> [AnyHashable: Entry] {
    var kept: [AnyHashable: Entry] = [:]
    for entry in entries.reversed() {
      if let id = entry.id, staying.contains(id), kept[id] == nil {
        kept[id] = entry
      } else {
        entry.node.end()
      }
    }
    return kept
  }

  /// Takes layers away from the top, one by one, puts others there, and shows the top.
  ///
  /// - Complexity: O(layers that change).
  final func splice(
    removing removed: Int, adding added: Int,
    make: @MainActor (_ index: Int, NodeContext) -> ViewNode
  ) {
    let before = shown.map { entries[$0] }
    for _ in 0..<removed { entries.removeLast().node.end() }
    for index in 0..<added {
      let layer = ScreenLayer(in: context.layer, isVisible: false)
      let node = make(index, context.below(self, layer: layer))
      entries.append(Entry(id: nil, layer: layer, node: node))
    }
    shown = entries.indices.last
    guard let top = entries.last, top.node !== before?.node else { return }
    before?.layer.setVisible(false)
    top.layer.setVisible(context.layer.isVisible)
    context.host.layersChanged()
    linesChanged()
  }

  /// Gives the lowest layer a new description.
  final func updateFirst(_ update: (ViewNode) -> Void) {
    if let first = entries.first { update(first.node) }
  }

  private func showLayer(insteadOf before: ViewNode?) {
    let after = shown.map { entries[$0].node }
    if !joinsTitles {
      for (index, entry) in entries.enumerated() { entry.layer.isChosen = index == shown }
    }
    for (index, entry) in entries.enumerated() where index != shown {
      entry.layer.setVisible(false)
    }
    if let shown { entries[shown].layer.setVisible(context.layer.isVisible) }
    guard before !== after else { return }
    context.host.layersChanged()
    linesChanged()
  }

  func outerDidBecome(visible: Bool) {
    if let shown { entries[shown].layer.setVisible(visible) }
  }

  override func end() {
    for entry in entries.reversed() { entry.node.end() }
    context.layer.remove(self)
  }
}

/// The elements above a root layer, with their difference from an earlier value.
package protocol LayerPath {
  associatedtype Element: Identifiable

  /// True if an earlier value has the same element below the others.
  func beginsLike(_ old: Self?) -> Bool

  /// The elements above what both have in common, each from the bottom to the top.
  func difference(from old: Self?) -> (removed: [Element], added: [Element])
}

// NB: like all views that are part of every program, it binds its parameters to nothing: whether
// they conform is known where it is used, and asking the runtime costs the first screen dearly.
/// Shows the top of a stack; the covered layers stay alive and unrendered.
///
/// Unlike ``Layers`` it receives the difference: a push or a pop costs the same at any depth. The
/// content of an element must depend on the element alone; only the root is updated, when it comes
/// from another origin.
package struct PathLayers<Path, Element, Root, Content> {
  let root: Root
  let origin: LayerOrigin
  let path: Path
  let content: @MainActor (Element) -> Content

  /// Shows the last element of `path`, or the root when there is none.
  ///
  /// - Parameter origin: the same as long as the root is the same value.
  nonisolated package init(
    root: Root, from origin: LayerOrigin, path: Path,
    content: @escaping @MainActor (Element) -> Content
  ) {
    self.root = root
    self.origin = origin
    self.path = path
    self.content = content
  }
}

/// The identity of the value that a root layer is made of: most views cannot be compared.
package final class LayerOrigin: Sendable {
  /// Creates an identity like no other.
  nonisolated package init() {}
}

extension PathLayers: View, PrimitiveView
where Path: LayerPath, Element == Path.Element, Root: View, Content: View {
  /// Creates the node of the view.
  package static func make(_ view: Self, in context: NodeContext) -> PathNode<Path> {
    let node = PathNode<Path>(in: context, joinsTitles: true)
    node.origin = view.origin
    node.splice(removing: 0, adding: 1) { Root.makeNode(view.root, in: $1) }
    follow(view, in: node)
    return node
  }

  /// Updates the node to a new value of the view.
  package static func update(_ node: PathNode<Path>, to view: Self) {
    if node.origin !== view.origin || !view.path.beginsLike(node.path) {
      node.origin = view.origin
      node.updateFirst { Root.updateNode($0, to: view.root) }
    }
    follow(view, in: node)
  }

  @MainActor private static func follow(_ view: Self, in node: PathNode<Path>) {
    let (removed, added) = view.path.difference(from: node.path)
    node.path = view.path
    guard !removed.isEmpty || !added.isEmpty else { return }
    node.splice(removing: removed.count, adding: added.count) {
      Content.makeNode(view.content(added[$0]), in: $1)
    }
  }
}

/// The node of layers that follow a path.
package final class PathNode<Path: LayerPath>: LayeredNode {
  /// The path that the layers show.
  var path: Path?
  /// The identity of the value that the root layer shows.
  var origin: LayerOrigin?
}
