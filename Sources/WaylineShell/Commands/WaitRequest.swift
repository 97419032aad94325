/// The request of `wait`: the goal, and the longest time.
package struct WaitRequest: Hashable, Sendable {
  /// The end of a `wait`.
  package enum Goal: Hashable, Sendable {
    /// No work is pending.
    case rest
    /// No task of a name is running.
    case task(String)
    /// A line of the screen contains a text, in any case.
    case text(String)
  }

  /// The end that is waited for.
  package var goal = Goal.rest
  /// The longest time; nil for that of the session.
  package var limit: Duration?

  /// The longest time of a `wait`: a day.
  static let longest = Duration.seconds(86_400)

  /// A request of its parts.
  package init(_ goal: Goal = .rest, limit: Duration? = nil) {
    (self.goal, self.limit) = (goal, limit)
  }

  /// The part that the user chose freely; nil without one.
  var text: String? {
    switch goal {
    case .rest: nil
    case .task(let text), .text(let text): text
    }
  }

  /// Reads the words after `wait`; nil when they do not fit.
  package init?(words: [String]) {
    var words = words[...]
    if let first = words.first, first != "for", first != "until" {
      guard let limit = Self.duration(first) else { return nil }
      self.limit = limit
      words = words.dropFirst()
    }
    guard let word = words.popFirst() else { return }
    let rest = words.joined(separator: " ")
    guard !rest.isEmpty else { return nil }
    switch word {
    case "for": goal = .task(rest)
    case "until": goal = .text(rest)
    default: return nil
    }
  }

  /// The reason why words after `wait` do not fit; nil where their form says it.
  static func refusal(of words: [String]) -> ShellMessage? {
    guard let first = words.first, first != "for", first != "until", duration(first) == nil else {
      return nil
    }
    return .notADuration(first)
  }

  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600), ("", 1),
  ]

  /// The duration that was typed: seconds such as `10` or `0.5`, or `500ms`, `2s`, `1m` or `1h`; nil for
  /// anything else, and for more than a day.
  package static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text[digits.endIndex...].lowercased()
    guard let number = Double(digits), let factor = units.first(where: { $0.name == unit })?.seconds
    else { return nil }
    let seconds = number * factor
    return seconds <= longest.inSeconds ? .seconds(seconds) : nil
  }
}
