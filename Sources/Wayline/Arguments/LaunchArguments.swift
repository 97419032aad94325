import WaylineShell

/// What the words after the program's name ask for.
package struct LaunchArguments: Hashable, Sendable {
  package var script: String?
  package var isJSON = false
  package var isPlain = false
  package var color = ColorChoice.auto
  package var store: String?
  package var scene: String?
  package var isFresh = false
  package var isEchoing = false
  package var isStrict = false
  package var readsNothing = false
  package var record: String?
  package var replay: String?
  package var answers: String?
  package var answersDescriptor: Int32?
  package var asksForCompletion = false
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
    case .color:
      guard let choice = ColorChoice(rawValue: value) else {
        throw UsageError.wrongValue(option.flag, value, "auto, always or never")
      }
      color = choice
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
