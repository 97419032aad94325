import WaylineGraph
import WaylineViews

/// The root of a scene: gives its views the router, and shows what stands in front of them.
///
/// The facade and hosts wrap the program's first view in it.
package struct NavigationScene<Content: View> {
  private let router: Router
  private let content: Content

  /// Shows `content` as the first screen of a router's scene.
  nonisolated package init(_ router: Router, @ViewBuilder content: () -> Content) {
    self.router = router
    self.content = content()
  }

}

extension NavigationScene: View {
  /// What the scene shows: its first screen, and what is in front of it.
  package var body: some View {
    let host = router.sceneHost
    SegmentView(host: host, start: RootStart(root: content))
      .environment(
        \.place,
        NavigationPlace(
          router: router, host: host, context: .entry(.scene), entry: .scene, isRoot: true))
  }
}

extension NavigationEntry.ID {
  /// The first screen of a scene.
  static let scene = NavigationEntry.ID(number: 0)
}
