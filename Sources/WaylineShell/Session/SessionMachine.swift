import WaylineSystem
import WaylineViews

/// The part of a session that decides: which line is a command, which an answer, and when it ends.
///
/// Pure: an event goes in, effects come out, and the caller carries them out in order.
///
/// | state | a line | ^C | the end of the input |
/// |---|---|---|---|
/// | reading | is a command | drops the line; twice in a row ends | ends |
/// | asking | is the answer, or one of its lines | leaves the question | leaves it and ends |
/// | running | is not read | cancels; twice ends | ends |
package struct SessionMachine: Hashable, Sendable {
  /// Something that happens to a session.
  package enum Event: Hashable, Sendable {
    /// A line was typed or read.
    case line(String)
    /// A line was typed or read as the answer to a secret question.
    case secret(TypedSecret)
    /// A command was given in words, which have no quotes any more.
    case words([String])
    /// The whole answer to the present question, as it is and however many lines it has.
    case answered(String)
    /// The question is left without an answer, or what runs is cancelled.
    case cancelled
    /// A line was refused before it could be read, with a message.
    case unreadable
    /// There are no more lines.
    case endOfInput
    /// ^C, and whether something had been typed on the line.
    case interrupt(hadText: Bool)
    /// A signal that ends the program.
    case killed(Signal)
    /// The output is not read any more.
    case outputClosed
    /// The output could not be written, for another reason than that.
    case outputFailed
    /// Another session continues where this one was.
    case replaced
    /// An element or a command needs an answer.
    case asked(LineQuestion)
    /// A command continues in the background; no line is read until it ends.
    case started
    /// That command has ended.
    case finished
    /// The guards allowed to leave.
    case left

    /// True if it is a line of the input, read or not.
    var isLine: Bool {
      switch self {
      case .line, .secret, .answered, .unreadable: true
      default: false
      }
    }
  }

  /// Something to be done.
  package enum Effect: Hashable, Sendable {
    /// Reads the line as a command and carries it out.
    case carryOut(String)
    /// Reads the words as a command and carries it out.
    case carryOutWords([String])
    /// Gives the answer to the element or the command that asked.
    case answer(TypedAnswer)
    /// Answers with the present value: nothing changes.
    case keepValue
    /// Reports to the element or the command that asked that no answer will come.
    case dropQuestion
    /// Cancels the running command.
    case cancel
    /// Prints a message.
    case report(Message)
    /// Ends the session.
    case end(Ending)
  }

  private enum State: Hashable {
    /// The next line is a command.
    case reading
    /// The next line is an answer, or one of its lines.
    indirect case asking(LineQuestion, Draft, isRunning: Bool)
    /// Something runs; no line is read. ^C has been tried, or not.
    case running(isCancelled: Bool)
    /// Nothing happens any more.
    case ended(Ending)
  }

  /// The exit status of everything so far.
  package private(set) var account: StatusAccount
  private let isStrict: Bool
  private let answerLimit: Int
  private var state = State.reading
  private var idleInterrupts = 0

  /// A session at its start. With `isStrict`, a script ends at the first line that is not accepted.
  package init(
    isScript: Bool, isStrict: Bool = false, answerLimit: Int = LineBuffer.limit
  ) {
    account = StatusAccount(isScript: isScript)
    self.isStrict = isStrict && isScript
    self.answerLimit = answerLimit
  }

  /// The machine of a session with a configuration.
  init(_ options: SceneConfiguration) {
    self.init(
      isScript: options.isScript, isStrict: options.isStrict,
      answerLimit: options.limits.answerBytes)
  }
}

// MARK: - State

extension SessionMachine {
  /// The question that the next line answers; nil when it is a command.
  package var question: LineQuestion? {
    if case .asking(let question, _, _) = state { question } else { nil }
  }

  /// True if the next line is the answer to a secret question, and never becomes a text here.
  var asksSecret: Bool {
    if case .asking(let question, _, _) = state {
      question.isSecret && !question.isMultiline
    } else {
      false
    }
  }

  /// True if some lines of an answer have come, and not the last one.
  var isWithinAnswer: Bool {
    if case .asking(_, let draft, _) = state { draft.hasBegun } else { false }
  }

  /// True if the next line can be read now.
  package var wantsInput: Bool {
    switch state {
    case .reading, .asking: true
    case .running, .ended: false
    }
  }

  /// True if what runs was cancelled by the user.
  var isCancelled: Bool {
    if case .running(isCancelled: true) = state { true } else { false }
  }

  /// The ending; nil while the session runs.
  package var ending: Ending? {
    if case .ended(let ending) = state { ending } else { nil }
  }

  /// Adds a status. Returns the effects that follow from it.
  package mutating func add(_ status: ShellStatus) -> [Effect] {
    account.add(status)
    return isStrict && status != .success && ending == nil ? end(.strict) : []
  }

  /// Returns to an earlier status: what came since does not count.
  mutating func restore(_ earlier: StatusAccount) { account = earlier }
}

// MARK: - Steps

extension SessionMachine {
  /// Takes an event. After the end nothing has an effect.
  package mutating func take(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (.ended, _): []
    case (_, .killed(let signal)): end(.signal(signal))
    case (_, .outputClosed): end(.outputClosed)
    case (_, .outputFailed): end(.outputFailed)
    case (_, .replaced): end(.replaced)
    case (_, .left): end(.left)
    case (_, .line(let line)): takeLine(line)
    case (_, .secret(let secret)): takeSecret(secret)
    case (_, .words(let words)): [.carryOutWords(words)]
    case (.asking, .answered(let text)): leaveQuestion(.answer(.text(text)))
    case (.asking, .cancelled): leaveQuestion(.dropQuestion)
    case (.running(isCancelled: false), .cancelled): become(.running(isCancelled: true), .cancel)
    case (.running(isCancelled: true), .cancelled): []
    case (_, .cancelled): refuse(.nothingToCancel)
    case (_, .answered): refuse(.noQuestion)
    case (_, .unreadable): add(.notAccepted)
    case (_, .endOfInput): takeEndOfInput()
    case (_, .interrupt(let hadText)): takeInterrupt(hadText)
    case (_, .asked(let question)): ask(question)
    case (_, .started): become(.running(isCancelled: false))
    case (.running, .finished): become(.reading)
    case (.asking(let question, let draft, _), .finished) where question.isOfGuard:
      become(.asking(question, draft, isRunning: false))
    case (.asking, .finished): become(.reading)
    case (.reading, .finished): []
    }
  }

  private mutating func become(_ next: State, _ effects: Effect...) -> [Effect] {
    state = next
    return effects
  }

  private mutating func refuse(_ message: ShellMessage) -> [Effect] {
    [.report(.problem(message))] + add(.notAccepted)
  }

  private mutating func takeLine(_ line: String) -> [Effect] {
    idleInterrupts = 0
    guard case .asking(let question, var draft, let isRunning) = state else {
      return [.carryOut(line)]
    }
    guard question.isMultiline else { return leaveQuestion(Self.answer(.text(line), to: question)) }
    if line == "." { return finish(draft, of: question) }
    // The lines so far are moved, not copied: an answer may have very many.
    state = .reading
    draft.append(line)
    return become(.asking(question, draft, isRunning: isRunning))
  }

  /// An empty line keeps the present value; two quotes are the empty text.
  private static func answer(_ line: TypedAnswer, to question: LineQuestion) -> Effect {
    guard question.present != nil else { return .answer(line) }
    return line.isEmpty ? .keepValue : .answer(line.isQuotes ? "" : line)
  }

  private mutating func takeSecret(_ secret: TypedSecret) -> [Effect] {
    guard asksSecret, let question else { return takeLine(secret.text) }
    idleInterrupts = 0
    return leaveQuestion(Self.answer(.secret(secret), to: question))
  }

  private mutating func finish(_ draft: Draft, of question: LineQuestion) -> [Effect] {
    guard draft.isWhole else {
      return leaveQuestion(.dropQuestion) + refuse(.answerTooLong(limit: draft.limit))
    }
    if !draft.hasBegun, question.present != nil { return leaveQuestion(.keepValue) }
    return leaveQuestion(Self.answer(.text(draft.text), to: question))
  }

  private mutating func leaveQuestion(_ effect: Effect) -> [Effect] {
    guard case .asking(_, _, let isRunning) = state else { return [] }
    return become(isRunning ? .running(isCancelled: false) : .reading, effect)
  }

  private mutating func ask(_ question: LineQuestion) -> [Effect] {
    let isRunning = if case .running = state { true } else { false }
    return become(.asking(question, Draft(limit: answerLimit), isRunning: isRunning))
  }

  private mutating func takeEndOfInput() -> [Effect] {
    guard case .asking(let question, _, _) = state else { return end(.endOfInput) }
    account.add(.notAccepted)
    let message = ShellMessage.inputEnded(prompt: question.prompt)
    return [.dropQuestion, .report(.problem(message))] + end(.endOfInput)
  }

  private mutating func takeInterrupt(_ hadText: Bool) -> [Effect] {
    switch state {
    case .asking: return leaveQuestion(.dropQuestion)
    case .running(isCancelled: false): return become(.running(isCancelled: true), .cancel)
    case .running: return end(.signal(.interrupt))
    case .reading, .ended: return takeIdleInterrupt(hadText)
    }
  }

  private mutating func takeIdleInterrupt(_ hadText: Bool) -> [Effect] {
    idleInterrupts = hadText ? 0 : idleInterrupts + 1
    switch idleInterrupts {
    case 0: return []
    case 1: return [.report(.note(.pressAgainToLeave))]
    default: return end(.signal(.interrupt))
    }
  }

  private mutating func end(_ ending: Ending) -> [Effect] {
    account.add(ending.status)
    return become(.ended(ending), .end(ending))
  }
}

// MARK: - Questions

/// A question whose answer is the next line.
package struct LineQuestion: Hashable, Sendable {
  /// The text printed before the answer.
  package var prompt: String
  /// The present value, which an empty line keeps; nil where an empty line is an answer.
  ///
  /// That of a secret says only that there is one.
  package var present: String?
  /// The label of the element that asks; empty for other questions.
  var label = ""
  /// True if the present value is a text, of one line or several, that can be changed where it stands.
  var isEditable = false
  /// The answers to choose from; empty when any text can be one.
  package var choices: [String] = []
  /// True if several of these can be the answer, with commas between them.
  var allowsSeveral = false
  /// The positions of the present ones among these.
  var chosen: Set<Int> = []
  /// The rule of the date that is the answer; nil for other answers.
  var date: DateEntry?
  /// True if the answer is typed without echo and never stored.
  package var isSecret: Bool
  /// True if the answer is several lines, up to a line with a single dot.
  package var isMultiline: Bool
  /// True if a guard asks, whose question does not end with the command that runs.
  var isOfGuard = false
  /// True if the answer is never stored, whether or not it is typed without echo.
  var isPrivate: Bool

  /// A question; one plain line by default.
  package init(prompt: String, isSecret: Bool = false, isMultiline: Bool = false) {
    (self.prompt, self.isSecret, self.isMultiline) = (prompt, isSecret, isMultiline)
    isPrivate = isSecret
  }
}

/// The lines of an answer that is not finished.
private struct Draft: Hashable, Sendable {
  /// The largest size of the answer, in bytes.
  let limit: Int
  private var lines: [String] = []
  private var size = 0

  init(limit: Int) { self.limit = limit }

  /// True if the answer is within the limit.
  var isWhole: Bool { size <= limit }

  /// True if a line has come.
  var hasBegun: Bool { size > 0 }

  /// The lines as one text.
  var text: String { lines.joined(separator: "\n") }

  /// Adds a line; those of an answer that is too long are released.
  mutating func append(_ line: String) {
    size += line.utf8.count + 1
    if isWhole { lines.append(line) } else { lines = [] }
  }
}

// MARK: - Endings

/// The cause of the end of a session.
package enum Ending: Hashable, Sendable {
  /// The user left; guards had allowed it.
  case left
  /// There were no more lines.
  case endOfInput
  /// A line of a strict script was not accepted.
  case strict
  /// A signal.
  case signal(Signal)
  /// The output was not read any more.
  case outputClosed
  /// The output could not be written, as on a full disk.
  case outputFailed
  /// Another session has taken the scene over.
  case replaced

  /// The contribution of the ending to the exit status.
  package var status: ShellStatus {
    switch self {
    case .left, .endOfInput: .success
    case .strict: .notAccepted
    case .outputClosed: .outputClosed
    case .outputFailed: .outputFailed
    case .replaced: .busy
    case .signal(.hangUp): .hungUp
    case .signal(.terminate): .terminated
    case .signal: .interrupted
    }
  }
}
