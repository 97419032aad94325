import Dispatch
import Synchronization
import WaylineSystem

/// One question with everything that decides about its answer, and the order in which the answers are looked
/// for: a source, the answers of a file, the lines of a test, the input of the process, the default.
struct Inquiry: Sendable {
  let form: QuestionForm
  let sources: [AnswerSource]

  /// The problem of an answer that fits the form; nil if it has none.
  typealias Check = (QuestionAnswer) -> String?
  /// An answer, and whether it was given beforehand, without a question.
  typealias Found<Answer> = (answer: Answer, isGiven: Bool)

  private var advice: String { AnswerSource.advice(sources) }

  /// Asks until there is an answer without a problem.
  func ask(
    _ cancellation: QuestionCancellation? = nil, _ check: Check
  ) throws -> QuestionAnswer {
    let context = Question.context
    guard let session = context.form else {
      let answer = try find(AskingManner(cancellation: cancellation), isAgain: false, check).answer
      try context.recording?.add(form, answer)
      return answer
    }
    return try session.answer(to: form, cancellation, check) { form, manner, isAgain in
      try Inquiry(form: form, sources: sources).find(manner, isAgain: isAgain, check)
    }
  }

  /// Looks for an answer that passes a check.
  ///
  /// - Parameter isAgain: whether the question was answered before, and is not to be answered beforehand.
  func find(
    _ manner: AskingManner, isAgain: Bool, _ check: Check
  ) throws -> Found<QuestionAnswer> {
    func checked(_ answer: QuestionAnswer) throws(QuestionForm.Problem) -> QuestionAnswer {
      if let problem = check(answer) { throw QuestionForm.Problem(problem) }
      return answer
    }
    func read(_ line: String) throws(QuestionForm.Problem) -> QuestionAnswer {
      try checked(try form.read(line))
    }
    let given = try given(isAgain) { secret throws(QuestionForm.Problem) in
      // What was given as empty is meant to be empty.
      try read(secret.isEmpty ? "\"\"" : secret.text)
    }
    switch given {
    case .answer(let answer): return (answer, true)
    case .none where manner.takesDefault:
      if let answer = form.proposal, check(answer) == nil { return (answer, false) }
    case .none, .refused: break
    }
    func standard() throws(QuestionForm.Problem) -> QuestionAnswer? {
      guard let answer = form.defaultAnswer else { return nil }
      return try checked(answer)
    }
    let answer = try asked(manner, read, standard) { port, terminal in
      if terminal != nil, case .editor(let text) = form.kind {
        return try edit(text, port, manner, check)
      }
      if let terminal, port.form == .live {
        var question = LiveQuestion(form, at: port, terminal, manner)
        return try question.ask(check)
      }
      let question = TypedQuestion(form, at: port, terminal, manner)
      if case .editor = form.kind { return try question.askLines(check) }
      return try question.ask(check)
    }
    return (answer, false)
  }

  /// Asks for a secret until there is one.
  func askSecret(_ cancellation: QuestionCancellation? = nil) throws -> TypedSecret {
    defer { ErasedMemory.eraseTraces() }
    let context = Question.context
    guard let session = context.form else {
      let secret = try findSecret(AskingManner(cancellation: cancellation), isAgain: false).answer
      try context.recording?.addSecret(form)
      return secret
    }
    return try session.secret(for: form, cancellation) { manner, isAgain in
      try Inquiry(form: form, sources: sources).findSecret(manner, isAgain: isAgain)
    }
  }

  private func findSecret(
    _ manner: AskingManner, isAgain: Bool
  ) throws -> Found<TypedSecret> {
    func checked(_ secret: TypedSecret) throws(QuestionForm.Problem) -> TypedSecret {
      if secret.isEmpty { throw QuestionForm.Problem("Type at least one character.") }
      return secret
    }
    if case .answer(let secret) = try given(isAgain, checked) { return (secret, true) }
    func read(_ line: String) throws(QuestionForm.Problem) -> TypedSecret {
      try checked(TypedSecret(copying: line))
    }
    func standard() -> TypedSecret? { nil }
    let secret = try asked(manner, read, standard) { port, terminal in
      try TypedQuestion(form, at: port, terminal, manner).askSecret(checked)
    }
    return (secret, false)
  }
}

// MARK: - The order of looking

extension Inquiry {
  /// An answer that was given beforehand, under a name.
  private struct Given {
    let name: String
    let value: TypedSecret
  }

  /// The outcome of looking for such an answer.
  private enum GivenOutcome<Answer> {
    case none, refused
    case answer(Answer)
  }

  /// The answer of the first source that has a value, else that of the file. A refused one is asked about where
  /// somebody can be asked.
  private func given<Answer>(
    _ isAgain: Bool, _ read: (TypedSecret) throws(QuestionForm.Problem) -> Answer
  ) throws -> GivenOutcome<Answer> {
    guard !isAgain, let given = firstGiven else { return .none }
    do throws(QuestionForm.Problem) {
      return .answer(try read(given.value))
    } catch {
      let port = QuestionPort.ofProcess
      guard case .process = Question.context.origin, port.canAsk else {
        throw QuestionError.refused(
          question: form.prompt, name: given.name, problem: error.sentence)
      }
      port.write("\(SafeText.line(of: given.name)): \(SafeText.line(of: error.sentence))\n")
      return .refused
    }
  }

  private var firstGiven: Given? {
    // Taken also where a source answers, since its question was asked.
    let recorded = Question.context.recorded?.take(for: form)
    for source in sources {
      if let value = source.value { return Given(name: source.name, value: value) }
    }
    return recorded.map { Given(name: $0.place, value: TypedSecret(copying: $0.line)) }
  }

  private func asked<Answer: Sendable>(
    _ manner: AskingManner, _ read: (String) throws(QuestionForm.Problem) -> Answer,
    _ standard: () throws(QuestionForm.Problem) -> Answer?,
    at ask: (QuestionPort, Terminal?) throws -> Answer
  ) throws -> Answer {
    switch Question.context.origin {
    case .given(let answers): return try answered(from: answers, manner, read)
    case .nobody: return try unattended(standard)
    case .process:
      let port = QuestionPort.ofProcess
      guard port.form != .unattended else { return try unattended(standard) }
      Self.turn.lock()
      defer { Self.turn.unlock() }
      do {
        return try ProgressBoard.ofProcess.pausing {
          if manner.explainsBack, port.form == .numbered { port.write("Type < to go back.\n") }
          return try ask(port, port.form == .piped ? nil : Terminal(descriptor: port.input.number))
        }
      } catch QuestionError.inputEnded(let question, _) {
        throw QuestionError.inputEnded(question: question, advice: advice)
      }
    }
  }

  private func answered<Answer>(
    from answers: GivenAnswers, _ manner: AskingManner,
    _ read: (String) throws(QuestionForm.Problem) -> Answer
  ) throws -> Answer {
    var problem = ""
    while let line = answers.next() {
      if manner.allowsBack, line == QuestionForm.wordForBack { throw GoesBack() }
      do throws(QuestionForm.Problem) { return try read(line) } catch {
        problem = error.sentence
      }
    }
    throw QuestionError.inputEnded(question: form.prompt, advice: problem)
  }

  /// One question has the terminal at a time.
  static let turn = QuestionTurn()

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
  private func edit(
    _ text: String, _ port: QuestionPort, _ manner: AskingManner, _ check: Check
  ) throws -> QuestionAnswer {
    var former = text
    while true {
      let text = try edited(former, port)
      // The editor has the terminal until it ends.
      if manner.cancellation?.isCancelled == true { throw CancellationError() }
      guard let problem = check(.text(text)) else {
        let count =
          text.isEmpty ? 0 : text.split(separator: "\n", omittingEmptySubsequences: false).count
        if manner.leavesLine {
          port.write("\(form.promptBeforeAnswer) \(count) \(count == 1 ? "line" : "lines")\n")
        }
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
      let status = try leaving(port) {
        var setup = ChildProcess.Setup()
        setup.arguments = draft.editing
        (setup.input, setup.output) = (port.input.number, port.output.number)
        return try ChildProcess.start(DraftFile.shell, setup).wait()
      }
      if status == Self.interruptedStatus { throw CancellationError() }
      return try draft.read(adding: text, status: status)
    } catch let error as CancellationError {
      port.write("\n\(form.promptBeforeAnswer) (no answer)\n")
      throw error
    } catch {
      let problem = (error as? DraftFile.Failure)?.sentence ?? "\(error)"
      throw QuestionError.editorFailed(question: form.prompt, problem: problem)
    }
  }
}

extension Inquiry {
  /// The exit status of a shell whose program was ended by ^C.
  private static let interruptedStatus: Int32 = 130

  /// Leaves the terminal to another program: ^C and ^\ are for that one, and the settings that it may leave
  /// behind are set back.
  private func leaving<Result>(
    _ port: QuestionPort, _ body: () throws -> Result
  ) rethrows -> Result {
    let settings = port.input.terminalSettings
    for signal in [SignalNumber.interrupt, .quit] { SignalPipe.ignore(signal) }
    defer {
      for signal in [SignalNumber.interrupt, .quit] { SignalPipe.release(signal) }
      if let settings, port.input.isInForeground { try? port.input.setTerminal(settings) }
    }
    return try body()
  }
}

/// The turn of one question among those of all threads.
final class QuestionTurn: Sendable {
  private let isFree = DispatchSemaphore(value: 1)
  /// The time at which a digit has answered a question; nil once another key came.
  private let digitTime = Mutex<ContinuousClock.Instant?>(nil)

  /// The time within which an Enter belongs to the digit before it: two keys of one habit.
  private static let enterLimit = Duration.milliseconds(500)

  func lock() { isFree.wait() }

  func unlock() { isFree.signal() }

  /// Notes that a digit has answered a question.
  func noteDigit() { digitTime.withLock { $0 = .now } }

  /// True for the Enter behind a digit that has answered the question before: whoever knows the numbered form
  /// presses it, and it would take the default of this question.
  func isEnterOfDigit(_ key: QuestionKey) -> Bool {
    let time = digitTime.withLock { time in
      defer { time = nil }
      return time
    }
    return key == .enter && time.map { .now - $0 < Self.enterLimit } ?? false
  }
}
