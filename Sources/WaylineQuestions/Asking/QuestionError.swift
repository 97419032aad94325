/// A reason why a question has no answer.
///
/// A question that is left with ^C or Esc throws `CancellationError` instead.
public enum QuestionError: Error, Hashable, Sendable {
  /// The input ended before the question was answered. The end is never an answer, and no default.
  case inputEnded(question: String, advice: String)
  /// Nobody can be asked here, and the question has no default. The advice names what can be given instead.
  case unanswered(question: String, advice: String)
  /// An answer that was given beforehand is refused. The name is that of its option or variable.
  case refused(question: String, name: String, problem: String)
  /// There is nothing to choose from.
  case nothingToChoose(question: String)
  /// The editor gave no text.
  case editorFailed(question: String, problem: String)
  /// Answers of a test, or of a file, that no question has asked for.
  case unusedAnswers([String])
  /// The file of answers could not be read or written.
  case fileFailed(problem: String)
}

extension QuestionError: CustomStringConvertible {
  /// The sentence for a person.
  public var description: String {
    switch self {
    case .inputEnded(let question, let advice):
      "The input ended before '\(question)' was answered.\(Self.following(advice))"
    case .unanswered(let question, let advice):
      "'\(question)' needs an answer, and nobody can be asked here.\(Self.following(advice))"
    case .refused(_, let name, let problem): "\(name): \(problem)"
    case .nothingToChoose(let question): "'\(question)' has nothing to choose from."
    case .editorFailed(let question, let problem): "'\(question)' has no answer. \(problem)"
    case .unusedAnswers(let answers):
      "No question asked for \(answers.map { "'\($0)'" }.joined(separator: ", "))."
    case .fileFailed(let problem): problem
    }
  }
}

extension QuestionError {
  private static func following(_ advice: String) -> String { advice.isEmpty ? "" : " \(advice)" }

  /// The exit status for a program: 2 if its options have to be changed, else 1.
  public var exitStatus: Int32 {
    switch self {
    case .unanswered, .refused, .fileFailed: 2
    case .inputEnded, .nothingToChoose, .editorFailed, .unusedAnswers: 1
    }
  }
}
