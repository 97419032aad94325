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

  // What the child keeps need not be kept here too.
  override var fragment: Fragment {
    noteRead()
    return child?.fragment ?? .empty
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

/// A node that makes something else of what its one child shows, and keeps that.
package class ShapingNode: PassNode {
  final override var fragment: Fragment { keptFragment }

  /// What its child contributes.
  final var childFragment: Fragment { child?.fragment ?? .empty }
}
