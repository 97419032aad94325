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
        return LayerContent<Content>._makeNode(content, in: context)
      },
      update: { index, node in
        let content = LayerContent { view.content(elements[index]) }
        LayerContent<Content>._updateNode(node, to: content)
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
  // A change of the array runs no code of the program, so accesses do not overlap.
  @exclusivity(unchecked) fileprivate(set) var entries: [Entry] = []
  fileprivate(set) var shown: Int?
  /// The identities of the layers; none where only the position counts.
  private var ids: [AnyHashable] = []

  struct Entry {
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
  override var soleContent: ViewNode? { shown.map { entries[$0].node } }
  override var name: String { "Layers" }
  override var childIdentities: [String] {
    ids.isEmpty ? entries.indices.map { "\($0)" } : ids.map { "\($0)" }
  }

  override func placeIdentity(of child: ViewNode) -> String? {
    guard !ids.isEmpty, let index = entries.firstIndex(where: { $0.node === child }) else {
      return nil
    }
    return ids[index].base is any VisitIdentity ? nil : "\(ids[index])"
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

  override func childLinesChanged(_ child: ViewNode, isInPlace: Bool) -> Bool {
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
      return Entry(layer: layer, node: make(index, below))
    }
    (self.ids, self.shown) = (ids, shown)
    showLayer(insteadOf: before)
  }

  /// Ends the layers that leave, top first; of several with one identity the top one stays.
  private func endLeaving(_ staying: Set<AnyHashable>) -> [AnyHashable: Entry] {
    var kept: [AnyHashable: Entry] = [:]
    for (id, entry) in zip(ids, entries).reversed() {
      if staying.contains(id), kept[id] == nil {
        kept[id] = entry
      } else {
        entry.node.end()
      }
    }
    return kept
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

/// The owner of the layers of a stack, which knows the elements that they show.
///
/// Unlike ``Layers`` it changes single layers: a push or a pop costs the same at any depth.
@MainActor
package protocol LayerPath: AnyObject {
  /// Reads the present elements; a change of a source that it reads makes the layers due again.
  func read()
  /// Brings the layers to the elements that were read last.
  func arrange(_ layers: PathNode)
}

/// The node of the layers of a stack, which are brought up to date in a turn of their own.
package final class PathNode: LayeredNode, NodeOwner {
  /// The owner of the layers.
  package let path: any LayerPath
  private let graphNode: Node
  private var modal: ModalNode?

  /// Creates a node without layers, whose first turn is due.
  package init(_ path: any LayerPath, in context: NodeContext) {
    self.path = path
    graphNode = context.makeGraphNode()
    super.init(in: context, joinsTitles: true)
    graphNode.begin(for: self)
  }

  /// The name in messages.
  package var nodeName: String { "Layers" }
  override var childNodes: [ViewNode] { super.childNodes + (modal.map { [$0] } ?? []) }

  override func placeIdentity(of child: ViewNode) -> String? {
    child === modal ? "modal" : super.placeIdentity(of: child)
  }

  /// Makes the layers due.
  package func invalidate() { graphNode.invalidate() }

  /// Reads the elements, and brings the layers to them.
  package func takeTurn() {
    guard graphNode.read({ path.read() }), !graphNode.isEnded else { return }
    path.arrange(self)
    context.host.contentDidChange()
  }

  /// Takes layers away from the top, one by one, puts others there, and shows the top.
  ///
  /// - Complexity: O(layers that change).
  package func splice(
    removing removed: Int, adding added: Int,
    make: (_ index: Int, NodeContext) -> ViewNode
  ) {
    let before = entries.last
    for _ in 0..<removed { entries.removeLast().node.end() }
    for index in 0..<added {
      let layer = ScreenLayer(in: context.layer, isVisible: false)
      let node = make(index, context.below(self, layer: layer))
      entries.append(Entry(layer: layer, node: node))
    }
    shown = entries.indices.last
    let top = entries.last
    guard top?.node !== before?.node else { return }
    before?.layer.setVisible(false)
    top?.layer.setVisible(context.layer.isVisible)
    context.host.layersChanged()
    linesChanged()
  }

  /// The number of layers.
  package var layerCount: Int { entries.count }

  /// Gives the lowest layer a new description.
  package func updateFirst(_ update: (ViewNode) -> Void) {
    if let first = entries.first { update(first.node) }
  }

  /// Presents content above everything of the scene, instead of what is presented.
  ///
  /// - Parameter position: returns the position among the modals of the scene, nil while something
  ///   covers the modal.
  package func present<Content: View>(
    _ content: Content, in layer: Page.Layer, position: @escaping @MainActor () -> Int?
  ) {
    dismiss()
    let made = ModalNode(layer, at: position, above: context.below(self))
    modal = made
    made.show(content)
  }

  /// Ends the presented content.
  package func dismiss() {
    modal?.end()
    modal = nil
  }

  override func end() {
    dismiss()
    super.end()
    graphNode.end()
  }
}
