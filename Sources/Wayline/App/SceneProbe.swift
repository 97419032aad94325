import WaylineNavigation
import WaylineViews

/// Tells which parts of a scene are still in memory when nothing should be.
///
/// Make one before the scene ends, release the scene, and look at ``living``.
@MainActor
public struct SceneProbe {
  private struct Part {
    weak var object: AnyObject?
    let name: String
  }

  private let parts: [Part]

  /// Watches the scene, its router, and each view that is in its tree now.
  public init(_ scene: SceneHost) {
    let owners: [(AnyObject, String)] = [(scene, "the scene"), (scene.router, "the router")]
    parts = (owners + scene.views.nodes).map { Part(object: $0.0, name: $0.1) }
  }

  /// What is still in memory, by name.
  public var living: [String] {
    parts.filter { $0.object != nil }.map(\.name)
  }
}
