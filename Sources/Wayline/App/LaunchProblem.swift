import Glibc
import WaylineSecrets
import WaylineShell
import WaylineStorage

/// Why a program could not start.
enum LaunchProblem: Error {
  case unreadableScript(String, Int32)
  case unwritableLog(String, Int32)
  case unreadableLog(String, String)
  case unreadableAnswers(String, Int32)
  case sceneInUse(String)
  case noFreeScene
  case store(StoreError)
  case passphrase(SecretError)

  /// What the program tells its parent.
  var status: ShellStatus {
    switch self {
    case .unreadableScript, .unreadableLog, .unreadableAnswers: .unreadableData
    case .unwritableLog: .noPermission
    case .sceneInUse, .noFreeScene: .busy
    case .store, .passphrase: .noPermission
    }
  }
}

extension LaunchProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadableScript(let path, let code):
      "The script '\(path)' could not be read: \(String(cString: strerror(code)))."
    case .unwritableLog(let path, let code):
      "The log '\(path)' could not be written: \(String(cString: strerror(code)))."
    case .unreadableLog(let path, let problem):
      "The log '\(path)' could not be read: \(problem)."
    case .unreadableAnswers(let name, let code):
      "The answers in \(name) could not be read: \(String(cString: strerror(code)))."
    case .sceneInUse(let name):
      "The scene '\(name)' is in use by another process. Leave it there, or choose another name."
    case .noFreeScene:
      "All \(SceneClaim.limit) scenes are in use by other processes. Leave one of them first."
    case .store(let error): "\(error)"
    case .passphrase(let error): "The passphrase could not be taken. \(error)"
    }
  }
}
