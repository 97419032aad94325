import WaylineNavigation

/// Why a line could not be read as a command. Nothing has happened.
package enum CommandProblem: Error, Hashable, Sendable {
  /// No enabled element has the number; the screen has this many.
  case noElement(number: String, count: Int)
  /// A word after a colon that is no command.
  case unknownCommand(String, nearest: [String])
  /// A label in quotes that the screen does not have.
  case unknownLabel(String, nearest: [String])
  /// Neither command nor label.
  case unknown(String, nearest: [String])
  /// Several elements fit.
  case ambiguous(String, choices: [Choice])
  /// A command word whose arguments do not fit its form.
  case misused(usage: String)
  /// A command whose words cannot be told apart.
  case openQuote
  /// A value for something that takes none.
  case takesNoValue(label: String)

  /// One of several elements that fit.
  package struct Choice: Hashable, Sendable {
    /// The number on the screen; nil for a disabled element.
    package let number: Int?
    /// The label.
    package let label: String
  }
}

extension CommandProblem {
  /// At most this many names are told.
  private static let limit = 3

  static func unknownCommand(_ word: String, among names: [String]) -> Self {
    .unknownCommand(word, nearest: nearest(to: word, among: names, limit: limit))
  }

  static func unknownLabel(_ label: String, among names: [String]) -> Self {
    .unknownLabel(label, nearest: nearest(to: label, among: names, limit: limit))
  }

  static func unknown(_ line: String, among names: [String]) -> Self {
    .unknown(line, nearest: nearest(to: line, among: names, limit: limit))
  }
}

extension CommandProblem: CustomStringConvertible {
  /// The text that is shown.
  package var description: String {
    switch self {
    case .noElement(let number, let count): Self.missing(number, count)
    case .unknownCommand(let word, let nearest):
      word.isEmpty
        ? "Type a command after the colon."
        : "There is no command '\(Self.shortened(word))'." + Self.hint(nearest)
    case .unknownLabel(let label, let nearest):
      "Nothing here is labelled '\(Self.shortened(label))'." + Self.hint(nearest)
    case .unknown(let line, let nearest):
      "'\(Self.shortened(line))' is neither a command nor a label here." + Self.hint(nearest)
    case .ambiguous(let text, let choices): Self.several(text, choices)
    case .misused(let usage): "Usage: \(usage)"
    case .openQuote:
      "A quote is opened and not closed. Close it, or put a backslash before it."
    case .takesNoValue(let label): "'\(label)' takes no value."
    }
  }

  /// The start of a text that a person typed, short enough for one line.
  package static func shortened(_ text: String) -> String {
    text.count <= 60 ? text : "\(text.prefix(60))…"
  }

  private static func missing(_ number: String, _ count: Int) -> String {
    let number = shortened(number)
    return switch count {
    case 0: "There is no \(number) on this screen: nothing here has a number."
    case 1: "There is no \(number) on this screen: the only number is 1."
    default: "There is no \(number) on this screen: the numbers are 1 to \(count)."
    }
  }

  private static func hint(_ nearest: [String]) -> String {
    let names = nearest.map { "'\($0)'" }
    guard let last = names.last else { return " Type help to see what can be typed." }
    let others = names.dropLast().joined(separator: ", ")
    return " Did you mean \(others.isEmpty ? "" : others + " or ")\(last)?"
  }

  private static func several(_ text: String, _ choices: [Choice]) -> String {
    let listed = choices.prefix(8).map { "[\($0.number.map(String.init) ?? "-")] \($0.label)" }
    let more = choices.count > 8 ? ", and \(choices.count - 8) more" : ""
    return "'\(shortened(text))' could be \(listed.joined(separator: ", "))\(more)."
      + " Type the number."
  }
}
