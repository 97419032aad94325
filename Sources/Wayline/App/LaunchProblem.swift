import WaylineShell
import WaylineStorage
import WaylineSystem

#if DiskStores
  import WaylineSecrets
#endif

/// The reason why a program could not start.
enum LaunchProblem: Error {
  /// A script, log or file of answers, and the reason.
  case unreadable(String, String)
  case unwritableLog(String, ErrorCode)
  case sceneInUse(String)
  case noFreeScene
  case store(StoreError)
  /// A place on disk was named, and the program is built without stores on disk.
  case noDiskStores(place: String)
  #if DiskStores
    case passphrase(SecretError)
  #endif

  /// The exit status of the program.
  var status: ShellStatus {
    switch self {
    case .unreadable: .unreadableData
    case .unwritableLog: .cannotCreate
    case .sceneInUse, .noFreeScene: .busy
    case .noDiskStores: .usage
    case .store: .noPermission
    #if DiskStores
      case .passphrase: .noPermission
    #endif
    }
  }
}

extension LaunchProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let subject, let reason): "The \(subject) could not be read: \(reason)."
    case .unwritableLog(let path, .exists):
      "The log '\(path)' could not be created: the file already exists. Choose another name."
    case .unwritableLog(let path, let reason):
      "The log '\(path)' could not be created: \(reason)."
    case .sceneInUse(let name):
      "The session '\(name)' is in use by another process. Close it there, or choose another name."
    case .noFreeScene:
      "All \(SceneLock.limit) sessions are in use by other processes. Close one of them first."
    case .store(let error): "\(error)"
    case .noDiskStores(let place):
      "Nothing can be stored in '\(place)': this program is built without the trait DiskStores. Give "
        + "--store :memory:, or build it with the trait."
    #if DiskStores
      case .passphrase(.store(let error)): "\(error)"
      case .passphrase(let error): "The passphrase could not be read. \(error)"
    #endif
    }
  }
}
