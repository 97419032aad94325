/// A command word that every program has.
package struct BuiltInCommand: Sendable {
  /// The word as it is typed.
  package let word: String
  /// The form as `help` prints it.
  package let usage: String
  /// One line for `help`.
  package let summary: String
  /// The command that the words after the first ask for; nil when they do not fit.
  package let read: @Sendable (_ words: [String]) -> Command?

  /// How long `wait` waits when no other time is given, in seconds.
  package static let defaultWait = 10.0
  /// The longest time `wait` takes, in seconds: a day.
  package static let longestWait = 86_400.0
}

extension BuiltInCommand {
  /// Every built-in command, in the order in which `help` prints them.
  package static let all: [BuiltInCommand] = moving + looking + leaving

  /// The built-in commands by word.
  package static let byWord = Dictionary(uniqueKeysWithValues: all.map { ($0.word, $0) })

  private static let moving: [BuiltInCommand] = [
    .init(word: "back", usage: "back [n]", summary: "Goes up one place, or n.", read: readBack),
    .plain("forward", "Goes where `back` came from.", .forward),
    .plain("home", "Goes to the first place.", .home),
    .plain("dismiss", "Closes what is presented on top.", .dismiss),
    .plain("undo", "Takes the last navigation back.", .undo),
    .plain("redo", "Repeats what `undo` took back.", .redo),
    .init(
      word: "open", usage: "open place…", summary: "Opens a link or a place by words.",
      read: { $0.isEmpty ? nil : .open($0) }),
  ]

  private static let looking: [BuiltInCommand] = [
    .plain("where", "Tells the place, its link, and how to come back.", .place),
    .plain("history", "Lists the last lines typed, up to 100.", .history),
    .init(
      word: "wait", usage: "wait [seconds]", summary: "Waits until nothing is pending.",
      read: readWait),
    .plain("show", "Prints the screen again.", .show),
    .init(
      word: "help", usage: "help [command]", summary: "Lists what can be typed here.",
      read: { $0.count > 1 ? nil : .help($0.first) }),
  ]

  private static let leaving: [BuiltInCommand] = [
    .plain("quit", "Saves and leaves.", .quit),
    .plain("exit", "Saves and leaves.", .quit),
  ]

  /// Commands that are only read after a colon.
  package static let hidden: [BuiltInCommand] = [
    .plain("tree", "Prints the tree of nodes.", .tree, sign: ":"),
    .plain("graph", "Prints the tree of nodes.", .tree, sign: ":"),
    .plain("why", "Prints why bodies ran.", .why, sign: ":"),
  ]

  private static func plain(
    _ word: String, _ summary: String, _ command: Command, sign: String = ""
  ) -> Self {
    .init(word: word, usage: sign + word, summary: summary, read: { $0.isEmpty ? command : nil })
  }

  private static func readBack(_ words: [String]) -> Command? {
    if words.isEmpty { return .back(1) }
    guard words.count == 1, let count = Int(words[0]), count > 0 else { return nil }
    return .back(count)
  }

  private static func readWait(_ words: [String]) -> Command? {
    if words.isEmpty { return .wait(defaultWait) }
    guard words.count == 1, let seconds = Double(words[0]), (0...longestWait).contains(seconds)
    else { return nil }
    return .wait(seconds)
  }
}
