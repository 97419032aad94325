import Synchronization
import WaylineSystem

/// The answers of a file: a line such as `Template: web` for each question.
///
/// A question takes the first line that begins with its prompt and was not taken, so that the order of questions
/// may change. Empty lines, and lines that begin with `#`, are for people.
final class RecordedAnswers: Sendable {
  private struct Line {
    let number: Int
    let text: String
    var isTaken = false
  }

  private let path: String
  private let lines: Mutex<[Line]>

  /// The longest file, in bytes.
  private static let limit = 1 << 20

  /// Reads a file.
  init(_ path: String) throws {
    self.path = path
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileDescriptor.open(path, for: .reading).readAll(limit: Self.limit)
    } catch {
      throw QuestionError.fileFailed(problem: "\(error)")
    }
    guard bytes.count <= Self.limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw QuestionError.fileFailed(
        problem: "The file '\(path)' is not UTF-8 text of at most \(Self.limit) bytes.")
    }
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    lines = Mutex(all.enumerated().map { Line(number: $0 + 1, text: String($1)) })
  }

  /// Takes the line of a question. Returns it as it would be typed, with its place in the file.
  ///
  /// - Complexity: O(lines).
  func take(for form: QuestionForm) -> (line: String, place: String)? {
    lines.withLock { lines in
      for index in lines.indices where !lines[index].isTaken {
        guard let answer = AnswerLine.answer(to: form, in: lines[index].text) else { continue }
        lines[index].isTaken = true
        return (answer, "\(path), line \(lines[index].number)")
      }
      return nil
    }
  }

  /// The lines that no question has taken.
  var rest: [String] {
    lines.withLock { lines in
      lines.filter { !$0.isTaken && !$0.text.isEmpty && !$0.text.hasPrefix("#") }.map(\.text)
    }
  }
}

/// A file to which the answers of questions are written, without secrets.
final class AnswerRecording: Sendable {
  private let path: String
  private let file: FileDescriptor

  /// Creates a file; an existing one is refused.
  init(_ path: String) throws {
    self.path = path
    do throws(SystemError) {
      file = try FileDescriptor.open(path, for: .writing, [.create, .exclusive, .append])
    } catch {
      throw QuestionError.fileFailed(problem: "\(error)")
    }
  }

  /// Writes the answer to a question.
  func add(_ form: QuestionForm, _ answer: QuestionAnswer) throws {
    try write(AnswerLine.line(of: answer, to: form))
  }

  /// Writes that a secret was asked for.
  func addSecret(_ form: QuestionForm) throws {
    try write("# \(form.promptBeforeAnswer) a secret, which is not recorded")
  }

  private func write(_ line: String) throws {
    do throws(SystemError) {
      try file.writeAll("\(line)\n")
    } catch {
      throw QuestionError.fileFailed(problem: "Could not write '\(path)': \(error.code).")
    }
  }
}

/// A line with the prompt of a question and its answer. Pure.
enum AnswerLine {
  /// The line of an answer: `Template: web`.
  static func line(of answer: QuestionAnswer, to form: QuestionForm) -> String {
    "\(form.promptBeforeAnswer) \(value(of: answer, to: form))"
  }

  private static func value(of answer: QuestionAnswer, to form: QuestionForm) -> String {
    switch answer {
    case .text(let text): needsQuotes(text) ? QuotedText.quoted(text) : text
    case .choice(let index): form.labels[index]
    case .choices(let indices):
      indices.isEmpty
        ? "\"\""
        : indices.map { index in
          let label = form.labels[index]
          return label.contains(",") || label.hasPrefix("\"") ? QuotedText.quoted(label) : label
        }.joined(separator: ", ")
    case .confirmation(let isYes): isYes ? "yes" : "no"
    }
  }

  /// The answer in a line, as it would be typed; nil if the line belongs to another question.
  static func answer(to form: QuestionForm, in line: String) -> String? {
    let prompt = form.promptBeforeAnswer
    guard line.hasPrefix(prompt) else { return nil }
    let rest = line.dropFirst(prompt.count)
    guard rest.isEmpty || rest.first == " " else { return nil }
    let value = String(rest.dropFirst())
    switch form.kind {
    case .text, .editor: return QuotedText.text(of: value) ?? value
    case .choice, .choices, .confirmation, .secret: return value
    }
  }

  private static func needsQuotes(_ text: String) -> Bool {
    text.isEmpty || text.first == "\"" || text.first == " " || text.last == " "
      || text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "\u{85}" }
      || text.contains(where: \.isNewline)
  }
}

/// A text in quotes, with `\n`, `\t`, `\r`, `\"`, `\\` and `\u{…}` for what a line cannot have. Pure.
enum QuotedText {
  private static let names: [(scalar: Unicode.Scalar, name: Character)] = [
    ("\n", "n"), ("\t", "t"), ("\r", "r"), ("\"", "\""), ("\\", "\\"),
  ]

  /// Puts a text in quotes.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if let name = names.first(where: { $0.scalar == scalar })?.name {
        result += "\\\(name)"
      } else if scalar.value < 0x20 || scalar.properties.isWhitespace && scalar != " "
        || (0x7F..<0xA0).contains(scalar.value)
      {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The text in quotes; nil if it is not one text in quotes.
  static func text(of quoted: some StringProtocol) -> String? {
    var rest = String(quoted).unicodeScalars[...]
    guard rest.popFirst() == "\"" else { return nil }
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return rest.isEmpty ? String(text) : nil
      case "\\":
        guard let escaped = escaped(&rest) else { return nil }
        text.append(escaped)
      default: text.append(scalar)
      }
    }
    return nil
  }

  private static func escaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard let name = rest.popFirst() else { return nil }
    if let found = names.first(where: { $0.name == Character(name) }) { return found.scalar }
    guard name == "u", rest.popFirst() == "{" else { return nil }
    let digits = rest.prefix { $0 != "}" }
    rest = rest.dropFirst(digits.count)
    guard rest.popFirst() == "}" else { return nil }
    return UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
  }
}
