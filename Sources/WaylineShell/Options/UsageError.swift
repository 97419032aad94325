import WaylineNavigation
import WaylineSystem

/// A word on the command line, or after a command, that is not understood.
package enum UsageError: Error, Hashable {
  /// A word that is no option, and the options that there are.
  case unknownOption(String, known: [String])
  /// An option without its value, and the form of the value.
  case missingValue(String, String)
  /// A switch with a value.
  case unwantedValue(String)
  /// An option or a variable, its value, and the accepted values.
  case wrongValue(String, String, String)
  /// An option, and the one that it requires.
  case requires(String, String)
  /// An option, and one that it excludes.
  case excludes(String, String)
  /// A verb that is not the first word.
  case misplacedVerb(String, program: String)
  /// A word that is not UTF-8.
  case notText(String)
}

extension UsageError: CustomStringConvertible {
  /// The sentence: what is wrong with which word.
  package var description: String {
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
  package static func requireText(_ words: some Sequence<String>) throws(UsageError) {
    if let word = words.first(where: \.hasSystemBytes) { throw .notText(word) }
  }

  /// Refuses a value that is not UTF-8.
  package static func requireText(_ value: String?, of flag: String) throws(UsageError) {
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
