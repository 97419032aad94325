import WaylineStorage

extension View {
  /// The store of `@AppStorage` and `@Persisted` below.
  nonisolated public func defaultAppStorage(_ store: any PersistentStore) -> some View {
    environment(\.defaultAppStorage, store)
  }

  /// The keychain of `@KeychainStorage` below.
  nonisolated public func defaultKeychain(_ provider: any KeychainProvider) -> some View {
    environment(\.defaultKeychain, ProviderStore.store(for: provider))
  }
}
