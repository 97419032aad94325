import WaylineSQLite
import WaylineSecrets
import WaylineStorage

/// The stores of one scene: state, secrets, the scene's own values, and its place.
public struct SceneStores: Sendable {
  /// The parts, which a scene has in several places.
  private final class Parts: Sendable {
    let state: any PersistentStore
    let keychain: any KeychainProvider
    let secrets: any PersistentStore
    let scene: SceneStore
    let place: SceneStore?
    let folder: PrivateFolder?

    init(
      state: any PersistentStore, keychain: any KeychainProvider, scene: SceneStore,
      place: SceneStore?, folder: PrivateFolder?
    ) {
      (self.state, self.keychain) = (state, keychain)
      (self.scene, self.place, self.folder) = (scene, place, folder)
      secrets = ProviderStore.store(for: keychain)
    }
  }

  private let parts: Parts

  /// The store of settings and saved values.
  public var state: any PersistentStore { parts.state }
  /// The default provider of `@KeychainStorage`.
  public var keychain: any KeychainProvider { parts.keychain }
  /// The store behind the keychain.
  var secrets: any PersistentStore { parts.secrets }
  /// The part of a store that belongs to this scene.
  package var scene: SceneStore { parts.scene }
  /// The store of the scene's place; nil when it is not saved.
  package var place: SceneStore? { parts.place }
  /// The folder with the locks of scenes; nil in memory.
  package var folder: PrivateFolder? { parts.folder }

  /// Creates the stores of a named scene; its place is saved in `place`, if there is one.
  package init(
    state: any PersistentStore, keychain: any KeychainProvider, scene: SceneStore,
    place: SceneStore?, folder: PrivateFolder? = nil
  ) {
    parts = Parts(state: state, keychain: keychain, scene: scene, place: place, folder: folder)
  }

  /// Returns stores that end with the process.
  public static func inMemory() -> SceneStores {
    SceneStores(state: MemoryStore(name: "state"), keychain: MemoryKeychain(name: "secrets"))
  }

  /// Returns stores that show the state at a place and write nothing; without its secrets and scenes.
  static func preview(of place: StorePlace) -> SceneStores {
    guard case .files(let folders) = place else { return .inMemory() }
    let path = folders.state.file("state.sqlite3").path
    return SceneStores(
      state: PreviewStore(path, name: path), keychain: MemoryKeychain(name: "secrets"), scene: nil)
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
  ///     name may run at a time.
  public init(state: any PersistentStore, keychain: any KeychainProvider, scene name: String?) {
    let scene = SceneStore(name == nil ? MemoryStore(name: "scene") : state, id: name ?? "scene")
    self.init(state: state, keychain: keychain, scene: scene, place: name == nil ? nil : scene)
  }

  /// Erases the saved place and the values of the scene; shared state and secrets stay.
  ///
  /// The next session of the scene begins at its first screen. Only while no session of it runs.
  public func eraseScene() throws(StoreError) {
    let scenes = SavedScenes(store: scene.store)
    try scenes.erase(try scenes.keys()[scene.id] ?? [])
  }

  /// The stores of wrappers outside a view while the scene is made.
  var defaults: DefaultStores {
    DefaultStores(state: state, secrets: secrets, sceneID: scene.id)
  }

  /// Returns the events of the stores since the last call, oldest first.
  func takeEvents() -> [StoreEvent] {
    state.hub.takeEvents() + secrets.hub.takeEvents()
  }
}

extension App {
  /// The stores that the program uses, for a subcommand that runs without its scene.
  ///
  /// ```swift
  /// let stores = DeskApp.stores(at: path)
  /// @Persisted(key: "loans", store: stores.state) var loans = [String]()
  /// ```
  ///
  /// The migrations of the program are registered with them. Nothing is opened or created before
  /// the first value is read. Secrets with a passphrase stay locked: only the program itself reads
  /// `--passphrase-file` and the like.
  ///
  /// - Parameter path: the value of `--store`: a folder, or `:memory:`. Without it the variable
  ///   `<NAME>_STORE` chooses the place, and else the folders are the usual ones of the user.
  public static func stores(at path: String? = nil) -> SceneStores {
    let stores = ProgramStores(at: StorePlace(app: name, option: path))
    stores.register(migrations)
    return SceneStores(state: stores.state, keychain: stores.secrets, scene: nil)
  }
}

/// The stores of a running program, and the folder that they share.
///
/// Nothing is opened before the first value is used.
package struct ProgramStores: Sendable {
  /// The store of settings, saved values, and scenes.
  package let state: any PersistentStore
  /// The store of `@KeychainStorage`.
  package let secrets: SecretStore
  /// The folder of the state; nil in memory.
  package let folder: PrivateFolder?

  /// Creates the stores at a place.
  ///
  /// - Parameter keyFile: the file that opens the secrets, instead of one in the folder of the state.
  package init(at place: StorePlace, keyFile: String? = nil) {
    switch place {
    case .memory:
      folder = nil
      state = MemoryStore(name: "state")
      secrets = .inMemory()
    case .files(let folders):
      folder = folders.state
      state = SQLiteStore(folders.state.file("state.sqlite3"))
      secrets =
        keyFile.map { SecretStore(in: folders.data, keyFile: $0) }
        ?? SecretStore(in: folders.data, keys: folders.state.folder("keys"))
    }
    secrets.hideProcess()
  }

  /// Registers migrations with the store that holds the values of their keys.
  func register(_ migrations: [Migration]) {
    for migration in migrations {
      let isSecret = migration.key.namespace == StoreKey.keychain
      (isSecret ? secrets.hub : state.hub).register(migration)
    }
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
