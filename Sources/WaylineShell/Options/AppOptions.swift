import WaylineGraph

/// The options that a program declares in `App.options`, or a command with it.
public struct AppOptions: Sendable {
  /// One option without the type of its value.
  package struct Element: Sendable {
    /// The word after `--`.
    package let name: String
    /// The letter after a single dash.
    package let short: Character?
    /// True if each occurrence adds a value.
    package let repeats: Bool
    /// The variable of the environment.
    package let variable: String?
    /// The name of its value; nil for a switch.
    package let operand: String?
    /// The line for `--help`.
    package let summary: String
    /// The values, if they are a few words.
    package let choices: [String]?
    /// The values that are accepted, as the end of a sentence.
    package let expectation: String
    /// The value after one more text; nil if the text is not accepted.
    let adding: @Sendable ((any Sendable)?, String) -> (any Sendable)?

    fileprivate init<Value>(_ option: AppOption<Value>) {
      (name, short, variable) = (option.name, option.short, option.variable)
      (repeats, operand, summary) = (option.repeats, option.operand, option.summary)
      (choices, expectation) = (option.choices, option.expectation)
      adding = { option.adding($0 as? Value, $1) }
    }

    /// The word on the command line.
    package var flag: String { "--\(name)" }

    /// The letter on the command line, with its dash.
    package var letter: String? { short.map { "-\($0)" } }

    /// The form in `--help`.
    package var form: String {
      let flags = letter.map { "\($0), \(flag)" } ?? flag
      return (operand.map { "\(flags) \($0)" } ?? flags) + (repeats ? " …" : "")
    }
  }

  /// The options in their order.
  package let elements: [Element]

  /// Lists the options of a program.
  public init<each Value>(_ option: repeat AppOption<each Value>) {
    var elements: [Element] = []
    repeat elements.append(Element(each option))
    self.elements = elements
  }

  /// True if no option is declared.
  var isEmpty: Bool { elements.isEmpty }

  /// The options that can be typed, and the mistakes in the others.
  ///
  /// - Parameters:
  ///   - others: the options that are typed beside them.
  ///   - isReserved: true for an option, such as `--json` or `-h`, that every program has.
  package func checked(
    beside others: [Element] = [], isReserved: (_ flag: String) -> Bool
  ) -> (valid: [Element], mistakes: [String]) {
    var (valid, mistakes): ([Element], [String]) = ([], [])
    for option in elements {
      if let mistake = Self.mistake(in: option, after: others + valid, isReserved) {
        mistakes.append(mistake)
      } else {
        valid.append(option)
      }
    }
    return (valid, mistakes)
  }

  private static func mistake(
    in option: Element, after others: [Element], _ isReserved: (String) -> Bool
  ) -> String? {
    let isWord = option.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    if option.name.isEmpty || option.name.hasPrefix("-") || !isWord {
      return "The option '\(option.name)' cannot be typed: write letters, digits and '-' only."
    }
    if isReserved(option.flag) {
      return "Every program has an option '\(option.flag)': choose another name for yours."
    }
    if others.contains(where: { $0.name == option.name }) {
      return "Two options are called '\(option.flag)': only the first is used."
    }
    return mistakeInLetter(of: option, after: others, isReserved)
      ?? mistakeInVariable(of: option, after: others)
  }

  private static func mistakeInLetter(
    of option: Element, after others: [Element], _ isReserved: (String) -> Bool
  ) -> String? {
    guard let short = option.short, let letter = option.letter else { return nil }
    if !short.isLetter, !short.isNumber {
      return
        "The option '\(option.flag)' cannot have the letter '\(short)': choose a letter or digit."
    }
    if isReserved(letter) {
      return "Every program has an option '\(letter)': choose another letter for '\(option.flag)'."
    }
    return others.first { $0.short == short }.map {
      "'\($0.flag)' has the letter '\(letter)': choose another one for '\(option.flag)'."
    }
  }

  private static func mistakeInVariable(of option: Element, after others: [Element]) -> String? {
    guard let variable = option.variable else { return nil }
    let isName = variable.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
    if variable.isEmpty || !isName || variable.first?.isNumber == true {
      return
        "The variable '\(variable)' of '\(option.flag)' cannot be set: write letters, digits and "
        + "'_' only."
    }
    return others.first { $0.variable == variable }.map {
      "'\($0.flag)' has the variable '\(variable)': choose another one for '\(option.flag)'."
    }
  }
}

/// The values that the command line gave to the options of a program, and a line to those of its command.
///
/// Views read it with `@Environment(\.options)`, commands with ``ShellCall/options``. A test gives
/// its own to a whole program, or to a view with `.environment(\.options[DeskApp.desk], "upper")`.
public struct OptionValues: Sendable {
  private var values: [String: (texts: [String], value: any Sendable)] = [:]

  /// Creates a value in which no option is given.
  public init() {}

  /// The value of an option: the last one if several, all of one that repeats, or its default.
  public subscript<Value>(option: AppOption<Value>) -> Value {
    get { values[option.name]?.value as? Value ?? option.defaultValue }
    set { values[option.name] = (["\(newValue)"], newValue) }
  }

  /// True if an option was given, on the command line or by its variable.
  public func contains<Value>(_ option: AppOption<Value>) -> Bool { values[option.name] != nil }

  /// The texts of the options that are given, by their names, as a log has them.
  ///
  /// Those of an option that repeats are parted by a zero, which no word of a command line can have.
  package var texts: [String: String] { values.mapValues { $0.texts.joined(separator: "\0") } }

  /// Takes a text of the command line for an option.
  package mutating func read(_ text: String, for option: AppOptions.Element) throws(UsageError) {
    try add(text, to: option, as: option.flag)
  }

  /// Takes the texts of a log for an option.
  package mutating func read(logged text: String, for option: AppOptions.Element) throws(UsageError)
  {
    let parts =
      option.repeats ? text.split(separator: "\0", omittingEmptySubsequences: false) : [text[...]]
    for part in parts { try read(String(part), for: option) }
  }

  /// Takes the value of the variable of an option that is not given; an empty one is no value.
  package mutating func read(variable text: String, for option: AppOptions.Element)
    throws(UsageError)
  {
    guard let variable = option.variable, !text.isEmpty, values[option.name] == nil else { return }
    try UsageError.requireText(text, of: variable)
    let lines = option.repeats ? text.split(separator: "\n").map(String.init) : [text]
    for line in lines { try add(line, to: option, as: variable) }
  }

  /// Takes the values of the options of a command.
  mutating func merge(_ others: OptionValues) { values.merge(others.values) { _, new in new } }

  private mutating func add(
    _ text: String, to option: AppOptions.Element, as source: String
  ) throws(UsageError) {
    let earlier = option.repeats ? values[option.name] : nil
    guard let value = option.adding(earlier?.value, text) else {
      throw .wrongValue(source, text, option.expectation)
    }
    values[option.name] = ((earlier?.texts ?? []) + [text], value)
  }
}

extension OptionValues: Hashable {
  /// True if the same options have the same values, compared by their texts.
  public static func == (first: OptionValues, second: OptionValues) -> Bool {
    first.texts == second.texts
  }

  /// Hashes the texts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(texts)
  }
}

private enum OptionValuesKey: EnvironmentKey {
  static var defaultValue: OptionValues { OptionValues() }
}

extension EnvironmentValues {
  /// The values that the command line gave to the options of the program.
  public var options: OptionValues {
    get { self[OptionValuesKey.self] }
    set { self[OptionValuesKey.self] = newValue }
  }
}
