import WaylineGraph

extension EnvironmentValues {
  /// The store of `@AppStorage` and `@Persisted` in this subtree; nil for the program's default.
  package var defaultAppStorage: (any PersistentStore)? {
    get { self[StoresKey.self].app }
    set { self[StoresKey.self].app = newValue }
  }

  /// The keychain of `@KeychainStorage` in this subtree; nil for the program's default.
  ///
  /// A provider is given through ``ProviderStore/store(for:)``.
  package var defaultKeychain: (any PersistentStore)? {
    get { self[StoresKey.self].keychain }
    set { self[StoresKey.self].keychain = newValue }
  }

  /// The registry of the stores that wrappers of this subtree use; nil outside a scene.
  package var storesInUse: StoresInUse? {
    get { self[StoresKey.self].inUse }
    set { self[StoresKey.self].inUse = newValue }
  }

  /// The store of `@SceneStorage` in this subtree; nil outside a scene.
  package var sceneStorage: SceneStore? {
    get { self[StoresKey.self].scene }
    set { self[StoresKey.self].scene = newValue }
  }

  /// Gives the stores of a scene: those of its settings and secrets, of the scene itself, and the registry.
  package mutating func useStores(
    _ app: any PersistentStore, keychain: any PersistentStore, scene: SceneStore,
    notedIn inUse: StoresInUse
  ) {
    self[StoresKey.self] = EnvironmentStores(
      app: app, keychain: keychain, inUse: inUse, scene: scene)
  }
}

/// The part of a store that belongs to one scene.
package struct SceneStore: Sendable {
  /// The store that holds the scene's values.
  package let store: any PersistentStore
  /// The scene's identifier, which is the same when the scene comes back.
  package let id: String

  /// Names the part of `store` that belongs to the scene `id`.
  package init(_ store: any PersistentStore, id: String) {
    self.store = store
    self.id = id
  }

  var place: (store: any PersistentStore, namespace: String) {
    (store, StoreKey.scene(id))
  }
}

/// The stores of a subtree; one value, since a scene gives all of them at once.
private struct EnvironmentStores: Equatable {
  var app: (any PersistentStore)?
  var keychain: (any PersistentStore)?
  var inUse: StoresInUse?
  var scene: SceneStore?

  static func == (first: Self, second: Self) -> Bool {
    first.app === second.app && first.keychain === second.keychain
      && first.inUse === second.inUse && first.scene?.store === second.scene?.store
      && first.scene?.id == second.scene?.id
  }
}

private enum StoresKey: EnvironmentKey {
  static var defaultValue: EnvironmentStores { EnvironmentStores() }
}

/// The stores that a scene's wrappers use, also those that only one wrapper was given, so
/// that their refusals are reported, and changes of other processes in them are seen.
///
/// It retains no store.
@MainActor
package final class StoresInUse {
  private struct Known {
    weak var store: (any PersistentStore)?
  }

  // An access calls no other code.
  @exclusivity(unchecked) private var known: [ObjectIdentifier: Known] = [:]

  /// Creates an empty registry.
  package init() {}

  func note(_ store: any PersistentStore) {
    guard known[ObjectIdentifier(store)]?.store == nil else { return }
    known = known.filter { $0.value.store != nil }
    known[ObjectIdentifier(store)] = Known(store: store)
  }

  /// The stores that still exist, in the order of their names.
  private var stores: [any PersistentStore] {
    known.values.compactMap(\.store).sorted { $0.hub.name < $1.hub.name }
  }

  /// Returns the events of the stores since the last call, those of each store oldest first.
  package func takeEvents() -> [StoreEvent] {
    guard known.values.contains(where: { $0.store?.hub.hasEvents == true }) else { return [] }
    return stores.flatMap { $0.hub.takeEvents() }
  }

  /// True if a value was read that is locked.
  package var hasLockedValues: Bool {
    known.values.contains { $0.store?.hub.hasLockedValues == true }
  }

  /// True if there is a store besides these two, which the scene itself checks.
  package func hasStores(besides state: any PersistentStore, _ secrets: any PersistentStore) -> Bool
  {
    // NB: called before each command: not with closures, which would look up their thread each time,
    // and without a copy of a weak reference.
    let own = (ObjectIdentifier(state), ObjectIdentifier(secrets))
    for id in known.keys where id != own.0 && id != own.1 {
      if known[id]?.store != nil { return true }
    }
    return false
  }

  /// Checks the stores besides these two for changes of other processes.
  package func checkForeignChanges(
    besides state: any PersistentStore, _ secrets: any PersistentStore
  ) {
    guard hasStores(besides: state, secrets) else { return }
    for store in stores where store !== state && store !== secrets { store.checkForeignChanges() }
  }
}
