import WaylineShell

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
  ///   - options: the program's own, as ``AppOptions/valid`` returns them.
  ///   - variable: the variables of the environment; a replay has the values of its log instead.
  /// - Throws: ``UsageError`` naming the word that is not understood.
  init(
    _ arguments: [String], options: [AppOptions.Element] = [],
    variable: (String) -> String? = { _ in nil }
  ) throws {
    try read(arguments, options)
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

  private mutating func read(_ arguments: [String], _ options: [AppOptions.Element]) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        scene.arguments += rest
        return
      }
      guard word.hasPrefix("--") || (scene.arguments.isEmpty && word.hasPrefix("-")) else {
        scene.arguments.append(word)
        continue
      }
      try read(word, &rest, options)
    }
  }

  private mutating func read(
    _ word: String, _ rest: inout ArraySlice<String>, _ own: [AppOptions.Element]
  ) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if let option = LaunchOption.named(parts[0]) {
      let value =
        option.kind == nil || option.needsValue
        ? try Self.value(of: option.flag, option.operand, attached, &rest) : attached
      if option.needsValue, value?.isEmpty != false {
        throw UsageError.missingValue(option.flag, option.operand ?? "")
      }
      if !option.takesPath { try UsageError.requireText(value, of: option.flag) }
      try option.apply(&self, value ?? "")
    } else if let option = own.first(where: { $0.flag == parts[0] }) {
      let value = try Self.value(of: option.flag, option.operand, attached, &rest)
      try UsageError.requireText(value, of: option.flag)
      try scene.values.read(value ?? "", for: option)
    } else if try !readLetters(word, &rest, own) {
      let known = LaunchOption.all.map(\.flag) + own.map(\.flag)
      throw UsageError.unknownOption(String(parts[0]), known: known)
    }
  }

  /// Reads the letters after a single dash: switches, and an option whose value follows, as in `-qt Ada`.
  ///
  /// - Returns: false if the first one is no letter of an option.
  private mutating func readLetters(
    _ word: String, _ rest: inout ArraySlice<String>, _ own: [AppOptions.Element]
  ) throws -> Bool {
    var letters = word.dropFirst()
    guard let first = letters.first, own.contains(where: { $0.short == first }) else {
      return false
    }
    while let letter = letters.popFirst() {
      if let option = LaunchOption.named("-\(letter)") {
        try option.apply(&self, "")
        continue
      }
      guard let option = own.first(where: { $0.short == letter }) else {
        throw UsageError.unknownOption("-\(letter)", known: [])
      }
      let isAttached = !letters.isEmpty && (option.operand != nil || letters.first == "=")
      let attached = isAttached ? String(letters.first == "=" ? letters.dropFirst() : letters) : nil
      let value = try Self.value(of: "-\(letter)", option.operand, attached, &rest)
      try UsageError.requireText(value, of: "-\(letter)")
      try scene.values.read(value ?? "", for: option)
      if option.operand != nil { break }
    }
    return true
  }

  /// The value after an option, which may be empty; nil for a switch.
  private static func value(
    of flag: String, _ operand: String?, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws -> String? {
    guard let operand else {
      guard attached == nil else { throw UsageError.unwantedValue(flag) }
      return nil
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError.missingValue(flag, operand)
    }
    return value
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
