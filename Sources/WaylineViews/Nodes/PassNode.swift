import WaylineGraph

/// A node that shows its one child as it is.
package class PassNode: ViewNode {
  final var child: ViewNode?

  final override var childNodes: [ViewNode] { child.map { [$0] } ?? [] }
  override var isVacant: Bool { child?.isVacant ?? true }

  override func makeFragment() -> Fragment { child?.fragment ?? .empty }

  override func makeRows(in rows: inout RowList) {
    child?.appendRows(to: &rows)
  }

  /// Ends the child and puts another in its place.
  final func replaceChild(_ make: () -> ViewNode?) {
    child?.end()
    child = nil
    child = make()
    linesChanged()
    contentsChanged()
  }

  /// Gives the child of an evaluated node its new value, or makes the child.
  final func show<Content: View>(_ content: Content) {
    if let child { return Content.updateNode(child, to: content) }
    child = Content.makeNode(content, in: context.below(self))
    linesChanged()
  }
}
