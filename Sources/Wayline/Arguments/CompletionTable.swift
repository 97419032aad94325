import WaylineNavigation
import WaylineShell
import WaylineSystem

/// The words that may follow on a command line: options and their values, commands, places.
///
/// A script of ``CompletionScript`` requests them at each Tab, so they are up to date.
@MainActor
struct CompletionTable {
  /// A word and its meaning.
  struct Candidate: Hashable {
    let word: String
    var meaning = ""

    /// The line for the script.
    var line: String { meaning.isEmpty ? word : "\(word)\t\(SafeText.line(of: meaning))" }
  }

  /// The words of a place before the one that is completed, and the beginning of that one.
  struct PlaceBeginning {
    var words: [String] = []
    var last = ""
    /// The value of `--store`.
    var store: String?
  }

  /// The lines with which a script completes names of files or folders by itself.
  static let (files, folders) = ("//files", "//folders")

  let options: [AppOptions.Element]
  /// The program's own commands and those of its stores.
  let commands: [ShellCommand]
  /// The options of the commands.
  var commandOptions: CommandOptions { CommandOptions(commands, beside: options) }
  /// The words that run something else than the screens.
  var verbs: [LaunchVerb.Description] = []
  /// The words that may follow the beginning of a place.
  let places: (PlaceBeginning) -> [Candidate]
  /// The names of the saved scenes in a store.
  let scenes: (String?) -> [String]

  /// The lines that complete the last of the words.
  func lines(completing words: [String]) -> [String] {
    let last = words.last ?? ""
    if words.count > 1, let verb = verbs.first(where: { $0.name == words[0].lowercased() }) {
      return following(verb, words[words.count - 2]).filtered(by: last)
    }
    let first = words.count == 1 ? verbs : []
    var typed = TypedWords()
    for word in words.dropLast() {
      let before = typed
      typed.take(word) { isValued($0, before) }
    }
    if let flag = typed.openFlag { return values(of: flag, typed).filtered(by: last) }
    if !typed.isPlain, last.hasPrefix("-") {
      let parts = last.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return flags(typed).filtered(by: last) }
      return values(of: String(parts[0]), typed).filtered(by: String(parts[1]))
    }
    let verbs = first.map { Candidate(word: $0.name, meaning: $0.summary) }
    return (following(typed.words, last, typed) + verbs).filtered(by: last)
  }

  /// The options of a verb and, if it takes them, those of the program, or the values of one of these.
  private func following(
    _ verb: LaunchVerb.Description, _ own: OptionCandidates, _ previous: String
  ) -> [Candidate] {
    if let option = own.option(of: previous), option.operand != nil {
      return (option.choices ?? []).map { Candidate(word: $0) }
    }
    return verb.options.map { Candidate(word: $0.word, meaning: $0.summary) }
      + own.flags.map { Candidate(word: $0.word, meaning: $0.meaning) }
  }

  /// The words that may follow a verb, which has all words after it for itself.
  private func following(_ verb: LaunchVerb.Description, _ previous: String) -> [Candidate] {
    switch verb.options.first(where: { $0.word == previous })?.operand {
    case nil: following(verb, OptionCandidates(verb.takesProgramOptions ? options : []), previous)
    case "FOLDER": [Candidate(word: Self.folders)]
    case let operand?: operand.hasPrefix("FILE") ? [Candidate(word: Self.files)] : []
    }
  }
}

/// The words before the one that is completed.
private struct TypedWords {
  /// The words of a command or a place.
  var words: [String] = []
  /// The option whose value comes next.
  var openFlag: String?
  /// True if `--` has ended the options.
  var isPlain = false
  /// The value of `--store`.
  var store: String?

  mutating func take(_ word: String, isValued: (String) -> Bool) {
    if let flag = openFlag {
      if flag == "--store" { store = word }
      openFlag = nil
    } else if isPlain || !word.hasPrefix("-") {
      words.append(word)
    } else if word == "--" {
      isPlain = true
    } else if word.hasPrefix("--store=") {
      store = String(word.dropFirst("--store=".count))
    } else if isValued(word) {
      openFlag = word
    }
  }
}

// MARK: - Options

extension CompletionTable {
  /// The options of the program, and of the command that is typed.
  private func own(_ typed: TypedWords) -> OptionCandidates {
    OptionCandidates(options + commandOptions[typed.words.first])
  }

  private func flags(_ typed: TypedWords) -> [Candidate] {
    LaunchOption.all.map { Candidate(word: $0.flag, meaning: $0.summary) }
      + own(typed).flags.map { Candidate(word: $0.word, meaning: $0.meaning) }
  }

  private func isValued(_ flag: String, _ typed: TypedWords) -> Bool {
    if let option = LaunchOption.named(flag[...]) { return option.needsValue }
    return own(typed).option(of: flag)?.operand != nil
  }

  private func values(of flag: String, _ typed: TypedWords) -> [Candidate] {
    if let option = own(typed).option(of: flag) {
      if FileArguments.namesFile(option.operand) { return [Candidate(word: Self.files)] }
      return (option.choices ?? []).map { Candidate(word: $0) }
    }
    switch LaunchOption.named(flag[...])?.kind {
    case .file: return [Candidate(word: Self.files)]
    case .store: return [Candidate(word: ":memory:"), Candidate(word: Self.folders)]
    case .words(let words), .optionalWord(let words): return words.map { Candidate(word: $0) }
    case .scene: return scenes(typed.store).map { Candidate(word: $0) }
    case .text, nil: return []
    }
  }
}

// MARK: - Commands and places

extension CompletionTable {
  private func following(
    _ words: [String], _ last: String, _ typed: TypedWords
  ) -> [Candidate] {
    func places(after words: [String]) -> [Candidate] {
      self.places(PlaceBeginning(words: words, last: last, store: typed.store))
    }
    let builtIn = BuiltInCommand.all.map { Candidate(word: $0.word, meaning: $0.summary) }
    let own = commands.map { Candidate(word: $0.name, meaning: $0.summary) }
    guard let first = words.first else { return places(after: []) + own + builtIn }
    let rest = Array(words.dropFirst())
    switch first {
    case "help": return rest.isEmpty ? own + builtIn : []
    case "open": return places(after: rest)
    case "scene" where rest == ["erase"]: return scenes(typed.store).map { Candidate(word: $0) }
    case "store" where rest == ["export"]:
      return [Candidate(word: "secrets"), Candidate(word: Self.files)]
    default: break
    }
    let command = commands.first { $0.name == first }
    if let command, FileArguments(of: command).file(in: last, after: rest) != nil {
      return [Candidate(word: Self.files)]
    }
    let usage = command?.usage ?? BuiltInCommand.byWord[first]?.usage
    guard let usage else { return places(after: words) }
    return rest.isEmpty ? ShellCommand.words(after: usage).map { Candidate(word: $0) } : []
  }
}

extension [CompletionTable.Candidate] {
  /// The lines of the candidates that begin as typed, each word once.
  ///
  /// A shell prints words as they are: one with characters that act on a terminal, or that nobody sees, is left out.
  fileprivate func filtered(by beginning: String) -> [String] {
    var seen: Set<String> = []
    return filter {
      $0.word.hasPrefix("//") || $0.word.lowercased().hasPrefix(beginning.lowercased())
    }
    .filter { SafeText.line(of: $0.word) == $0.word && seen.insert($0.word).inserted }.map(\.line)
  }
}
