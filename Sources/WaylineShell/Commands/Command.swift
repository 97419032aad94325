import WaylineNavigation

/// The request in one line.
///
/// A command is a value: `CommandParser` reads it without any effect, `Session` carries it out.
/// Elements are named by their index on the last printed screen.
package enum Command: Hashable, Sendable {
  /// A blank line.
  case nothing
  /// Activates an element, or gives it a value.
  case act(on: Int, value: String?)
  /// Opens the place of the notice that was printed under a number.
  case openLink(number: Int)
  /// Asks the navigator: `back`, `open`, `quit` and the like.
  case navigate(NavigationVerb)
  /// Prints the place and the command that opens it.
  case place
  /// Lists the lines typed so far.
  case history
  /// Waits for work to end, or for a text on the screen.
  case wait(WaitRequest)
  /// Asks the fields of the screen, one after the other.
  case fill
  /// Prints the screen again.
  case show
  /// Prints another part of a long screen.
  case page(PageRequest)
  /// Lists commands, or explains one.
  case help(String?)
  /// Prints the tree of nodes.
  case tree
  /// Prints why bodies ran.
  case why
  /// Runs a command of the facade or the program.
  case registered(name: String, words: [String], text: String)
}

extension Command {
  /// True if its words name files, places and the like: with other words it would mean other ones.
  var namesThings: Bool {
    switch self {
    case .registered, .navigate: true
    default: false
    }
  }
}

/// A request for a part of a long text.
package enum PageRequest: Hashable, Sendable {
  /// The next page.
  case more
  /// The first page again.
  case top
  /// Everything that is left, without stops.
  case all
  /// The lines that contain a text, in any case.
  case find(String)
}

/// A command word that every program has.
package struct BuiltInCommand: Sendable {
  /// The word as it is typed.
  package let word: String
  /// The form as `help` prints it.
  package let usage: String
  /// One line for `help`.
  package let summary: String
  /// The command for the words after the first; nil when they do not fit.
  package let read: @Sendable (_ words: [String]) -> Command?

  /// The message for words that do not fit, where the form of the command does not say enough.
  var refusal: @Sendable (_ words: [String]) -> ShellMessage? = { _ in nil }

  private init(
    _ usage: String, _ summary: String, read: @escaping @Sendable (_ words: [String]) -> Command?
  ) {
    let word = usage.prefix { $0 != " " }
    self.word = word.first == ":" ? String(word.dropFirst()) : String(word)
    (self.usage, self.summary, self.read) = (usage, summary, read)
  }

  private init(_ usage: String, _ summary: String, _ command: Command) {
    self.init(usage, summary) { $0.isEmpty ? command : nil }
  }
}

extension BuiltInCommand {
  /// Every built-in command, in the order in which `help` prints them.
  package static let all: [BuiltInCommand] = [
    .init("back [n]", "Go back one screen, or n.") { words in
      if words.isEmpty { return .navigate(.back(1)) }
      guard words.count == 1, let count = Int(words[0]), count > 0 else { return nil }
      return .navigate(.back(count))
    },
    .init("forward", "Go forward again after `back`.", .navigate(.forward)),
    .init("home", "Go to the first screen.", .navigate(.home)),
    .init("dismiss", "Close the sheet, cover or alert.", .navigate(.dismiss)),
    .init("undo", "Undo the last edit or change of screen.", .navigate(.undo)),
    .init("redo", "Redo what `undo` undid.", .navigate(.redo)),
    .init("open place…", "Open a place, by its words or its link.") { words in
      words.isEmpty ? nil : .navigate(.open(words))
    },
    .init("where", "Show this place, its link and the command that opens it.", .place),
    .init("history", "List the last 100 lines typed.", .history),
    wait,
    .init("fill", "Ask the fields of the screen one after the other.", .fill),
    .init("show", "Print the screen again.", .show),
    .init("more", "Print the next page of a long screen.", .page(.more)),
    .init("top", "Print a long screen from its beginning.", .page(.top)),
    .init("all", "Print all of a long screen.", .page(.all)),
    .init("/text", "Print only the lines that contain the text.") { _ in nil },
    .init("help [command]", "List what can be typed here.") { words in
      words.count > 1 ? nil : .help(words.first)
    },
    .init("quit", "Save and quit.", .navigate(.leave)),
    .init("exit", "Save and quit.", .navigate(.leave)),
  ]

  private static var wait: BuiltInCommand {
    var command = BuiltInCommand(
      "wait [time] [for task|until text]", "Wait for work to finish, or for a text."
    ) { WaitRequest(words: $0).map(Command.wait) }
    command.refusal = { WaitRequest.refusal(of: $0) }
    return command
  }

  /// The built-in commands by word.
  package static let byWord = Dictionary(uniqueKeysWithValues: all.map { ($0.word, $0) })

  /// Short words that are read where no label begins with them.
  package static let aliases = [
    "?": "help", "h": "help", "-h": "help", "--help": "help", "q": "quit", "b": "back",
  ]

  /// Words of shells and other programs, with the command to suggest for each.
  static let foreign = [
    "ls": "show", "dir": "show", "list": "show", "clear": "show", "cls": "show", "refresh": "show",
    "cd": "open", "go": "open", "goto": "open", "view": "open",
    "..": "back", "up": "back", "prev": "back", "previous": "back",
    "menu": "home", "main": "home", "start": "home",
    "close": "dismiss", "cancel": "dismiss", "esc": "dismiss",
    "pwd": "where", "man": "help", "usage": "help", "commands": "help",
    "next": "more", "search": "/text", "find": "/text", "grep": "/text", "filter": "/text",
    "u": "undo", "revert": "undo", "bye": "quit", "logout": "quit", "x": "quit", "stop": "quit",
  ]

  /// The words for the pages of a long text, which are labels where no hint offers them.
  static let pageWords: Set<String> = ["more", "top", "all"]

  /// Words that are labels where the screen has such a label.
  static let yielding = pageWords.union(["fill"])

  /// Commands that are only read after a colon.
  package static let hidden: [BuiltInCommand] = [
    .init(":tree", "Print the tree of views.", .tree),
    .init(":graph", "Print the tree of views.", .tree),
    .init(":why", "Print why bodies ran.", .why),
  ]
}

/// The commands of the facade and the program by their names, prepared for many lines.
package struct CommandNames: Sendable {
  /// The names as they are listed.
  package let all: [String]
  private let byWord: [String: ShellCommand]

  /// The names of commands; of those that differ only in case the first is used.
  package init(_ commands: [ShellCommand]) {
    all = commands.map(\.name)
    byWord = Dictionary(
      commands.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name for a word in lower case.
  func name(of word: String) -> String? { byWord[word]?.name }

  /// The form of a command that needs words, such as `deploy SERVICE`; nil for another one.
  func form(of name: String) -> String? {
    byWord[name.lowercased()].flatMap { $0.fits([]) ? nil : $0.usage }
  }

  /// The sentence about the command that a word nearly is, with the words after it as far as they fit; nil
  /// if no command is near.
  package func suggestion(for word: String, before words: ArraySlice<String>) -> String? {
    guard let name = nearest(to: word, among: BuiltInCommand.all.map(\.word) + all) else {
      return nil
    }
    let lines = [[name] + words, [name]].filter { line in
      let words = Array(line.dropFirst())
      return BuiltInCommand.byWord[name].map { $0.read(words) != nil } ?? fits(name, words)
    }
    if let line = lines.first {
      return "Did you mean '\(line.map(ShellWord.quote).joined(separator: " "))'?"
    }
    return "The form is '\(BuiltInCommand.byWord[name]?.usage ?? form(of: name) ?? name)'."
  }

  /// True if the words may follow the name of a command, as far as its usage says.
  func fits(_ name: String, _ words: [String]) -> Bool {
    byWord[name.lowercased()]?.fits(words) ?? true
  }
}
