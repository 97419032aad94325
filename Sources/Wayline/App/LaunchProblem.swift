import WaylineNavigation
import WaylineSecrets
import WaylineShell
import WaylineStorage
import WaylineSystem

/// The reason why a program could not start.
enum LaunchProblem: Error {
  /// A script, log or file of answers, and the reason.
  case unreadable(String, String)
  case unwritableLog(String, ErrorCode)
  case sceneInUse(String)
  case noFreeScene
  case store(StoreError)
  case passphrase(SecretError)

  /// The exit status of the program.
  var status: ShellStatus {
    switch self {
    case .unreadable: .unreadableData
    case .unwritableLog: .cannotCreate
    case .sceneInUse, .noFreeScene: .busy
    case .store, .passphrase: .noPermission
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
    case .passphrase(.store(let error)): "\(error)"
    case .passphrase(let error): "The passphrase could not be read. \(error)"
    }
  }
}

/// A word on the command line that is not understood.
enum UsageError: Error, Hashable {
  case unknownOption(String, known: [String])
  case missingValue(String, String)
  case unwantedValue(String)
  case wrongValue(String, String, String)
  case requires(String, String)
  case excludes(String, String)
  case misplacedVerb(String, program: String)
  case notText(String)
}

extension UsageError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownOption(let word, let known):
      "There is no option '\(word)'.\(Self.suggestion(for: word, among: known))"
    case .missingValue(let flag, let operand): "\(flag) needs a value: \(flag) \(operand)."
    case .unwantedValue(let flag): "\(flag) takes no value."
    case .wrongValue(let flag, let value, let wanted):
      "\(flag) cannot be '\(value)'; it takes \(wanted)."
    case .requires(let flag, let other): "\(flag) requires \(other)."
    case .excludes(let flag, let other): "\(flag) cannot be used with \(other)."
    case .misplacedVerb(let verb, let program):
      "'\(verb)' must be the first word: \(program) \(verb)."
    case .notText(let word):
      "'\(word)' is not UTF-8. Only names of files and folders may have other bytes."
    }
  }

  /// Refuses words that are not UTF-8, of which a program would see other letters than were typed.
  static func requireText(_ words: some Sequence<String>) throws(UsageError) {
    if let word = words.first(where: \.hasSystemBytes) { throw .notText(word) }
  }

  /// Refuses a value that is not UTF-8.
  static func requireText(_ value: String?, of flag: String) throws(UsageError) {
    if let value, value.hasSystemBytes { throw .wrongValue(flag, value, "UTF-8 text") }
  }

  private static func suggestion(for word: String, among flags: [String]) -> String {
    let near = word.hasPrefix("--") ? nearest(to: word, among: flags) : spelledOut(word, flags)
    return near.map { " Did you mean \($0)?" } ?? ""
  }

  /// The only option that begins with the letters after a single dash: `--version` for `-v`.
  private static func spelledOut(_ word: String, _ flags: [String]) -> String? {
    let found = flags.filter { $0.hasPrefix("-" + word) }
    return found.count == 1 ? found[0] : nil
  }
}
