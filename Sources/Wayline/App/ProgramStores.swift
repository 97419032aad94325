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

  /// Chooses the stores of a program: `--store`, else `<NAME>_STORE`, else the XDG folders.
  ///
  /// - Parameters:
  ///   - name: the program's name.
  ///   - choice: the operand of `--store`: a folder, or `:memory:` for none.
  package init(name: String, choice: String?, environment: [String: String]) {
    guard
      case .files(let folders) = StorePlace(app: name, option: choice, environment: environment)
    else {
      folder = nil
      state = MemoryStore(name: "state")
      secrets = .inMemory()
      return
    }
    folder = folders.state
    let path = folders.state.file("state.sqlite3").path
    state = SQLiteStore(path, name: path)
    secrets = SecretStore(
      folder: folders.data.path, keyFolder: folders.state.file("keys").path)
  }
}
