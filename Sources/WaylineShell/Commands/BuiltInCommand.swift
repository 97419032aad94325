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
    .init(word: "back", usage: "back [n]", summary: "Go back one screen, or n.", read: readBack),
    .plain("forward", "Go forward again after `back`.", .forward),
    .plain("home", "Go to the first screen.", .home),
    .plain("dismiss", "Close the sheet, cover or alert.", .dismiss),
    .plain("undo", "Undo the last change of screen.", .undo),
    .plain("redo", "Redo what `undo` undid.", .redo),
    .init(
      word: "open", usage: "open place…", summary: "Open a place, by its words or its link.",
      read: { $0.isEmpty ? nil : .open($0) }),
  ]

  private static let looking: [BuiltInCommand] = [
    .plain("where", "Show this place, its link and the command that opens it.", .place),
    .plain("history", "List the last 100 lines typed.", .history),
    .init(
      word: "wait", usage: "wait [seconds]", summary: "Wait for background work to finish.",
      read: readWait),
    .plain("show", "Print the screen again.", .show),
    .init(
      word: "help", usage: "help [command]",
      summary: "List what can be typed here.",
      read: { $0.count > 1 ? nil : .help($0.first) }),
  ]

  private static let leaving: [BuiltInCommand] = [
    .plain("quit", "Save and quit.", .quit),
    .plain("exit", "Save and quit.", .quit),
  ]

  /// Commands that are only read after a colon.
  package static let hidden: [BuiltInCommand] = [
    .plain("tree", "Print the tree of views.", .tree, sign: ":"),
    .plain("graph", "Print the tree of views.", .tree, sign: ":"),
    .plain("why", "Print why bodies ran.", .why, sign: ":"),
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
