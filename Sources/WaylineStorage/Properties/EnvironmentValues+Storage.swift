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

  /// Who is told which stores the wrappers of this subtree use; nil outside a scene.
  package var storeWitness: StoreWitness? {
    get { self[StoreWitnessKey.self] }
    set { self[StoreWitnessKey.self] = newValue }
  }

  /// Where `@SceneStorage` keeps its values; nil outside a scene.
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

private enum StoreWitnessKey: EnvironmentKey {
  static var defaultValue: StoreWitness? { nil }
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
