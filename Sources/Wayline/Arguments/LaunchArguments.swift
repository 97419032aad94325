import WaylineShell

/// What the words after the program's name ask for.
package struct LaunchArguments: Hashable, Sendable {
  /// The file whose lines are the commands.
  package var script: String?
  /// Whether objects are printed instead of lines.
  package var isJSON = false
  /// Whether the plainest form is asked for.
  package var isPlain = false
  /// When to colour.
  package var color = ColorChoice.auto
  /// The folder of the stores, or `:memory:`.
  package var store: String?
  /// The scene to continue.
  package var scene: String?
  /// The file whose first line opens the secrets.
  package var passphraseFile: String?
  /// The descriptor whose first line opens the secrets.
  package var passphraseDescriptor: Int32?
  /// The file whose key opens the secrets.
  package var keyFile: String?
  /// Whether the scene starts over.
  package var isFresh = false
  /// Whether commands are printed as they are read.
  package var isEchoing = false
  /// Whether the first refused command ends the script.
  package var isStrict = false
  /// Whether no input is read at all.
  package var readsNothing = false
  /// The file that a log of the session is written to.
  package var record: String?
  /// The log that is repeated.
  package var replay: String?
  /// The file with the secrets of a repeated log.
  package var answers: String?
  /// The descriptor with the secrets of a repeated log.
  package var answersDescriptor: Int32?
  /// Whether a completion script is asked for.
  package var asksForCompletion = false
  /// The language in which the graph of the routes is asked for.
  package var routes: GraphLanguage?
  /// Whether the usage is asked for.
  package var asksForHelp = false
  /// Whether the version is asked for.
  package var asksForVersion = false
  /// What was said for the program's own options.
  package var options = OptionValues()
  /// The remaining words: a command of the program, or a place.
  package var words: [String] = []

  /// Makes one with nothing said.
  package init() {}

  /// Reads the words after the program's name; `--` ends the options.
  ///
  /// Before the first of the remaining words a single dash is an option too, and there is none of
  /// that kind: neither a command nor a place begins with a dash.
  ///
  /// - Parameter options: the program's own, as ``AppOption/valid(_:)`` leaves them.
  /// - Throws: ``UsageError`` naming the word that is not understood.
  package init(_ arguments: [String], options: [AppOption] = []) throws {
    try read(arguments, options)
    guard replay == nil else { return }
    if answers != nil { throw UsageError.alone("--answers", without: "--replay FILE") }
    if answersDescriptor != nil {
      throw UsageError.alone("--answers-fd", without: "--replay FILE")
    }
  }

  private mutating func read(_ arguments: [String], _ options: [AppOption]) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        return
      }
      guard word.hasPrefix("--") || (words.isEmpty && word.hasPrefix("-")) else {
        words.append(word)
        continue
      }
      try read(word, &rest, options)
    }
  }

  private mutating func read(
    _ word: String, _ rest: inout ArraySlice<String>, _ own: [AppOption]
  ) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if let option = LaunchOption.allCases.first(where: { $0.flag == parts[0] }) {
      let value = try Self.value(of: option.flag, option.operand, attached, &rest)
      try value.map { try set(option, to: $0) } ?? set(option)
    } else if let option = own.first(where: { $0.flag == parts[0] }) {
      options[option] = try Self.value(of: option.flag, option.operand, attached, &rest) ?? ""
    } else {
      let known = LaunchOption.allCases.map(\.flag) + own.map(\.flag)
      throw UsageError.unknownOption(String(parts[0]), known: known)
    }
  }

  /// What follows an option; nil for a switch.
  private static func value(
    of flag: String, _ operand: String?, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws -> String? {
    guard let operand else {
      guard attached == nil else { throw UsageError.unwantedValue(flag) }
      return nil
    }
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError.missingValue(flag, operand)
    }
    return value
  }

  private mutating func set(_ option: LaunchOption) {
    switch option {
    case .json: isJSON = true
    case .plain: isPlain = true
    case .fresh: isFresh = true
    case .echo: isEchoing = true
    case .strict: isStrict = true
    case .noInput: readsNothing = true
    case .help: asksForHelp = true
    case .version: asksForVersion = true
    default: break
    }
  }

  private mutating func set(_ option: LaunchOption, to value: String) throws {
    switch option {
    case .script: script = value
    case .store: store = value
    case .record: record = value
    case .replay: replay = value
    case .answers: answers = value
    case .answersDescriptor: answersDescriptor = try descriptor(value)
    case .completion:
      guard value == "bash" else { throw UsageError.wrongValue(option.flag, value, "bash") }
      asksForCompletion = true
    case .scene: scene = try checkedScene(value)
    case .passphraseFile: passphraseFile = value
    case .keyFile: keyFile = value
    case .passphraseDescriptor:
      guard let number = Int32(value), number >= 0 else {
        throw UsageError.wrongValue(option.flag, value, "the number of an open descriptor")
      }
      passphraseDescriptor = number
    case .color:
      guard let choice = ColorChoice(rawValue: value) else {
        throw UsageError.wrongValue(option.flag, value, "auto, always or never")
      }
      color = choice
    case .routes:
      guard let language = GraphLanguage(rawValue: value) else {
        throw UsageError.wrongValue(option.flag, value, "dot or mermaid")
      }
      routes = language
    default: break
    }
  }

  private func descriptor(_ value: String) throws -> Int32 {
    guard let number = Int32(value), number >= 0 else {
      throw UsageError.wrongValue("--answers-fd", value, "the number of an open descriptor")
    }
    return number
  }

  private func checkedScene(_ name: String) throws -> String {
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard isPlain, name.count <= 64 else {
      throw UsageError.wrongValue(
        "--scene", name, "a name of up to 64 letters, digits, '-' and '_'")
    }
    return name
  }
}

/// A language in which graphs are drawn.
package enum GraphLanguage: String, Hashable, Sendable {
  case dot, mermaid
}
