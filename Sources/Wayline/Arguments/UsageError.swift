import WaylineNavigation
import WaylineShell

/// A word on the command line that is not understood.
package enum UsageError: Error, Hashable {
  case unknownOption(String, known: [String])
  case missingValue(String, String)
  case unwantedValue(String)
  case wrongValue(String, String, String)
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
    }
  }

  private static func nearest(to word: String, among flags: [String]) -> String {
    guard let near = WaylineNavigation.nearest(to: word, among: flags) else { return "" }
    return " Did you mean \(near)?"
  }
}
