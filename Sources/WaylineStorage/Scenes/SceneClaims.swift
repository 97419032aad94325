import Synchronization

/// The claims of sessions on the names of scenes, so that two sessions never use one scene.
///
/// ```swift
/// guard let claim = try claims.claimFirstFree() else { return }
/// let stores = SceneStores(state: state, keychain: keychain, claim: claim, of: claims)
/// ```
///
/// ``FileSceneClaims`` is for the processes of one host, and ``MemorySceneClaims`` for the sessions of one
/// process. A database that several hosts share brings its own.
public protocol SceneClaims: AnyObject, Sendable {
  /// Claims a scene; nil while another session has claimed it.
  ///
  /// - Parameters:
  ///   - name: the name of the scene.
  ///   - isUse: whether the scene is used from now on, so that it is the one used last; false for a claim that
  ///     only erases it.
  /// - Throws: also where nothing can be claimed, which is not a scene in use.
  func claim(_ name: String, isUse: Bool) throws(StoreError) -> SceneClaim?

  /// Claims a scene, whichever session has claimed it: that session's token is no longer the scene's.
  ///
  /// There is a default that claims what is free: a lock cannot be taken from a process that lives.
  /// - Returns: nil if the other session cannot be replaced.
  func takeOver(_ name: String) throws(StoreError) -> SceneClaim?

  /// Claims `main`, or the first free one of `main-2`, `main-3`, …; nil when all are claimed.
  ///
  /// There is a default that tries one name after the other.
  func claimFirstFree() throws(StoreError) -> SceneClaim?

  /// Lists the scenes that were claimed and not removed, the one used longest ago first.
  func names() throws(StoreError) -> [String]

  /// Removes the scene of a claim from the list, since nothing of it is stored any more.
  ///
  /// A claim that is no longer the scene's removes nothing.
  func remove(_ claim: SceneClaim)
}

extension SceneClaims {
  /// Claims a scene that is used from now on; nil while another session has claimed it.
  public func claim(_ name: String) throws(StoreError) -> SceneClaim? {
    try claim(name, isUse: true)
  }

  /// Claims a scene that is free; nil while another session has claimed it.
  public func takeOver(_ name: String) throws(StoreError) -> SceneClaim? {
    try claim(name, isUse: true)
  }

  /// Claims `main`, or the first free one of `main-2`, `main-3`, …; nil when all are claimed.
  public func claimFirstFree() throws(StoreError) -> SceneClaim? {
    for number in 1...SceneClaim.limit {
      let name = number == 1 ? "main" : "main-\(number)"
      if let claim = try claim(name) { return claim }
    }
    return nil
  }
}

/// The claim of one session on a scene, which is released with its last reference.
///
/// ```swift
/// let claim = SceneClaim("main", token: 7, isNew: true) { print("The scene 'main' is free.") }
/// ```
public final class SceneClaim: Sendable {
  /// The most scenes that one program keeps.
  public static let limit = 50

  /// The name of the scene.
  public let name: String
  /// A number that no other claim of the name has had: a store that several hosts share refuses the writes of
  /// an earlier one.
  public let token: Int64
  /// True if there was no scene of this name before.
  public let isNew: Bool
  private let onRelease: @Sendable () -> Void

  /// Creates a claim, as ``SceneClaims`` do.
  ///
  /// - Parameters:
  ///   - name: the name of the scene.
  ///   - token: a number that no other claim of the name has had.
  ///   - isNew: whether the scene did not exist before.
  ///   - onRelease: frees the scene; called once, when the last reference to the claim is released.
  public init(
    _ name: String, token: Int64, isNew: Bool, onRelease: @escaping @Sendable () -> Void
  ) {
    (self.name, self.token, self.isNew) = (name, token, isNew)
    self.onRelease = onRelease
  }

  deinit { onRelease() }
}

/// The session that has a scene, as others see it, where it can be replaced.
package struct SceneHolder: Hashable, Sendable {
  /// The name of its host.
  package let host: String
  /// The time since it changed something of the scene; known to a few seconds.
  package let idleTime: Duration

  /// Describes a session.
  package init(host: String, idleTime: Duration) {
    (self.host, self.idleTime) = (host, idleTime)
  }
}

/// Claims among the sessions of one process: for `--store :memory:`, tests, and servers.
///
/// ```swift
/// let claims = MemorySceneClaims()
/// let claim = try claims.claimFirstFree()
/// ```
public final class MemorySceneClaims: SceneClaims {
  private struct Entry {
    /// The token of the present claim; nil while the scene is free.
    var token: Int64?
    var lastUse: Int64
  }

  private struct State {
    /// By the name as a key, which is compared by its UTF-8.
    var entries: [StoreKey: Entry] = [:]
    /// Counts the claims: the token of the newest one.
    var count: Int64 = 0
  }

  private let state = Mutex(State())

  /// Creates claims of no scene.
  public init() {}

  /// Claims a scene; nil while another session has claimed it.
  public func claim(_ name: String, isUse: Bool) throws(StoreError) -> SceneClaim? {
    claim(name, isUse: isUse, replacing: false)
  }

  /// Claims a scene, whichever session has claimed it.
  public func takeOver(_ name: String) throws(StoreError) -> SceneClaim? {
    claim(name, isUse: true, replacing: true)
  }

  /// Lists the scenes that were claimed and not removed, the one used longest ago first.
  public func names() throws(StoreError) -> [String] {
    state.withLock { $0.entries }
      .sorted { $0.value.lastUse < $1.value.lastUse }.map(\.key.name)
  }

  /// Removes the scene of a claim from the list.
  public func remove(_ claim: SceneClaim) {
    state.withLock { state in
      let key = StoreKey(claim.name)
      if state.entries[key]?.token == claim.token { state.entries[key] = nil }
    }
  }

  private func claim(_ name: String, isUse: Bool, replacing: Bool) -> SceneClaim? {
    let key = StoreKey(name)
    let made = state.withLock { state -> (token: Int64, isNew: Bool)? in
      let known = state.entries[key]
      guard replacing || known?.token == nil else { return nil }
      state.count += 1
      state.entries[key] = Entry(
        token: state.count, lastUse: isUse ? state.count : known?.lastUse ?? state.count)
      return (state.count, known == nil)
    }
    return made.map { made in
      SceneClaim(name, token: made.token, isNew: made.isNew) { [weak self] in
        self?.release(key, made.token)
      }
    }
  }

  /// Frees a scene, unless another session has taken it over.
  private func release(_ key: StoreKey, _ token: Int64) {
    state.withLock { state in
      if state.entries[key]?.token == token { state.entries[key]?.token = nil }
    }
  }
}
