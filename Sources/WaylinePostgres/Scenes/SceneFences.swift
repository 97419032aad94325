import Synchronization
import WaylineStorage

/// The claims of a process on scenes, by which its writes of them are fenced.
///
/// A claim stays here after it was taken over, until its session ends: it is what has those writes refused.
final class SceneFences: Sendable {
  private struct State {
    var tokens: [StoreKey: Int64] = [:]
    /// The sessions that have taken scenes over, as far as they are known.
    var owners: [StoreKey: String] = [:]
  }

  private let state = Mutex(State())
  private let scene: @Sendable (StoreKey) -> String?

  /// Creates fences of no scene.
  ///
  /// - Parameter scene: returns the scene that a key belongs to; nil for one that all sessions share.
  init(_ scene: @escaping @Sendable (StoreKey) -> String?) {
    self.scene = scene
  }

  /// The fence for a write of a key; nil if no session of this process has claimed its scene.
  func fence(of key: StoreKey) -> Fence? {
    guard let name = scene(key) else { return nil }
    let token = state.withLock { $0.tokens[StoreKey(name)] }
    return token.map { Fence(scene: name, token: $0) }
  }

  /// The claims, by name.
  var all: [Fence] {
    state.withLock { $0.tokens }.map { Fence(scene: $0.key.name, token: $0.value) }
  }

  /// Adds a claim.
  func add(_ fence: Fence) {
    state.withLock { state in
      state.tokens[StoreKey(fence.scene)] = fence.token
      state.owners[StoreKey(fence.scene)] = nil
    }
  }

  /// Removes a claim, unless the process has a newer one on the scene.
  func remove(_ fence: Fence) {
    state.withLock { state in
      let key = StoreKey(fence.scene)
      guard state.tokens[key] == fence.token else { return }
      (state.tokens[key], state.owners[key]) = (nil, nil)
    }
  }

  /// Notes who has taken a scene over; false if that is known.
  func note(owner: String, of scene: String) -> Bool {
    state.withLock { $0.owners.updateValue(owner, forKey: StoreKey(scene)) == nil }
  }

  /// The error for a scene that was taken over.
  func taken(_ scene: String) -> StoreError {
    let owner = state.withLock { $0.owners[StoreKey(scene)] }
    return .sceneTaken(scene, by: owner ?? "another session")
  }
}
