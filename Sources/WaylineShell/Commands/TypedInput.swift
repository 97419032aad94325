import FoundationEssentials
import WaylineSystem

/// One line of input under `--json`: an object, or a plain command.
///
///     {"command": "back 2"}
///     {"number": 3, "value": "on"}
///     {"label": "Note", "value": "several\nlines"}
///     {"answer": "hunter2"}
///     {"cancel": true}
///     {"changes": true}
///
/// Unlike a typed line, a value may contain line ends. An answer is taken as it is: an empty one
/// empties the field.
package enum TypedInput: Hashable, Sendable {
  /// A line, as if it had been typed at the prompt of commands.
  case line(String)
  /// The element with a number of the last screen.
  case number(Int, value: String?)
  /// The element with a label of the last screen.
  case label(String, value: String?)
  /// The whole answer to the open question.
  case answer(String)
  /// Leaves the open question without an answer, or cancels what runs.
  case cancel
  /// From now on, screens that no line caused are sent as their changes, or again as a whole.
  case changes(Bool)

  /// Reads a line; a text that does not begin an object is a plain command.
  package static func read(_ line: String) -> Result<TypedInput, ShellMessage> {
    guard line.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "{") else {
      return .success(.line(line))
    }
    let data = Data(line.utf8)
    if let fields = try? JSONDecoder().decode(Fields.self, from: data) {
      return fields.read
    }
    let isJSON = (try? JSONDecoder().decode(NoFields.self, from: data)) != nil
    return .failure(isJSON ? .invalidRequest(line) : .brokenRequest(line))
  }

  /// Any object.
  private struct NoFields: Decodable {}

  private struct Fields: Decodable {
    var command: String?
    var number: Int?
    var label: String?
    var value: String?
    var answer: String?
    var cancel: Bool?
    var changes: Bool?

    /// The request; refused if the fields ask for nothing, or for more than one thing.
    var read: Result<TypedInput, ShellMessage> {
      let requests = [
        command.map(TypedInput.line), number.map { .number($0, value: value) },
        label.map { .label($0, value: value) }, answer.map(TypedInput.answer),
        cancel == true ? .cancel : nil, changes.map(TypedInput.changes),
      ].compactMap(\.self)
      guard let first = requests.first else { return .failure(.incompleteRequest) }
      let takesValue = number != nil || label != nil
      guard requests.count == 1, value == nil || takesValue else {
        return .failure(.contradictoryRequest)
      }
      return .success(first)
    }
  }
}

extension InputLine {
  /// True if the line of a program cancels what runs; such a line is read while it runs.
  var isCancellation: Bool {
    guard excess == nil, text.utf8.contains(UInt8(ascii: "{")),
      case .success(.cancel) = TypedInput.read(text)
    else { return false }
    return true
  }
}

extension LineSource {
  /// True if the next line cancels what runs. The line stays; another one may be a secret, and is not copied.
  var hasCancellation: Bool {
    guard nextContains("\"cancel\"") || nextContains("\\u") else { return false }
    return copyOfNext()?.isCancellation == true
  }
}
