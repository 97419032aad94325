/// A node that shows its children one after the other.
package class GroupNode: ViewNode {
  final private(set) var children: [ViewNode] = []

  final override var childNodes: [ViewNode] { children }
  override var isVacant: Bool { children.allSatisfy(\.isVacant) }

  final func replaceChildren(_ children: [ViewNode]) {
    self.children = children
    linesChanged()
  }

  override func makeFragment() -> Fragment { Fragment(parts: children.map(\.fragment)) }
}
