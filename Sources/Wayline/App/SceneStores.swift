import WaylineSecrets
import WaylineStorage

/// Where one scene keeps what it keeps.
public struct SceneStores: Sendable {
  /// Settings and saved values.
  public let state: any PersistentStore
  /// What `@KeychainStorage` uses.
  public let keychain: any KeychainProvider
  /// The store behind the keychain.
  let secrets: any PersistentStore
  /// The part of a store that is this scene's.
  package let scene: SceneStore
  /// Where the scene's place is saved; nil when it is not.
  package let place: SceneStore?
  /// Where the claims on scenes lie; nil in memory.
  package let folder: PrivateFolder?

  /// Stores of a scene with a name of its own; its place is saved in `place`, if there is one.
  package init(
    state: any PersistentStore, keychain: any KeychainProvider, scene: SceneStore,
    place: SceneStore?, folder: PrivateFolder? = nil
  ) {
    self.state = state
    self.keychain = keychain
    self.scene = scene
    self.place = place
    self.folder = folder
    secrets = ProviderStore.store(for: keychain)
  }

  /// Stores that end with the process.
  public static func inMemory() -> SceneStores {
    SceneStores(state: MemoryStore(name: "state"), keychain: MemoryKeychain(name: "secrets"))
  }

  /// The given stores; the scene is called `main` and its place is saved.
  public init(state: any PersistentStore, keychain: any KeychainProvider) {
    let scene = SceneStore(state, id: "main")
    self.init(state: state, keychain: keychain, scene: scene, place: scene)
  }

  /// The given stores for one of several scenes, which share them.
  ///
  /// - Parameters:
  ///   - state: keeps settings, and the scene's own values and place.
  ///   - keychain: keeps secrets.
  ///   - name: under which the scene's own values and its place are kept, for the next session of
  ///     that name; nil for a scene that ends with its session. Only one session of a name may run
  ///     at a time.
  public init(state: any PersistentStore, keychain: any KeychainProvider, scene name: String?) {
    let scene = SceneStore(name == nil ? MemoryStore(name: "scene") : state, id: name ?? "scene")
    self.init(state: state, keychain: keychain, scene: scene, place: name == nil ? nil : scene)
  }

  /// The stores that wrappers mean outside a view while the scene is made.
  var defaults: DefaultStores {
    DefaultStores(state: state, keychain: keychain, sceneID: scene.id)
  }

  /// What the stores have had to say since the last call, oldest first.
  func takeEvents() -> [StoreEvent] {
    state.hub.takeEvents() + secrets.hub.takeEvents()
  }
}
