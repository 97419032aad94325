/// The part of a session that decides: which line is a command, which an answer, and when it ends.
///
/// Pure: an event goes in, effects come out, and whoever drives it carries them out in order.
package struct SessionMachine: Hashable, Sendable {
  /// What happens to a session.
  package enum Event: Hashable, Sendable {
    /// A line was typed or read.
    case line(String)
    /// The whole answer to the present question, however many lines it has.
    case answered(String)
    /// A line came that cannot be taken; it has been told why.
    case unreadable
    /// There are no more lines.
    case endOfInput
    /// ^C, and whether something had been typed on the line.
    case interrupt(hadText: Bool)
    /// A signal that ends the program.
    case killed(Signal)
    /// Nobody reads the output any more.
    case outputClosed
    /// An element or a command wants an answer.
    case asked(Question)
    /// A command goes on in the background of the session; no line is read until it ends.
    case started
    /// That command has ended.
    case finished
    /// A person may leave.
    case left
  }

  /// What is to be done.
  package enum Effect: Hashable, Sendable {
    /// Reads the line as a command and carries it out.
    case carryOut(String)
    /// Gives the answer to who asked.
    case answer(String)
    /// Tells who asked that no answer will come.
    case dropQuestion
    /// Cancels what is running.
    case cancel
    /// Tells the person.
    case tell(Message)
    /// Ends the session.
    case end(Ending)
  }

  private enum State: Hashable {
    /// The next line is a command.
    case reading
    /// The next line is an answer, or one of its lines.
    case asking(Question, Draft, isRunning: Bool)
    /// Something runs; no line is read. ^C has been tried, or not.
    case running(isCancelled: Bool)
    /// Nothing happens any more.
    case ended(Ending)
  }

  /// What has happened so far, as an exit status.
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
}

// MARK: - What it is doing

extension SessionMachine {
  /// The question that the next line answers; nil when it is a command.
  package var question: Question? {
    if case .asking(let question, _, _) = state { question } else { nil }
  }

  /// Whether some lines of an answer have come, and not the last one.
  package var isWithinAnswer: Bool {
    if case .asking(_, let draft, _) = state { draft.hasBegun } else { false }
  }

  /// Whether the next line is wanted now.
  package var wantsInput: Bool {
    switch state {
    case .reading, .asking: true
    case .running, .ended: false
    }
  }

  /// How it ended; nil as long as it goes on.
  package var ending: Ending? {
    if case .ended(let ending) = state { ending } else { nil }
  }

  /// Adds the status of what was carried out. Returns what follows from it.
  package mutating func add(_ status: ShellStatus) -> [Effect] {
    account.add(status)
    return isStrict && status != .success && ending == nil ? end(.strict) : []
  }
}

// MARK: - Steps

extension SessionMachine {
  /// Takes an event. After the end nothing has an effect.
  package mutating func take(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (.ended, _): []
    case (_, .killed(let signal)): end(.signal(signal))
    case (_, .outputClosed): end(.outputClosed)
    case (_, .left): end(.left)
    case (_, .line(let line)): takeLine(line)
    case (.asking(_, _, let isRunning), .answered(let text)): answer(text, isRunning)
    case (_, .answered): [.tell(.problem("Nothing was asked."))] + add(.notAccepted)
    case (_, .unreadable): add(.notAccepted)
    case (_, .endOfInput): takeEndOfInput()
    case (_, .interrupt(let hadText)): takeInterrupt(hadText)
    case (_, .asked(let question)): ask(question)
    case (_, .started): become(.running(isCancelled: false))
    case (.running, .finished): become(.reading)
    case (.asking, .finished): become(.reading)
    case (.reading, .finished): []
    }
  }

  private mutating func become(_ next: State, _ effects: Effect...) -> [Effect] {
    state = next
    return effects
  }

  private mutating func takeLine(_ line: String) -> [Effect] {
    idleInterrupts = 0
    guard case .asking(let question, var draft, let isRunning) = state else {
      return [.carryOut(line)]
    }
    guard question.isMultiline else { return answer(line, isRunning) }
    if line == "." { return answer(draft, isRunning) }
    // The lines so far are moved, not copied: an answer may have very many.
    state = .reading
    draft.append(line)
    return become(.asking(question, draft, isRunning: isRunning))
  }

  private mutating func answer(_ draft: Draft, _ isRunning: Bool) -> [Effect] {
    guard draft.isWhole else {
      let next = become(isRunning ? .running(isCancelled: false) : .reading, .dropQuestion)
      return next + [.tell(.problem(draft.sentence))] + add(.notAccepted)
    }
    return answer(draft.text, isRunning)
  }

  private mutating func answer(_ answer: String, _ isRunning: Bool) -> [Effect] {
    become(isRunning ? .running(isCancelled: false) : .reading, .answer(answer))
  }

  private mutating func ask(_ question: Question) -> [Effect] {
    let isRunning = if case .running = state { true } else { false }
    return become(.asking(question, Draft(limit: answerLimit), isRunning: isRunning))
  }

  private mutating func takeEndOfInput() -> [Effect] {
    guard case .asking(let question, _, _) = state else { return end(.endOfInput) }
    account.add(.notAccepted)
    let sentence = "The input ended before '\(question.prompt)' was answered."
    return [.dropQuestion, .tell(.problem(sentence))] + end(.endOfInput)
  }

  private mutating func takeInterrupt(_ hadText: Bool) -> [Effect] {
    switch state {
    case .asking(_, _, let isRunning):
      return become(isRunning ? .running(isCancelled: false) : .reading, .dropQuestion)
    case .running(isCancelled: false): return become(.running(isCancelled: true), .cancel)
    case .running: return end(.signal(.interrupt))
    case .reading, .ended: return takeIdleInterrupt(hadText)
    }
  }

  private mutating func takeIdleInterrupt(_ hadText: Bool) -> [Effect] {
    idleInterrupts = hadText ? 0 : idleInterrupts + 1
    switch idleInterrupts {
    case 0: return []
    case 1: return [.tell(.note("Press ^C again to leave."))]
    default: return end(.signal(.interrupt))
    }
  }

  private mutating func end(_ ending: Ending) -> [Effect] {
    account.add(ending.status)
    return become(.ended(ending), .end(ending))
  }
}
