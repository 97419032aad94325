import WaylineGraph

/// A node with several layers, of which one shows; the others stay alive, unrendered.
package final class LayeredNode: ViewNode {
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

  override func makeRows(in rows: inout RowList) {
    if let shown { entries[shown].node.appendRows(to: &rows) }
  }

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

  private func showLayer(insteadOf before: ViewNode?) {
    let after = shown.map { entries[$0].node }
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
