import WaylineFlows
import WaylineShell
import WaylineSystem

/// The contents of a command line: a request, options, and the words of a command or a place.
struct LaunchArguments {
  /// The request that a command line makes.
  enum Request: Hashable {
    /// Runs the program.
    case run
    /// Prints the usage, the version, or another description of the program, and ends.
    case help, version
    case completion(CompletionShell)
    case manual(ManualForm)
    case routes(GraphLanguage)
  }

  /// The request; the first of the options that print something and end.
  var request = Request.run
  /// The form, the options of the program, and the words of a command or a place.
  var scene: SceneOptions = {
    var scene = SceneOptions()
    // The bound on answers is for clients of a server; the input of a program is its owner's.
    scene.limits.answerBytes = LineBuffer.limit
    return scene
  }()
  /// The name of the scene to continue.
  var sceneName: String?
  /// True if the scene starts over.
  var isFresh = false
  /// True if the named scene is continued also while another session has it.
  var takesOver = false
  /// The file with the commands; `-` for standard input.
  var script: String?
  /// True if no input is read at all.
  var readsNothing = false
  /// The folder of the stores, or `:memory:`.
  var store: String?
  /// The file whose first line opens the secrets.
  var passphraseFile: String?
  /// The descriptor whose first line opens the secrets.
  var passphraseDescriptor: Int32?
  /// The file whose key opens the secrets.
  var keyFile: String?
  /// The command whose output is the key that opens the secrets.
  var keyCommand: String?
  /// The file for a log of the session.
  var record: String?
  /// The log to replay.
  var replay: String?
  /// The file with the secrets of a replay.
  var answers: String?
  /// The descriptor with the secrets of a replay.
  var answersDescriptor: Int32?
  /// The form for `--json` and `--plain`, which win over `--color`.
  private(set) var fixedForm: SceneOptions.Form?

  /// Creates the contents of an empty command line.
  init() {}

  /// Reads the words after the program's name; `--` ends the options.
  ///
  /// Before the first of the remaining words a single dash begins an option too, `-h` or the letters of the
  /// program's own options: neither a command nor a place begins with a dash.
  ///
  /// - Parameters:
  ///   - options: the program's own that can be typed.
  ///   - commands: the options of its commands, which are read by them.
  ///   - variable: the variables of the environment; a replay has the values of its log instead.
  /// - Throws: ``UsageError`` naming the word that is not understood.
  init(
    _ arguments: [String], options: [AppOptions.Element] = [],
    commands: CommandOptions = CommandOptions(),
    variable: (String) -> String? = { _ in nil }
  ) throws {
    try read(arguments, options, commands)
    if request == .run, replay == nil {
      for option in options {
        guard let text = option.variable.flatMap(variable) else { continue }
        try scene.values.read(variable: text, for: option)
      }
    }
    if let fixedForm { scene.form = fixedForm }
    if readsNothing, script != nil { throw UsageError.excludes("--no-input", "--script") }
    guard replay == nil else {
      if script != nil { throw UsageError.excludes("--replay", "--script") }
      if record != nil { throw UsageError.excludes("--replay", "--record") }
      return
    }
    if answers != nil { throw UsageError.requires("--replay-secrets", "--replay FILE") }
    if answersDescriptor != nil {
      throw UsageError.requires("--replay-secrets-fd", "--replay FILE")
    }
  }

  private mutating func read(
    _ arguments: [String], _ options: [AppOptions.Element], _ commands: CommandOptions
  ) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let own = commands[scene.arguments.first]
      if word == "--" { return endOptions(rest, commands) }
      if !own.isEmpty, word.hasPrefix("-"), LaunchOption.named(word.flagPart) == nil,
        !options.contains(where: { $0.flag == word.flagPart })
      {
        // The command reads it. A value that follows is none of the program's options, whatever it looks like.
        let count = OptionReader(own).count(of: word)
        scene.arguments += [word] + rest.prefix(count - 1)
        rest = rest.dropFirst(count - 1)
        continue
      }
      guard word.hasPrefix("--") || (scene.arguments.isEmpty && word.hasPrefix("-")) else {
        scene.arguments.append(word)
        continue
      }
      try read(word, &rest, options)
    }
  }

  /// Takes the rest as words, which a command with options must not read as options either.
  private mutating func endOptions(_ rest: ArraySlice<String>, _ commands: CommandOptions) {
    let isBegun = !scene.arguments.isEmpty
    if let first = scene.arguments.first ?? rest.first, !commands[first].isEmpty {
      scene.arguments += isBegun ? ["--"] + rest : [first, "--"] + rest.dropFirst()
    } else {
      scene.arguments += rest
    }
  }

  private mutating func read(
    _ word: String, _ rest: inout ArraySlice<String>, _ own: [AppOptions.Element]
  ) throws {
    var reader = OptionReader(own, values: scene.values)
    if let option = LaunchOption.named(word.flagPart) {
      try read(option, word, &rest)
    } else if try reader.readFlag(word, &rest) {
      scene.values = reader.values
    } else {
      var letters: [LaunchOption] = []
      let isRead = try reader.readLetters(word, &rest) { letter in
        guard let option = LaunchOption.named(letter[...]) else { return false }
        letters.append(option)
        return true
      }
      guard isRead else {
        let known = LaunchOption.all.map(\.flag) + own.map(\.flag)
        throw UsageError.unknownOption(String(word.flagPart), known: known)
      }
      scene.values = reader.values
      for option in letters { try option.apply(&self, "") }
    }
  }

  /// Reads an option that every program has.
  private mutating func read(
    _ option: LaunchOption, _ word: String, _ rest: inout ArraySlice<String>
  ) throws {
    let flag = word.flagPart
    let attached = flag.endIndex < word.endIndex ? String(word[flag.endIndex...].dropFirst()) : nil
    let value =
      option.kind == nil || option.needsValue
      ? try OptionReader.value(of: option.flag, option.operand, attached, &rest) : attached
    if option.needsValue, value?.isEmpty != false {
      throw UsageError.missingValue(option.flag, option.operand ?? "")
    }
    if !option.takesPath { try UsageError.requireText(value, of: option.flag) }
    try option.apply(&self, value ?? "")
  }

  /// Sets the form for `--json` or `--plain`; JSON wins.
  mutating func fix(_ form: SceneOptions.Form) {
    if fixedForm != .json { fixedForm = form }
  }

  /// Takes a request unless an earlier option has made one.
  mutating func ask(for request: Request) {
    if self.request == .run { self.request = request }
  }
}

/// A form of the manual page.
enum ManualForm: String, CaseIterable, Hashable {
  case roff, markdown
}

/// A language for drawings of graphs.
enum GraphLanguage: String, CaseIterable, Hashable {
  case dot, mermaid
}

extension String {
  /// The word of an option up to the equals sign before its value.
  fileprivate var flagPart: Substring { prefix { $0 != "=" } }
}
