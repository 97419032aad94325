import WaylineGraph

/// A node with several layers, of which one shows; the others stay alive, unrendered.
package class LayeredNode: ViewNode {
  private(set) var entries: [Entry] = []
  private(set) var shown: Int?

  struct Entry {
    /// What it is known by; nil where only its position counts.
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

  /// Brings the layers to the given identities; what leaves ends top first, what enters is made
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
