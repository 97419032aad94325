import WaylineShell

/// What the words after the program's name ask for.
package struct LaunchArguments: Hashable, Sendable {
  package var script: String?
  package var isJSON = false
  package var isPlain = false
  package var color = ColorChoice.auto
  package var store: String?
  package var scene: String?
  package var passphraseFile: String?
  package var passphraseDescriptor: Int32?
  package var isFresh = false
  package var isEchoing = false
  package var isStrict = false
  /// The language in which the graph of the routes is asked for.
  package var routes: GraphLanguage?
  package var asksForHelp = false
  package var asksForVersion = false
  /// The remaining words: a command of the program, or a place.
  package var words: [String] = []

  package init() {}

  /// Reads the words after the program's name; `--` ends the options.
  ///
  /// - Throws: ``UsageError`` naming the word that is not understood.
  package init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        return
      }
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      try read(word, &rest)
    }
  }

  private mutating func read(_ word: String, _ rest: inout ArraySlice<String>) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = LaunchOption.allCases.first(where: { $0.flag == parts[0] }) else {
      throw UsageError.unknownOption(String(parts[0]))
    }
    guard let operand = option.operand else {
      guard parts.count == 1 else { throw UsageError.unwantedValue(option.flag) }
      return set(option)
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
      throw UsageError.missingValue(option.flag, operand)
    }
    try set(option, to: value)
  }

  private mutating func set(_ option: LaunchOption) {
    switch option {
    case .json: isJSON = true
    case .plain: isPlain = true
    case .fresh: isFresh = true
    case .echo: isEchoing = true
    case .strict: isStrict = true
    case .help: asksForHelp = true
    case .version: asksForVersion = true
    case .script, .color, .store, .scene, .routes, .passphraseFile, .passphraseDescriptor: break
    }
  }

  private mutating func set(_ option: LaunchOption, to value: String) throws {
    switch option {
    case .script: script = value
    case .store: store = value
    case .scene: scene = try checkedScene(value)
    case .passphraseFile: passphraseFile = value
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
    case .json, .plain, .fresh, .echo, .strict, .help, .version: break
    }
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
