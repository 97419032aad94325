import Dispatch
import Synchronization
import WaylineSystem

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

/// One question with everything that decides about its answer, and the order in which the answers are looked
/// for: a source, the lines of a test, the input of the process, the default.
struct Inquiry: Sendable {
  let form: QuestionForm
  let sources: [AnswerSource]

  /// The problem of an answer that fits the form; nil if it has none.
  typealias Check = (QuestionAnswer) -> String?

  private var advice: String { AnswerSource.advice(sources) }

  /// Asks until there is an answer without a problem.
  func ask(
    _ cancellation: QuestionCancellation? = nil, _ check: Check
  ) throws -> QuestionAnswer {
    func checked(_ answer: QuestionAnswer) throws(QuestionForm.Problem) -> QuestionAnswer {
      if let problem = check(answer) { throw QuestionForm.Problem(problem) }
      return answer
    }
    func read(_ line: String) throws(QuestionForm.Problem) -> QuestionAnswer {
      try checked(try form.read(line))
    }
    let given = try given { secret throws(QuestionForm.Problem) in
      // What was given as empty is meant to be empty.
      try read(secret.isEmpty ? "\"\"" : secret.text)
    }
    if let given { return given }
    func standard() throws(QuestionForm.Problem) -> QuestionAnswer? {
      guard let answer = form.defaultAnswer else { return nil }
      return try checked(answer)
    }
    return try asked(read, standard) { port, terminal in
      if terminal != nil, case .editor(let text) = form.kind {
        return try edit(text, port, check)
      }
      if let terminal, port.form == .live {
        var question = LiveQuestion(form, at: port, terminal, cancellation)
        return try question.ask(check)
      }
      let question = TypedQuestion(form, at: port, terminal, cancellation)
      if case .editor = form.kind { return try question.askLines(check) }
      return try question.ask(check)
    }
  }

  /// Asks for a secret until there is one.
  func askSecret(_ cancellation: QuestionCancellation? = nil) throws -> TypedSecret {
    defer { ErasedMemory.eraseTraces() }
    func checked(_ secret: TypedSecret) throws(QuestionForm.Problem) -> TypedSecret {
      if secret.isEmpty { throw QuestionForm.Problem("Type at least one character.") }
      return secret
    }
    if let given = try given(checked) { return given }
    func read(_ line: String) throws(QuestionForm.Problem) -> TypedSecret {
      try checked(TypedSecret(copying: line))
    }
    func standard() -> TypedSecret? { nil }
    return try asked(read, standard) { port, terminal in
      try TypedQuestion(form, at: port, terminal, cancellation).askSecret(checked)
    }
  }
}

// MARK: - The order of looking

extension Inquiry {
  /// The answer of the first source that has a value. A refused one is asked about where somebody can be
  /// asked.
  private func given<Answer>(
    _ read: (TypedSecret) throws(QuestionForm.Problem) -> Answer
  ) throws -> Answer? {
    for source in sources {
      guard let value = source.value else { continue }
      do throws(QuestionForm.Problem) {
        return try read(value)
      } catch {
        let port = QuestionPort.ofProcess
        guard case .process = Question.origin, [.live, .numbered].contains(port.form) else {
          throw QuestionError.refused(
            question: form.prompt, name: source.name, problem: error.sentence)
        }
        port.write("\(source.name): \(SafeText.line(of: error.sentence))\n")
        return nil
      }
    }
    return nil
  }

  private func asked<Answer: Sendable>(
    _ read: (String) throws(QuestionForm.Problem) -> Answer,
    _ standard: () throws(QuestionForm.Problem) -> Answer?,
    at ask: (QuestionPort, Terminal?) throws -> Answer
  ) throws -> Answer {
    switch Question.origin {
    case .given(let answers): return try answered(from: answers, read)
    case .nobody: return try unattended(standard)
    case .process:
      let port = QuestionPort.ofProcess
      guard port.form != .unattended else { return try unattended(standard) }
      Self.turn.lock()
      defer { Self.turn.unlock() }
      do {
        let isTerminal = port.form != .piped
        return try ProgressBoard.ofProcess.pausing {
          try ask(port, isTerminal ? Terminal(descriptor: port.input.number) : nil)
        }
      } catch QuestionError.inputEnded(let question, _) {
        throw QuestionError.inputEnded(question: question, advice: advice)
      }
    }
  }

  private func answered<Answer>(
    from answers: GivenAnswers, _ read: (String) throws(QuestionForm.Problem) -> Answer
  ) throws -> Answer {
    var problem = ""
    while let line = answers.next() {
      do throws(QuestionForm.Problem) { return try read(line) } catch {
        problem = error.sentence
      }
    }
    throw QuestionError.inputEnded(question: form.prompt, advice: problem)
  }

  /// One question has the terminal at a time.
  private static let turn = QuestionTurn()

  private func unattended<Answer>(
    _ standard: () throws(QuestionForm.Problem) -> Answer?
  ) throws -> Answer {
    do throws(QuestionForm.Problem) {
      if let answer = try standard() { return answer }
    } catch {
      throw QuestionError.refused(
        question: form.prompt, name: form.prompt, problem: error.sentence)
    }
    throw QuestionError.unanswered(question: form.prompt, advice: advice)
  }

  /// Leaves the terminal to the user's editor, again while it changes a text that does not pass the check.
  private func edit(_ text: String, _ port: QuestionPort, _ check: Check) throws -> QuestionAnswer {
    var former = text
    while true {
      let text = try edited(former, port)
      guard let problem = check(.text(text)) else {
        let count =
          text.isEmpty ? 0 : text.split(separator: "\n", omittingEmptySubsequences: false).count
        port.write("\(form.promptBeforeAnswer) \(count) \(count == 1 ? "line" : "lines")\n")
        return .text(text)
      }
      port.write("\(SafeText.line(of: problem))\n")
      guard text != former else {
        throw QuestionError.editorFailed(question: form.prompt, problem: problem)
      }
      former = text
    }
  }

  private func edited(_ text: String, _ port: QuestionPort) throws -> String {
    do {
      let draft = try DraftFile(text, suffix: ".txt")
      defer { draft.remove() }
      CurrentProcess.flushStandardOutput()
      var setup = ChildProcess.Setup()
      setup.arguments = draft.editing
      (setup.input, setup.output) = (port.input.number, port.output.number)
      let child = try ChildProcess.start(DraftFile.shell, setup)
      return try draft.read(adding: text, status: child.wait())
    } catch {
      let problem = (error as? DraftFile.Failure)?.sentence ?? "\(error)"
      throw QuestionError.editorFailed(question: form.prompt, problem: problem)
    }
  }
}

/// The turn of one question among those of all threads.
private final class QuestionTurn: Sendable {
  private let isFree = DispatchSemaphore(value: 1)

  func lock() { isFree.wait() }

  func unlock() { isFree.signal() }
}
