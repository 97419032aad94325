import WaylineGraph

extension EnvironmentValues {
  /// The store of `@AppStorage` and `@Persisted` in this subtree; nil for the program's default.
  package var defaultAppStorage: (any PersistentStore)? {
    get { self[AppStorageStoreKey.self] }
    set { self[AppStorageStoreKey.self] = newValue }
  }

  /// The keychain of `@KeychainStorage` in this subtree; nil for the program's default.
  ///
  /// A provider is given through ``ProviderStore/store(for:)``.
  package var defaultKeychain: (any PersistentStore)? {
    get { self[KeychainStoreKey.self] }
    set { self[KeychainStoreKey.self] = newValue }
  }

  /// The registry of the stores that wrappers of this subtree use; nil outside a scene.
  package var storesInUse: StoresInUse? {
    get { self[StoresInUseKey.self] }
    set { self[StoresInUseKey.self] = newValue }
  }

  /// The store of `@SceneStorage` in this subtree; nil outside a scene.
  package var sceneStorage: SceneStore? {
    get { self[SceneStoreKey.self] }
    set { self[SceneStoreKey.self] = newValue }
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

private enum StoresInUseKey: EnvironmentKey {
  static var defaultValue: StoresInUse? { nil }
}

private enum AppStorageStoreKey: EnvironmentKey {
  static var defaultValue: (any PersistentStore)? { nil }
}

private enum KeychainStoreKey: EnvironmentKey {
  static var defaultValue: (any PersistentStore)? { nil }
}

private enum SceneStoreKey: EnvironmentKey {
  static var defaultValue: SceneStore? { nil }
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
