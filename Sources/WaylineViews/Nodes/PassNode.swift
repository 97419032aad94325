/// A node that shows its one child as it is.
package class PassNode: ViewNode {
  final var child: ViewNode?

  final override var childNodes: [ViewNode] { child.map { [$0] } ?? [] }

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
  }
}
