/// Reads options in words: flags, letters and their values.
///
/// The command line and the lines of a command are read by the same rules.
package struct OptionReader {
  /// The options that can be given.
  package let options: [AppOptions.Element]
  /// The values so far.
  package var values: OptionValues

  /// A reader that adds to values.
  package init(_ options: [AppOptions.Element], values: OptionValues = OptionValues()) {
    (self.options, self.values) = (options, values)
  }

  /// Reads a word such as `--tag` or `--tag=new`, and the value that follows. Returns false if it is none of
  /// the options.
  package mutating func readFlag(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> Bool {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = options.first(where: { $0.flag == parts[0] }) else { return false }
    let attached = parts.count == 2 ? String(parts[1]) : nil
    let value = try Self.value(of: option.flag, option.operand, attached, &rest)
    try take(value, of: option.flag, for: option)
    return true
  }

  /// Reads the letters after a single dash: switches, and an option whose value follows, as in `-qt Ada`.
  ///
  /// - Parameter other: reads a letter of another option, such as `-h`; returns false for none.
  /// - Returns: False if the first one is no letter of an option.
  package mutating func readLetters(
    _ word: String, _ rest: inout ArraySlice<String>,
    other: (_ letter: String) throws(UsageError) -> Bool = { _ throws(UsageError) in false }
  ) throws(UsageError) -> Bool {
    var letters = word.dropFirst()
    guard let first = letters.first, options.contains(where: { $0.short == first }) else {
      return false
    }
    while let letter = letters.popFirst() {
      if try other("-\(letter)") { continue }
      guard let option = options.first(where: { $0.short == letter }) else {
        throw .unknownOption("-\(letter)", known: [])
      }
      let isAttached = !letters.isEmpty && (option.operand != nil || letters.first == "=")
      let attached = isAttached ? String(letters.first == "=" ? letters.dropFirst() : letters) : nil
      let value = try Self.value(of: "-\(letter)", option.operand, attached, &rest)
      try take(value, of: "-\(letter)", for: option)
      if option.operand != nil { break }
    }
    return true
  }

  /// The value after an option, which may be empty; nil for a switch.
  package static func value(
    of flag: String, _ operand: String?, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String? {
    guard let operand else {
      guard attached == nil else { throw .unwantedValue(flag) }
      return nil
    }
    guard let value = attached ?? rest.popFirst() else { throw .missingValue(flag, operand) }
    return value
  }

  private mutating func take(
    _ value: String?, of flag: String, for option: AppOptions.Element
  ) throws(UsageError) {
    try UsageError.requireText(value, of: flag)
    try values.read(value ?? "", for: option)
  }
}

// MARK: - The words after a command

extension OptionReader {
  /// The words after a command, without its options.
  struct CommandWords {
    let words: [String]
    let values: OptionValues
    /// True if an option, or the end of options, was among the words.
    let hasOptions: Bool
  }

  /// Reads the words after a command with options; `--` ends the options.
  ///
  /// A single dash, and a dash with digits that are no letter of an option, are words.
  /// - Parameter variable: the variables of the environment.
  static func read(
    _ words: [String], _ options: [AppOptions.Element], variable: (String) -> String? = { _ in nil }
  ) throws(UsageError) -> CommandWords {
    var reader = OptionReader(options)
    var (rest, plain) = (words[...], [String]())
    while let word = rest.popFirst() {
      if word == "--" {
        plain += rest
        break
      }
      if word.hasPrefix("--") {
        if try reader.readFlag(word, &rest) { continue }
        throw reader.unknown(word)
      }
      if word.count > 1, word.hasPrefix("-") {
        if try reader.readLetters(word, &rest) { continue }
        if !word.dropFirst().allSatisfy({ $0.isNumber || ".,".contains($0) }) {
          throw reader.unknown(word)
        }
      }
      plain.append(word)
    }
    for option in options {
      guard let text = option.variable.flatMap(variable) else { continue }
      try reader.values.read(variable: text, for: option)
    }
    let hasOptions = plain.count != words.count
    return CommandWords(words: plain, values: reader.values, hasOptions: hasOptions)
  }

  private func unknown(_ word: String) -> UsageError {
    let flag = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)[0]
    return .unknownOption(String(flag), known: options.map(\.flag))
  }

  /// The words that a word of the command line takes for itself: one, or two for an option whose value follows.
  package func count(of word: String) -> Int {
    if word.hasPrefix("--") {
      return options.contains { $0.flag == word && $0.operand != nil } ? 2 : 1
    }
    var letters = word.dropFirst()
    while let letter = letters.popFirst(), let option = options.first(where: { $0.short == letter })
    {
      if option.operand != nil { return letters.isEmpty ? 2 : 1 }
    }
    return 1
  }
}
