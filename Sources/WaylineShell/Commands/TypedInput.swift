import FoundationEssentials

/// One line of input under `--json`: an object, or a plain command.
///
///     {"command": "back 2"}
///     {"number": 3, "value": "on"}
///     {"label": "Note", "value": "several\nlines"}
///     {"answer": "hunter2"}
///
/// Unlike a typed line, a value may hold line ends.
package enum TypedInput: Hashable, Sendable {
  /// A line, as if it had been typed: a command, or the answer to a question.
  case line(String)
  /// A command, and never an answer.
  case command(String)
  /// The element with a number of the last screen.
  case number(Int, value: String?)
  /// The element with a label of the last screen.
  case label(String, value: String?)
  /// The whole answer to the present question.
  case answer(String)

  /// Reads a line; a text that does not begin an object is a plain command.
  package static func read(_ line: String) -> Result<TypedInput, TypedInputProblem> {
    guard line.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "{") else {
      return .success(.line(line))
    }
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(line.utf8)) else {
      return .failure(.unreadable(line))
    }
    return fields.input.map(Result.success) ?? .failure(.incomplete)
  }

  private struct Fields: Decodable {
    var command: String?
    var number: Int?
    var label: String?
    var value: String?
    var answer: String?

    var input: TypedInput? {
      if let command { return .command(command) }
      if let number { return .number(number, value: value) }
      if let label { return .label(label, value: value) }
      return answer.map(TypedInput.answer)
    }
  }
}

/// Why a line of JSON was not taken.
package enum TypedInputProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is no object whose fields have the right types.
  case unreadable(String)
  /// It has none of the fields that say what is wanted.
  case incomplete

  /// What is wrong, and what can be written instead.
  package var description: String {
    switch self {
    case .unreadable(let line): "'\(CommandProblem.shortened(line))' \(Self.rule)"
    case .incomplete:
      "The object has none of the fields command, number, label and answer."
    }
  }

  /// The description without any text of the line, which may be a secret.
  package var privateDescription: String {
    switch self {
    case .unreadable: "The line \(Self.rule)"
    case .incomplete: description
    }
  }

  private static let rule =
    "is not a valid request: `number` must be an integer; `command`, `label`, `value` and "
    + "`answer` must be strings."
}
