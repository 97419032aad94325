import WaylineGraph

/// A node that shows its one child as it is.
package class PassNode: ViewNode {
  final var child: ViewNode?

  override var childNodes: [ViewNode] { child.map { [$0] } ?? [] }
  /// Whether it is one view, whatever it shows: a stack, a list.
  var isOneView: Bool { false }

  final override var isVacant: Bool { isOneView ? false : child?.isVacant ?? true }

  override func contentsChanged() {
    if !isOneView { super.contentsChanged() }
  }

  override func makeFragment() -> Fragment { child?.fragment ?? .empty }

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
