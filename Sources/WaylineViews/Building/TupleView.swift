/// Several views, one after the other.
public struct TupleView<each Child> {
  /// The views in order.
  @usableFromInline package let children: (repeat each Child)

  // NB: a program that sees this makes the views where they stay, without a look at their types.
  @inlinable
  nonisolated init(_ child: repeat each Child) {
    children = (repeat each child)
  }
}

extension TupleView: View, PrimitiveView where repeat each Child: View {
  /// Makes the node that stands for the view.
  package static func make(_ view: Self, in context: NodeContext) -> GroupNode {
    let node = GroupNode(in: context)
    let below = context.below(node)
    var made: [ViewNode] = []
    func add<Element: View>(_ element: Element) {
      made.append(Element.makeNode(element, in: below))
    }
    repeat add(each view.children)
    node.replaceChildren(made)
    return node
  }

  /// Gives the node another value of the view.
  package static func update(_ node: GroupNode, to view: Self) {
    let nodes = node.children
    var index = 0
    func update<Element: View>(_ element: Element) {
      Element.updateNode(nodes[index], to: element)
      index += 1
    }
    repeat update(each view.children)
  }
}
