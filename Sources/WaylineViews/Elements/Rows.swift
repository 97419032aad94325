/// The rows of a list.
struct Rows<Content: View> {
  let content: Content

  nonisolated init(_ content: Content) {
    self.content = content
  }
}

extension Rows: PrimitiveView {
  static func make(_ view: Self, in context: NodeContext) -> RowsNode {
    let node = RowsNode(in: context)
    node.child = Content.makeNode(view.content, in: context.below(node))
    return node
  }

  static func update(_ node: RowsNode, to view: Self) {
    if let child = node.child { Content.updateNode(child, to: view.content) }
  }
}

/// The node of a list's rows.
final class RowsNode: PassNode {
  override var isOneView: Bool { true }

  override func makeFragment() -> Fragment {
    var rows = RowList()
    child?.appendRows(to: &rows)
    return Fragment(parts: Fragment.listed(rows.fragments))
  }

  override func makeRows(in rows: inout RowList) { rows.append(fragment) }
}

extension Fragment {
  /// Fragments as the rows of a list: single actions are their rows, labels are aligned.
  ///
  /// - Complexity: O(rows).
  static func listed(_ rows: [Fragment]) -> [Fragment] { aligned(rows.map(\.asRow)) }

  /// The fragment as a row: with one action in it, the whole text is that action's label.
  private var asRow: Fragment {
    guard elementCount == 1 else { return self }
    let page = flattened
    guard page.lines.count > 1 || page.lines.first?.spans.count ?? 0 > 1 else { return self }
    var element = page.elements[0]
    guard [.button, .link].contains(element.kind) else { return self }
    element.label = page.text
    let row = Fragment([Line([.element(0)])], elements: [element])
    return isSetOff ? Fragment(parts: [row], isSetOff: true) : row
  }
}
