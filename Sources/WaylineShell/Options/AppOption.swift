/// An option of a program, beside those that every program has, with the type of its value.
///
/// Declare it once, list it in the program's `App.options`, and read its value from the environment:
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
/// The person types `--desk upper` or `--desk=upper`; `--help` lists it. `--desk ""` and `--desk=` give the
/// empty text. A value that cannot be read ends the program with status 2 before anything runs.
///
/// An option of a command is listed with it, ``ShellCommand``, and its value is read from the call:
///
/// ```swift
/// static let copies = AppOption(
///   "copies", short: "c", operand: "N", default: 1, summary: "Order N copies.")
/// static let order = ShellCommand(
///   "order", usage: "order TITLE", summary: "Order a book.", options: AppOptions(copies)
/// ) { call in
///   .lines(["Ordered \(call.options[copies]) of \(call.text)."])
/// }
/// ```
///
/// It is typed after the name of the command, on the command line and at the prompt: `order Emma --copies 2`.
///
/// An option can have a letter, `-t`, can be given several times, and can have a variable of the
/// environment, which counts where the option is not given:
///
/// ```swift
/// AppOption("tag", short: "t", repeats: true, variable: "DESK_TAG", summary: "Add the tag TEXT.")
/// ```
public struct AppOption<Value: Sendable>: Sendable {
  /// The word after `--`: letters, digits and `-`.
  public let name: String
  /// The letter after a single `-`; nil if it has none.
  public let short: Character?
  /// True if each occurrence adds a value; otherwise the last one holds.
  public let repeats: Bool
  /// The variable of the environment that gives the value where the option is not given; nil for none.
  ///
  /// An empty variable gives none. Each line of it is a value of an option that repeats; a switch takes
  /// `true` or `false`.
  public let variable: String?
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
  /// The value after one more text; nil if the text is not accepted.
  var adding: @Sendable (Value?, String) -> Value?

  private init(
    _ name: String, _ short: Character?, repeats: Bool = false, _ variable: String?,
    _ operand: String?, _ defaultValue: Value, _ summary: String, _ expectation: String,
    adding: @escaping @Sendable (Value?, String) -> Value?
  ) {
    (self.name, self.short, self.repeats, self.variable) = (name, short, repeats, variable)
    (self.operand, self.defaultValue, self.summary) = (operand, defaultValue, summary)
    (self.expectation, self.adding) = (expectation, adding)
  }

  /// Creates an option whose value is read by a closure.
  ///
  /// `expectation` names the accepted values, as the end of "it takes …". `read` returns nil for a text
  /// that is not accepted.
  public init(
    _ name: String, short: Character? = nil, variable: String? = nil, operand: String,
    default defaultValue: Value, summary: String, expectation: String,
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.init(name, short, variable, operand, defaultValue, summary, expectation) { read($1) }
  }

  /// Creates an option that can be given several times, each of whose values is read by a closure.
  ///
  /// Its value has them in their order. Without `repeats`, it is the last one alone.
  public init<Element>(
    _ name: String, short: Character? = nil, repeats: Bool, variable: String? = nil,
    operand: String, default defaultValue: [Element] = [], summary: String, expectation: String,
    read: @escaping @Sendable (String) -> Element?
  ) where Value == [Element] {
    self.init(
      name, short, repeats: repeats, variable, operand, defaultValue, summary, expectation
    ) { earlier, text in
      read(text).map { (repeats ? earlier ?? [] : []) + [$0] }
    }
  }

  /// Returns the same option, which accepts fewer values.
  ///
  /// `expectation` names the accepted values, as the end of "it takes …". The closure of an option that repeats
  /// receives all values that were given so far.
  public func requiring(
    _ expectation: String, _ isValid: @escaping @Sendable (Value) -> Bool
  ) -> AppOption {
    var option = self
    option.expectation = expectation
    option.adding = { [adding] earlier, text in
      adding(earlier, text).flatMap { isValid($0) ? $0 : nil }
    }
    return option
  }
}

extension AppOption where Value: LosslessStringConvertible {
  /// Creates an option with a default value: a text, a number, or another type that text can express.
  public init(
    _ name: String, short: Character? = nil, variable: String? = nil, operand: String,
    default defaultValue: Value, summary: String
  ) {
    self.init(
      name, short: short, variable: variable, operand: operand, default: defaultValue,
      summary: summary, expectation: acceptedValues(of: Value.self)
    ) { typed($0) }
  }
}

extension AppOption {
  /// Creates an option without a default: its value is nil when it is not given.
  public init<Wrapped: LosslessStringConvertible>(
    _ name: String, short: Character? = nil, variable: String? = nil, operand: String,
    summary: String
  ) where Value == Wrapped? {
    self.init(
      name, short: short, variable: variable, operand: operand, default: nil, summary: summary,
      expectation: acceptedValues(of: Wrapped.self)
    ) { (typed($0) as Wrapped?).map { .some($0) } }
  }

  /// Creates an option that can be given several times; its value has the values in their order.
  ///
  /// `AppOption<[Int]>("shelf", repeats: true, operand: "N", summary: "Show shelf N.")` reads numbers.
  /// Without `repeats`, the value is the last one alone.
  public init<Element: LosslessStringConvertible>(
    _ name: String, short: Character? = nil, repeats: Bool, variable: String? = nil,
    operand: String, default defaultValue: [Element] = [], summary: String
  ) where Value == [Element] {
    self.init(
      name, short: short, repeats: repeats, variable: variable, operand: operand,
      default: defaultValue, summary: summary, expectation: acceptedValues(of: Element.self)
    ) { typed($0) }
  }

  /// Creates an option whose values are the cases of an enum.
  public init(
    _ name: String, short: Character? = nil, variable: String? = nil,
    default defaultValue: Value, summary: String
  ) where Value: RawRepresentable<String> & CaseIterable {
    let words = Value.allCases.map(\.rawValue)
    self.init(
      name, short: short, variable: variable, operand: words.joined(separator: "|"),
      default: defaultValue, summary: summary, expectation: words.listed
    ) { Value(rawValue: $0) }
    choices = words
  }

  /// Creates an option that can be given several times, whose values are the cases of an enum.
  public init<Element: RawRepresentable<String> & CaseIterable>(
    _ name: String, short: Character? = nil, repeats: Bool, variable: String? = nil,
    default defaultValue: [Element] = [], summary: String
  ) where Value == [Element] {
    let words = Element.allCases.map(\.rawValue)
    self.init(
      name, short: short, repeats: repeats, variable: variable,
      operand: words.joined(separator: "|"), default: defaultValue, summary: summary,
      expectation: words.listed
    ) { Element(rawValue: $0) }
    choices = words
  }
}

extension AppOption<[String]> {
  /// Creates an option that can be given several times; its value has the texts in their order.
  public init(
    _ name: String, short: Character? = nil, repeats: Bool, variable: String? = nil,
    operand: String = "TEXT", default defaultValue: [String] = [], summary: String
  ) {
    self.init(
      name, short: short, repeats: repeats, variable: variable, operand: operand,
      default: defaultValue, summary: summary, expectation: acceptedValues(of: String.self)
    ) { $0 }
  }
}

extension AppOption<Bool> {
  /// Creates a switch: its value is true when it is given.
  ///
  /// Its variable is `true` or `false`, or `1` or `0`.
  public init(
    _ name: String, short: Character? = nil, variable: String? = nil, summary: String
  ) {
    self.init(name, short, variable, nil, false, summary, "true or false") { isGiven(in: $1) }
  }
}

// Two options of one program are the same when they have the same name.
extension AppOption: Hashable {
  /// True if two options have the same name.
  public static func == (first: AppOption, second: AppOption) -> Bool { first.name == second.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The value of a switch in a variable; the command line gives it as the empty text.
private func isGiven(in text: String) -> Bool? {
  switch text.lowercased() {
  case "", "true", "1": true
  case "false", "0": false
  default: nil
  }
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
  package var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}
