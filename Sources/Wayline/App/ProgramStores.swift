import WaylineSQLite
import WaylineSecrets
import WaylineStorage

/// The stores of a running program, and the folder that they share.
///
/// Nothing is opened before the first value is used.
package struct ProgramStores: Sendable {
  /// Settings, saved values, and scenes.
  package let state: any PersistentStore
  /// What `@KeychainStorage` keeps.
  package let secrets: SecretStore
  /// Where state lies; nil in memory.
  package let folder: PrivateFolder?

  /// The stores at a place.
  package init(at place: StorePlace) {
    switch place {
    case .memory:
      folder = nil
      state = MemoryStore(name: "state")
      secrets = .inMemory()
    case .files(let folders):
      let path = folders.state.file("state.sqlite3").path
      folder = folders.state
      state = SQLiteStore(path, name: path)
      secrets = SecretStore(
        in: folders.data, keys: PrivateFolder(folders.state.file("keys").path))
    }
  }
}
