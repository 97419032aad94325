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
  ///
  /// - Parameter keyFile: the file that opens the secrets, instead of one in the folder of the state.
  package init(at place: StorePlace, keyFile: String? = nil) {
    switch place {
    case .memory:
      folder = nil
      state = MemoryStore(name: "state")
      secrets = .inMemory()
    case .files(let folders):
      let path = folders.state.file("state.sqlite3").path
      folder = folders.state
      state = SQLiteStore(path, name: path)
      secrets =
        keyFile.map { SecretStore(folder: folders.data.path, keyFile: $0) }
        ?? SecretStore(in: folders.data, keys: PrivateFolder(folders.state.file("keys").path))
    }
    secrets.hideProcess()
  }
}
