/// An option of a program, beside those that every program has.
///
/// Declare it once, list it in the program's ``App/options``, and read what was given from the
/// environment:
///
/// ```swift
/// extension AppOption {
///   static let desk = AppOption("desk", operand: "NAME", summary: "Work at the desk NAME.")
/// }
///
/// struct DeskView: View {
///   @Environment(\.options) private var options
///   var body: some View { Text("At the \(options[.desk] ?? "main") desk.") }
/// }
/// ```
///
/// The person types `--desk upper` or `--desk=upper`; `--help` lists it.
public struct AppOption: Hashable, Sendable {
  /// The word after `--`: letters, digits and `-`.
  public let name: String
  /// What has to follow it, as `--help` prints it; nil for a switch.
  public let operand: String?
  /// One line for `--help`.
  public let summary: String

  /// An option that takes an operand, or a switch that takes none.
  public init(_ name: String, operand: String? = nil, summary: String) {
    (self.name, self.operand, self.summary) = (name, operand, summary)
  }

  /// The word on the command line.
  var flag: String { "--\(name)" }

  /// The form in `--help`.
  var form: String { operand.map { "\(flag) \($0)" } ?? flag }
}

extension AppOption {
  /// The options that can be typed; what is wrong with the others is told as a mistake.
  static func valid(_ options: [AppOption]) -> [AppOption] {
    var valid: [AppOption] = []
    for option in options {
      if let mistake = mistake(in: option, after: valid) {
        Misuse.report(mistake)
      } else {
        valid.append(option)
      }
    }
    return valid
  }

  private static func mistake(in option: AppOption, after others: [AppOption]) -> String? {
    let isWord = option.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    if option.name.isEmpty || option.name.hasPrefix("-") || !isWord {
      return "The option '\(option.name)' cannot be typed: write letters, digits and '-' only."
    }
    if LaunchOption.allCases.contains(where: { $0.flag == option.flag }) {
      return "Every program has an option '\(option.flag)': choose another name for yours."
    }
    if others.contains(where: { $0.name == option.name }) {
      return "Two options are called '\(option.flag)': the first one is kept."
    }
    return nil
  }
}
