import WaylineFlows
import WaylineSecrets
import WaylineShell
import WaylineStorage
import WaylineSystem

/// The reason why a program could not start.
enum LaunchProblem: Error {
  /// A script, log or file of answers, and the reason.
  case unreadable(String, String)
  case unwritableLog(String, ErrorCode)
  /// A scene that another session has, and the host of that where it is known.
  case sceneInUse(String, host: String?)
  case noFreeScene
  case store(StoreError)
  case passphrase(SecretError)

  /// The exit status of the program.
  var status: ShellStatus {
    switch self {
    case .unreadable: .unreadableData
    case .unwritableLog: .cannotCreate
    case .sceneInUse, .noFreeScene: .busy
    case .store(let error): StoreEvent.problem(error).status
    case .passphrase: .noPermission
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
    case .sceneInUse(let name, let host?):
      "The session '\(name)' is open on \(host). "
        + "Close it there, or continue it here with --scene \(ShellWord.quote(name)) --take-over."
    case .sceneInUse(let name, nil):
      "The session '\(name)' is in use by another process. Close it there, or choose another name."
    case .noFreeScene:
      "All \(SceneClaim.limit) sessions are in use by other processes. Close one of them first."
    case .store(let error): "\(error)"
    case .passphrase(.store(let error)): "\(error)"
    case .passphrase(let error): "The passphrase could not be read. \(error)"
    }
  }
}
