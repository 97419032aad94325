/// An option of a program, beside those that every program has, with the type of its value.
///
/// Declare it once, list it in the program's ``App/options``, and read its value from the environment:
///
/// ```swift
/// struct DeskApp: App {
///   static let desk = AppOption("desk", operand: "NAME", default: "main", summary: "Work at NAME.")
///   static let copies = AppOption("copies", operand: "N", default: 1, summary: "Lend N copies.")
///     .requiring("a number from 1 to 9") { (1...9).contains($0) }
///   static let options = AppOptions(desk, copies)
///   var body: some Scene { WindowGroup { DeskView() } }
/// }
///
/// struct DeskView: View {
///   @Environment(\.options) private var options
///   var body: some View { Text("At the \(options[DeskApp.desk]) desk.") }
/// }
/// ```
///
/// The person types `--desk upper` or `--desk=upper`; `--help` lists it. A value that cannot be read
/// ends the program with status 2 before anything runs.
public struct AppOption<Value: Sendable>: Sendable {
  /// The word after `--`: letters, digits and `-`.
  public let name: String
  /// The name of its value, as `--help` prints it; nil for a switch.
  public let operand: String?
  /// The line for `--help`.
  public let summary: String
  /// The value when the option is not given.
  public let defaultValue: Value
  /// The values, if they are a few words.
  var choices: [String]?
  /// The values that are accepted, as the end of a sentence.
  var expectation: String
  /// Reads a value; nil if it is not accepted.
  var read: @Sendable (String) -> Value?

  /// Creates an option whose value is read by a closure.
  ///
  /// `expectation` names the accepted values, as the end of "it takes …". `read` returns nil for a text
  /// that is not accepted.
  public init(
    _ name: String, operand: String, default defaultValue: Value, summary: String,
    expectation: String, read: @escaping @Sendable (String) -> Value?
  ) {
    (self.name, self.operand, self.summary) = (name, operand, summary)
    (self.defaultValue, self.expectation, self.read) = (defaultValue, expectation, read)
  }

  /// Returns the same option, which accepts fewer values.
  ///
  /// `expectation` names the accepted values, as the end of "it takes …".
  public func requiring(
    _ expectation: String, _ isValid: @escaping @Sendable (Value) -> Bool
  ) -> AppOption {
    var option = self
    option.expectation = expectation
    option.read = { [read] text in read(text).flatMap { isValid($0) ? $0 : nil } }
    return option
  }
}

extension AppOption where Value: LosslessStringConvertible {
  /// Creates an option with a default value: a text, a number, or another type that text can express.
  public init(_ name: String, operand: String, default defaultValue: Value, summary: String) {
    self.init(
      name, operand: operand, default: defaultValue, summary: summary,
      expectation: acceptedValues(of: Value.self)
    ) { typed($0) }
  }
}

extension AppOption {
  /// Creates an option without a default: its value is nil when it is not given.
  public init<Wrapped: LosslessStringConvertible>(_ name: String, operand: String, summary: String)
  where Value == Wrapped? {
    self.init(
      name, operand: operand, default: nil, summary: summary,
      expectation: acceptedValues(of: Wrapped.self)
    ) { (typed($0) as Wrapped?).map { .some($0) } }
  }

  /// Creates an option whose values are the cases of an enum.
  public init(_ name: String, default defaultValue: Value, summary: String)
  where Value: RawRepresentable<String> & CaseIterable {
    let words = Value.allCases.map(\.rawValue)
    self.init(
      name, operand: words.joined(separator: "|"), default: defaultValue, summary: summary,
      expectation: words.listed
    ) { Value(rawValue: $0) }
    choices = words
  }
}

extension AppOption<Bool> {
  /// Creates a switch: its value is true when it is given.
  public init(_ name: String, summary: String) {
    (self.name, operand, self.summary) = (name, nil, summary)
    (defaultValue, expectation) = (false, "no value")
    read = { _ in true }
  }
}

// Two options of one program are the same when they have the same name.
extension AppOption: Hashable {
  /// True if two options have the same name.
  public static func == (first: AppOption, second: AppOption) -> Bool { first.name == second.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The value of a text; nil for infinity, which also stands for a number that is too large, and for `nan`.
private func typed<Value: LosslessStringConvertible>(_ text: String) -> Value? {
  guard let value = Value(text), (value as? any FloatingPoint)?.isFinite ?? true else { return nil }
  return value
}

/// The accepted values of a type, as the end of a sentence.
private func acceptedValues(of type: any Any.Type) -> String {
  switch type {
  case is any FixedWidthInteger.Type: "a whole number"
  case is any BinaryFloatingPoint.Type: "a number"
  case is Bool.Type: "true or false"
  default: "a valid \(type)"
  }
}

extension [String] {
  /// The texts as a sentence lists alternatives: `auto, always or never`.
  var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}

// MARK: - The options of a program

/// The options that a program declares in ``App/options``.
public struct AppOptions: Sendable {
  /// One option without the type of its value.
  struct Element: Sendable {
    let name: String
    let operand: String?
    let summary: String
    let choices: [String]?
    let expectation: String
    /// Reads a value; nil if it is not accepted.
    let read: @Sendable (String) -> (any Sendable)?

    /// The word on the command line.
    var flag: String { "--\(name)" }

    /// The form in `--help`.
    var form: String { operand.map { "\(flag) \($0)" } ?? flag }
  }

  let elements: [Element]

  /// Lists the options of a program.
  public init<each Value>(_ option: repeat AppOption<each Value>) {
    var elements: [Element] = []
    func add<Other>(_ option: AppOption<Other>) {
      elements.append(
        Element(
          name: option.name, operand: option.operand, summary: option.summary,
          choices: option.choices, expectation: option.expectation, read: { option.read($0) }))
    }
    repeat add(each option)
    self.elements = elements
  }

  /// The options that can be typed; the mistake in each other one is reported.
  var valid: [Element] {
    var valid: [Element] = []
    for option in elements {
      if let mistake = Self.mistake(in: option, after: valid) {
        Misuse.report(mistake)
      } else {
        valid.append(option)
      }
    }
    return valid
  }

  private static func mistake(in option: Element, after others: [Element]) -> String? {
    let isWord = option.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    if option.name.isEmpty || option.name.hasPrefix("-") || !isWord {
      return "The option '\(option.name)' cannot be typed: write letters, digits and '-' only."
    }
    if LaunchOption.named(option.flag[...]) != nil {
      return "Every program has an option '\(option.flag)': choose another name for yours."
    }
    if others.contains(where: { $0.name == option.name }) {
      return "Two options are called '\(option.flag)': only the first is used."
    }
    return nil
  }
}

/// The values that the command line gave to the options of a program.
///
/// Views read it with `@Environment(\.options)`, commands with ``WaylineShell/ShellCall/options``. A test gives
/// its own to a whole program, or to a view with `.environment(\.options[DeskApp.desk], "upper")`.
public struct OptionValues: Sendable {
  private var values: [String: (text: String, value: any Sendable)] = [:]

  /// Creates a value in which no option is given.
  public init() {}

  /// The value of an option, the last one if several, or its default.
  public subscript<Value>(option: AppOption<Value>) -> Value {
    get { values[option.name]?.value as? Value ?? option.defaultValue }
    set { values[option.name] = ("\(newValue)", newValue) }
  }

  /// True if an option was given.
  public func contains<Value>(_ option: AppOption<Value>) -> Bool { values[option.name] != nil }

  /// The texts of the options that are given, by their names.
  var texts: [String: String] { values.mapValues(\.text) }

  /// Takes the text of the command line for an option.
  mutating func read(_ text: String, for option: AppOptions.Element) throws(UsageError) {
    guard let value = option.read(text) else {
      throw .wrongValue(option.flag, text, option.expectation)
    }
    values[option.name] = (text, value)
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

extension ShellCall {
  /// The values that the command line gave to the options of the program.
  @MainActor public var options: OptionValues { environment.options }
}

extension EnvironmentValues {
  /// The values that the command line gave to the options of the program.
  public var options: OptionValues {
    get { self[OptionValuesKey.self] }
    set { self[OptionValuesKey.self] = newValue }
  }
}
