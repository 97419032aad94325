/// Shows one of several layers; the covered ones stay alive and unrendered.
///
/// A layer is made when its identity first occurs and ends, top first, when it is gone.
package struct Layers<Data: RandomAccessCollection, ID: Hashable, Content: View> {
  let data: Data
  let id: (Data.Element) -> ID
  let shown: ID?
  let joinsTitles: Bool
  let content: @MainActor (Data.Element) -> Content

  /// Shows the last layer: a stack.
  nonisolated package init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.data = data
    self.id = { $0[keyPath: id] }
    shown = data.last?[keyPath: id]
    joinsTitles = true
    self.content = content
  }

  /// Shows the layer that is selected: tabs.
  nonisolated package init(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: ID?,
    @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.data = data
    self.id = { $0[keyPath: id] }
    shown = selection
    joinsTitles = false
    self.content = content
  }
}

extension Layers: PrimitiveView {
  /// Makes the node that stands for the view.
  package static func make(_ view: Self, in context: NodeContext) -> LayeredNode {
    let node = LayeredNode(in: context, joinsTitles: view.joinsTitles)
    update(node, to: view)
    return node
  }

  /// Gives the node another value of the view.
  package static func update(_ node: LayeredNode, to view: Self) {
    let elements = Array(view.data)
    let ids = elements.map(view.id)
    node.arrange(
      ids.map { AnyHashable($0) }, shown: view.shown.flatMap { ids.firstIndex(of: $0) },
      make: { index, context in
        let content = LayerContent { view.content(elements[index]) }
        return LayerContent<Content>.makeNode(content, in: context)
      },
      update: { index, node in
        let content = LayerContent { view.content(elements[index]) }
        LayerContent<Content>.updateNode(node, to: content)
      })
  }
}

/// The content of a layer, evaluated in a turn of its own.
struct LayerContent<Content> {
  let content: () -> Content
}

extension LayerContent: View where Content: View {
  var body: some View { content() }
}
