import Wayline

extension Host {
  /// An object that has to be gone when the host has ended.
  struct Watched {
    weak var object: AnyObject?
    let name: String
  }

  /// Watches an object that the views own; ``end(turns:)`` tells if it outlives them.
  public func watch(_ object: AnyObject, as name: String) {
    watched.append(Watched(object: object, name: name))
  }

  /// Ends the scene, and tells ``onFailure`` what is in memory that should not be.
  ///
  /// Views, the router and watched objects are looked at, also those of scenes before a
  /// ``restart()``. Afterwards the host shows an empty screen.
  ///
  /// - Parameter turns: how many turns of the main actor cancelled tasks have to let go.
  public func end(turns: Int = 1_000) async {
    probes.append(SceneProbe(scene))
    scene.end()
    scene = SceneHost(stores: .inMemory()) { EmptyView() }
    for follower in followers { follower.finish() }
    followers = []
    for _ in 0..<turns where !living.isEmpty { await Task.yield() }
    let names = living
    if !names.isEmpty {
      onFailure("Still in memory after the end: \(names.joined(separator: ", ")).")
    }
  }

  private var living: [String] {
    probes.flatMap(\.living) + watched.filter { $0.object != nil }.map(\.name)
  }
}
