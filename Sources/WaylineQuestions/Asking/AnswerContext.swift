import Synchronization

/// The origin of the answers of a task, and what becomes of them.
struct AnswerContext: Sendable {
  var origin = AnswerOrigin.process
  /// The answers of a file, which go before those of the origin.
  var recorded: RecordedAnswers?
  /// The file to which answers are written.
  var recording: AnswerRecording?
  /// The form that the questions belong to.
  var form: FormSession?

  /// The context with another origin.
  func from(_ origin: AnswerOrigin) -> AnswerContext {
    var context = self
    (context.origin, context.form) = (origin, nil)
    return context
  }

  /// The context with the answers of a file.
  func with(_ answers: RecordedAnswers) -> AnswerContext {
    var context = self
    context.recorded = answers
    return context
  }

  /// The context with a file for answers.
  func recording(to file: AnswerRecording) -> AnswerContext {
    var context = self
    context.recording = file
    return context
  }

  /// The context of the questions of a form.
  func of(_ form: FormSession) -> AnswerContext {
    var context = self
    context.form = form
    return context
  }
}

/// The place from which the answers of a task come.
enum AnswerOrigin: Sendable {
  /// The input of the process.
  case process
  /// Nobody is asked.
  case nobody
  /// Given lines, in order.
  case given(GivenAnswers)
}

/// Lines that answer questions, in order.
final class GivenAnswers: Sendable {
  private let lines: Mutex<ArraySlice<String>>

  init(_ lines: [String]) {
    self.lines = Mutex(lines[...])
  }

  /// Takes the next line; nil after the last.
  func next() -> String? { lines.withLock { $0.popFirst() } }

  /// The lines that nobody has taken.
  var rest: [String] { lines.withLock { Array($0) } }
}

/// The conditions under which one question is asked.
struct AskingManner: Sendable {
  /// Ends the question from another thread.
  var cancellation: QuestionCancellation?
  /// True if there is a question before it.
  var allowsBack = false
  /// True if a plain terminal has not been told yet how to go back.
  var explainsBack = false
  /// True if a line with the answer remains of a question that is redrawn.
  var leavesLine = true
  /// True if a default is taken without a question.
  var takesDefault = false
}

/// The request to ask the question before once more.
struct GoesBack: Error {}
