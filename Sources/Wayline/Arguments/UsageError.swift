import WaylineNavigation
import WaylineShell

/// A word on the command line that is not understood.
package enum UsageError: Error, Hashable {
  case unknownOption(String, known: [String])
  case missingValue(String, String)
  case unwantedValue(String)
  case wrongValue(String, String, String)
  case alone(String, without: String)
}

extension UsageError: CustomStringConvertible {
  /// The text that is shown.
  package var description: String {
    switch self {
    case .unknownOption(let word, let known):
      "There is no option '\(word)'.\(Self.nearest(to: word, among: known))"
    case .missingValue(let flag, let operand): "\(flag) needs a value: \(flag) \(operand)."
    case .unwantedValue(let flag): "\(flag) takes no value."
    case .wrongValue(let flag, let value, let wanted):
      "\(flag) cannot be '\(value)'; it takes \(wanted)."
    case .alone(let flag, let other): "\(flag) requires \(other)."
    }
  }

  private static func nearest(to word: String, among flags: [String]) -> String {
    let near =
      word.hasPrefix("--")
      ? WaylineNavigation.nearest(to: word, among: flags) : spelledOut(word, flags)
    return near.map { " Did you mean \($0)?" } ?? ""
  }

  /// The only option that begins with the letters after a single dash: `--help` for `-h`.
  private static func spelledOut(_ word: String, _ flags: [String]) -> String? {
    let found = flags.filter { $0.hasPrefix("-" + word) }
    return found.count == 1 ? found[0] : nil
  }
}
