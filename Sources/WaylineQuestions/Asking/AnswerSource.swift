import WaylineSystem

/// An option or a variable by which an answer can be given without a question.
///
/// ```swift
/// let template = try Question.choice(
///   "Template", from: Template.allCases,
///   answer: .option("--template", options.template), .variable("SITE_TEMPLATE"))
/// ```
///
/// The first source that has a value answers; the same rules apply to it as to what is typed. Where nobody can
/// be asked, the sources are named: `Give --template, or set SITE_TEMPLATE.`
public struct AnswerSource: Sendable {
  private enum Kind {
    case option(String?)
    case variable
  }

  /// The name, as it is typed.
  let name: String
  private let kind: Kind

  /// An option of the program, with the value that was parsed; nil if the option was not given.
  public static func option(_ name: String, _ value: String? = nil) -> AnswerSource {
    AnswerSource(name: name, kind: .option(value))
  }

  /// An option without a value, such as `--yes`, that gives an answer where it is given.
  ///
  /// - Parameters:
  ///   - name: the option.
  ///   - isGiven: whether it was given.
  ///   - answer: the answer then, as it would be typed.
  public static func flag(
    _ name: String, _ isGiven: Bool, answer: String = "yes"
  ) -> AnswerSource {
    AnswerSource(name: name, kind: .option(isGiven ? answer : nil))
  }

  /// An environment variable; an empty one counts as not set.
  public static func variable(_ name: String) -> AnswerSource {
    AnswerSource(name: name, kind: .variable)
  }

  /// The value; nil if there is none.
  var value: TypedSecret? {
    switch kind {
    case .option(let value): return value.map { TypedSecret(copying: $0) }
    case .variable:
      guard let bytes = CurrentProcess.bytes(ofVariable: name), !bytes.isEmpty else { return nil }
      return TypedSecret(capacity: bytes.count) { room in
        room.copyMemory(from: bytes)
        return bytes.count
      }
    }
  }

  /// The sentence that says how to answer without a question; empty without sources.
  static func advice(_ sources: [AnswerSource]) -> String {
    guard !sources.isEmpty else { return "" }
    let ways = sources.map { source in
      switch source.kind {
      case .option: "give \(source.name)"
      case .variable: "set \(source.name)"
      }
    }
    let sentence = ways.joined(separator: ", or ")
    return "\(sentence.prefix(1).uppercased())\(sentence.dropFirst())."
  }
}
