import WaylineGraph
import WaylineViews

/// The root of a scene: gives its views the router, and shows what stands in front of them.
///
/// The facade and hosts wrap the program's first view in it.
package struct NavigationScene<Content> {
  private let router: Router
  private let content: Content

  /// Shows `content` as the first screen of a router's scene.
  nonisolated package init(_ router: Router, @ViewBuilder content: () -> Content) {
    self.router = router
    self.content = content()
  }

}

extension NavigationScene: View, PrimitiveView where Content: View {
  /// Makes the node that stands for the view.
  package static func make(_ view: Self, in context: NodeContext) -> EnvironmentNode {
    EnvironmentWriter.make(view.shown, in: context)
  }

  /// Gives the node another value of the view.
  package static func update(_ node: EnvironmentNode, to view: Self) {
    EnvironmentWriter.update(node, to: view.shown)
  }

  /// The first screen, and what is in front of it.
  @MainActor private var shown: EnvironmentWriter<SegmentView<EnvironmentWriter<Content>>> {
    let host = router.sceneHost
    return SegmentView(host: host, root: content).place(
      NavigationPlace(
        router: router, host: host, context: .entry(.scene), entry: .scene, isRoot: true))
  }
}

extension NavigationEntry.ID {
  /// The first screen of a scene.
  static let scene = NavigationEntry.ID(number: 0)
}
