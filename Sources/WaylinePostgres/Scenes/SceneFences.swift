import Synchronization
import WaylineStorage
import WaylineSystem

/// The claims of a process on scenes, by which its writes of them are fenced.
///
/// A claim stays here after it was taken over, until its session ends: it is what has those writes refused.
final class SceneFences: Sendable {
  private struct State {
    var tokens: [StoreKey: Int64] = [:]
    /// The uptimes of the last writes of scenes, or of their claims.
    var uses: [StoreKey: Duration] = [:]
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
    let now = SystemClock.uptime()
    let token = state.withLock { state in
      let token = state.tokens[StoreKey(name)]
      if token != nil { state.uses[StoreKey(name)] = now }
      return token
    }
    return token.map { Fence(scene: name, token: $0) }
  }

  /// The claims.
  var all: [Fence] {
    state.withLock { $0.tokens }.map { Fence(scene: $0.key.name, token: $0.value) }
  }

  /// The time since the last write of a claimed scene.
  func idleTime(of scene: String) -> Duration {
    let now = SystemClock.uptime()
    return now - (state.withLock { $0.uses[StoreKey(scene)] } ?? now)
  }

  /// Adds a claim.
  func add(_ fence: Fence) {
    state.withLock { state in
      let key = StoreKey(fence.scene)
      (state.tokens[key], state.owners[key]) = (fence.token, nil)
      state.uses[key] = SystemClock.uptime()
    }
  }

  /// Removes a claim, unless the process has a newer one on the scene.
  func remove(_ fence: Fence) {
    state.withLock { state in
      let key = StoreKey(fence.scene)
      guard state.tokens[key] == fence.token else { return }
      (state.tokens[key], state.owners[key], state.uses[key]) = (nil, nil, nil)
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
