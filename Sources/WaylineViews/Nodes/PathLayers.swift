/// What lies on a root layer, as a value that knows how it differs from an earlier one.
package protocol LayerPath {
  associatedtype Element: Identifiable

  /// The elements above what both have in common, each from the bottom to the top.
  func difference(from old: Self?) -> (removed: [Element], added: [Element])
}

/// Shows the top of a stack; the covered layers stay alive and unrendered.
///
/// Unlike ``Layers`` it is told what changed: a push or a pop costs the same at any depth. What an
/// element shows must depend on the element alone; only the root is described anew.
// NB: like all views that are part of every program, it binds its parameters to nothing: whether they
// conform is known where it is used, and asking the runtime costs the first picture dearly.
package struct PathLayers<Path, Element, Root, Content> {
  let root: Root
  let path: Path
  let content: @MainActor (Element) -> Content

  /// Shows the last element of `path`, or the root when there is none.
  nonisolated package init(
    root: Root, path: Path, content: @escaping @MainActor (Element) -> Content
  ) {
    self.root = root
    self.path = path
    self.content = content
  }
}

extension PathLayers: View, PrimitiveView
where Path: LayerPath, Element == Path.Element, Root: View, Content: View {
  /// Makes the node that stands for the view.
  package static func make(_ view: Self, in context: NodeContext) -> PathNode<Path> {
    let node = PathNode<Path>(in: context, joinsTitles: true)
    node.splice(removing: 0, adding: 1) { Root.makeNode(view.root, in: $1) }
    follow(view, in: node)
    return node
  }

  /// Gives the node another value of the view.
  package static func update(_ node: PathNode<Path>, to view: Self) {
    node.updateFirst { Root.updateNode($0, to: view.root) }
    follow(view, in: node)
  }

  @MainActor private static func follow(_ view: Self, in node: PathNode<Path>) {
    let (removed, added) = view.path.difference(from: node.path)
    node.path = view.path
    guard !removed.isEmpty || !added.isEmpty else { return }
    node.splice(removing: removed.count, adding: added.count) {
      Content.makeNode(view.content(added[$0]), in: $1)
    }
  }
}

/// The node of layers that follow a path.
package final class PathNode<Path: LayerPath>: LayeredNode {
  /// The path that the layers show.
  var path: Path?
}
