import WaylineGraph

/// A node with several layers, of which one shows; the others stay alive, unrendered.
package class LayeredNode: ViewNode {
  let order: Int
  private(set) var entries: [Entry] = []
  private(set) var shown: Int?

  struct Entry {
    let id: AnyHashable
    let layer: ScreenLayer
    let node: ViewNode
  }

  private let joinsTitles: Bool

  init(in context: NodeContext, joinsTitles: Bool) {
    order = context.host.nextOrder()
    self.joinsTitles = joinsTitles
    super.init(in: context)
    context.layer.add(self)
  }

  override var childNodes: [ViewNode] { entries.map(\.node) }
  override var name: String { "Layers" }
  override var childIdentities: [String] { entries.map { "\($0.id)" } }

  /// The layers whose titles make the place: the shown one, and in a stack all below it.
  var layers: [ScreenLayer] {
    guard let shown else { return [] }
    return joinsTitles ? entries[...shown].map(\.layer) : [entries[shown].layer]
  }

  override func contentsChanged() {}

  override func makeFragment() -> Fragment { shown.map { entries[$0].node.fragment } ?? .empty }

  override func childLinesChanged(_ child: ViewNode) {
    if let shown, entries[shown].node === child { linesChanged() }
  }

  /// Brings the layers to the given identities; what leaves ends top first, what enters is made
  /// bottom first, and one layer shows.
  func arrange(
    _ ids: [AnyHashable], shown: Int?, make: (Int, NodeContext) -> ViewNode,
    update: (Int, ViewNode) -> Void
  ) {
    let before = self.shown.map { entries[$0].node }
    var kept: [AnyHashable: Entry] = [:]
    for entry in entries { kept[entry.id] = entry }
    let staying = Set(ids)
    for entry in entries.reversed() where !staying.contains(entry.id) { entry.node.end() }
    entries = ids.indices.map { index in
      if let entry = kept[ids[index]] {
        update(index, entry.node)
        return entry
      }
      let layer = ScreenLayer(outer: context.layer, isVisible: false)
      let below = context.below(self, layer: layer)
      return Entry(id: ids[index], layer: layer, node: make(index, below))
    }
    self.shown = shown
    showLayer(insteadOf: before)
  }

  /// Takes layers away from the top, one by one, puts others there, and shows the top.
  ///
  /// - Complexity: O(layers that change).
  final func splice(removing count: Int, adding makers: [(NodeContext) -> ViewNode]) {
    let before = shown.map { entries[$0] }
    for _ in 0..<count { entries.removeLast().node.end() }
    for make in makers {
      let layer = ScreenLayer(outer: context.layer, isVisible: false)
      let node = make(context.below(self, layer: layer))
      entries.append(Entry(id: AnyHashable(entries.count), layer: layer, node: node))
    }
    shown = entries.indices.last
    guard let top = entries.last, top.node !== before?.node else { return }
    before?.layer.setVisible(false)
    top.layer.setVisible(context.layer.isVisible)
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
    if before !== after { linesChanged() }
  }

  func outerDidBecome(visible: Bool) {
    if let shown { entries[shown].layer.setVisible(visible) }
  }

  override func end() {
    for entry in entries.reversed() { entry.node.end() }
    context.layer.remove(self)
  }
}
