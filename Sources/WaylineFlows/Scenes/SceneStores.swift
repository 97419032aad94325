import WaylineStorage
import WaylineViews

/// The stores of one scene: state, secrets, the scene's own values, and its place.
public struct SceneStores: Sendable {
  /// The parts, which a scene has in several places.
  private final class Parts: Sendable {
    let state: any PersistentStore
    let keychain: any KeychainProvider
    let sealed: (any SealedKeychain)?
    let secrets: any PersistentStore
    let scene: SceneStore
    let place: SceneStore?
    let claims: (any SceneClaims)?
    let claim: SceneClaim?

    init(
      state: any PersistentStore, keychain: any KeychainProvider, sealed: (any SealedKeychain)?,
      scene: SceneStore, place: SceneStore?, claims: (any SceneClaims)?, claim: SceneClaim?
    ) {
      (self.state, self.keychain, self.sealed) = (state, keychain, sealed)
      (self.scene, self.place) = (scene, place)
      (self.claims, self.claim) = (claims, claim)
      secrets = sealed ?? ProviderStore.store(for: keychain)
    }
  }

  private let parts: Parts

  /// The store of settings and saved values.
  public var state: any PersistentStore { parts.state }
  /// The default provider of `@KeychainStorage`.
  public var keychain: any KeychainProvider { parts.keychain }
  /// The keychain, if its secrets can be locked.
  var sealed: (any SealedKeychain)? { parts.sealed }
  /// The store behind the keychain.
  package var secrets: any PersistentStore { parts.secrets }
  /// The part of a store that belongs to this scene.
  package var scene: SceneStore { parts.scene }
  /// The store of the scene's place; nil when it is not saved.
  package var place: SceneStore? { parts.place }
  /// The claims of the program's sessions; nil where the caller sees to it that each scene has one session.
  package var claims: (any SceneClaims)? { parts.claims }
  /// The name of the scene that the session has claimed; nil for one that is not saved.
  package var claimedScene: String? { parts.claim?.name }

  /// Creates the stores of a named scene; its place is saved in `place`, if there is one.
  ///
  /// - Parameters:
  ///   - keychain: one that can be locked, which saves the look whether it can.
  ///   - claim: the claim on the scene, which lasts as long as its stores; nil where it is not saved.
  package init(
    state: any PersistentStore, keychain: any SealedKeychain, scene: SceneStore,
    place: SceneStore?, claims: any SceneClaims, claim: SceneClaim?
  ) {
    parts = Parts(
      state: state, keychain: keychain, sealed: keychain, scene: scene, place: place,
      claims: claims, claim: claim)
  }

  private init(
    state: any PersistentStore, keychain: any KeychainProvider, scene: SceneStore,
    place: SceneStore?, claims: (any SceneClaims)? = nil, claim: SceneClaim? = nil
  ) {
    // NB: the first cast to a protocol looks at each conformance of the program, and a cast to a class that fails
    // looks for names of types.
    let sealed =
      type(of: keychain) == MemoryKeychain.self ? nil : keychain as? any SealedKeychain
    parts = Parts(
      state: state, keychain: keychain, sealed: sealed, scene: scene, place: place,
      claims: claims, claim: claim)
  }

  /// Returns stores that end with the process.
  public static func inMemory() -> SceneStores {
    SceneStores(state: MemoryStore(name: "state"), keychain: MemoryKeychain(name: "secrets"))
  }

  /// Creates stores for the scene `main`, whose place is saved.
  public init(state: any PersistentStore, keychain: any KeychainProvider) {
    let scene = SceneStore(state, id: "main")
    self.init(state: state, keychain: keychain, scene: scene, place: scene)
  }

  /// Creates stores for one of several scenes, which share them.
  ///
  /// - Parameters:
  ///   - state: stores settings, and the scene's own values and place.
  ///   - keychain: stores secrets.
  ///   - name: the name under which the scene's own values and its place are stored, for the next
  ///     session of that name; nil for a scene that ends with its session. Only one session of a
  ///     name may run at a time; `SceneClaims` see to that where several could.
  public init(state: any PersistentStore, keychain: any KeychainProvider, scene name: String?) {
    let scene = SceneStore(name == nil ? MemoryStore(name: "scene") : state, id: name ?? "scene")
    self.init(state: state, keychain: keychain, scene: scene, place: name == nil ? nil : scene)
  }

  /// Creates stores for the scene of a claim, which lasts as long as they do.
  ///
  /// - Parameters:
  ///   - state: stores settings, and the scene's own values and place.
  ///   - keychain: stores secrets.
  ///   - claim: the claim on the scene.
  ///   - claims: the claims of the other sessions: `scene erase NAME` refuses a scene that is in use.
  public init(
    state: any PersistentStore, keychain: any KeychainProvider, claim: SceneClaim,
    of claims: any SceneClaims
  ) {
    let scene = SceneStore(state, id: claim.name)
    self.init(
      state: state, keychain: keychain, scene: scene, place: scene, claims: claims, claim: claim)
  }

  /// Erases the saved place and the values of the scene; shared state and secrets stay.
  ///
  /// The next session of the scene begins at its first screen. Only while no session of it runs.
  public func eraseScene() throws(StoreError) {
    let scenes = SavedScenes(store: scene.store)
    try scenes.erase(try scenes.keys()[scene.id] ?? [])
  }

  /// The stores of wrappers outside a view while the scene is made.
  package var defaults: DefaultStores {
    DefaultStores(state: state, secrets: secrets, sceneID: scene.id)
  }

  /// Returns the events of the stores since the last call, oldest first.
  func takeEvents() -> [StoreEvent] {
    state.hub.takeEvents(for: scene.id) + secrets.hub.takeEvents()
  }
}

extension View {
  /// Sets the store of `@AppStorage` and `@Persisted` in this view and below.
  nonisolated public func defaultAppStorage(_ store: any PersistentStore) -> some View {
    environment(\.defaultAppStorage, store)
  }

  /// Sets the keychain of `@KeychainStorage` in this view and below.
  nonisolated public func defaultKeychain(_ provider: any KeychainProvider) -> some View {
    environment(\.defaultKeychain, ProviderStore.store(for: provider))
  }
}
