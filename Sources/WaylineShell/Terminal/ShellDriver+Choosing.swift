import WaylineQuestions
import WaylineSystem
import WaylineViews

// A question that is answered key by key at a terminal whose lines are edited. It has the place of an edited line
// in the course of the driver: ``advance()`` continues it with the keys that have come, and whatever waits or
// comes up meanwhile takes the way that it takes for a line.

extension ShellDriver {
  /// Begins to answer the open question key by key. Returns false where its answer is a line: it has no choices,
  /// or a whole line was typed ahead for it, which means what it means everywhere.
  func beginChoice() -> Bool {
    guard asksLive, let question = session.question,
      let answer = LiveChoice(
        question, allowsBack: session.filling != nil, hasStyles: conversation.renderer.hasStyles)
    else { return false }
    edited = EditedLine(question: question)
    terminal?.setReadsKeys(true)
    guard !hasLineAhead() else {
      terminal?.setReadsKeys(false)
      return false
    }
    begin(answer)
    return true
  }

  /// Begins to find an element of the screen by its text, if that is what a typed line asks for.
  func beginFinding(_ line: String) -> Bool {
    guard asksLive, line == "/", session.question == nil, session.wantsInput else { return false }
    session.completeScreen()
    guard
      let answer = LiveChoice(
        session.currentScreen(), hasStyles: conversation.renderer.hasStyles)
    else { return false }
    edited = EditedLine()
    terminal?.setReadsKeys(true)
    begin(answer)
    return true
  }

  private func begin(_ answer: LiveChoice) {
    live = answer
    // What the line before has reported was read with it.
    isInputReady = false
    conversation.noteEditedPrompt()
  }

  /// Reads what was typed ahead, up to the end of a line. Returns whether it has one, or the input has ended.
  private func hasLineAhead() -> Bool {
    let file = FileDescriptor(borrowing: input.descriptor)
    edited.typedAhead = file.waitingBytes
    while !typed.hasLineEnd, file.waitingBytes > 0 {
      guard readTyped() else { return true }
    }
    return typed.hasLineEnd
  }

  /// Continues the answer with the keys that have come. Returns whether a line was taken, or the question left.
  func continueChoice() -> Bool {
    edited.typedAhead =
      edited.typedAhead ?? FileDescriptor(borrowing: input.descriptor).waitingBytes
    // What came before the keys, such as a ^C, counts before them.
    if isInputReady { takeSignals() }
    while true {
      guard live != nil, !choiceMakesWay else {
        endChoice()
        return true
      }
      switch nextChoiceKey() {
      case .key(let key): press(key)
      case .end:
        endChoice()
        if session.ending == nil { endTyping() }
        return true
      case .none:
        drawChoice()
        return false
      }
    }
  }

  /// True if the question was replaced, or nothing can be answered now.
  private var choiceMakesWay: Bool {
    guard session.ending == nil, session.wantsInput, let live else { return true }
    return switch live.subject {
    case .question(let question): session.question != question
    case .element: session.question != nil
    }
  }

  /// A key for the question.
  private enum ChoiceKey {
    case key(QuestionKey)
    case end
  }

  /// The key that was typed next; nil when more must be read.
  private func nextChoiceKey() -> ChoiceKey? {
    let file = FileDescriptor(borrowing: input.descriptor)
    while true {
      while let byte = typed.takeByte() {
        if let key = live?.keys.take(byte) { return .key(key) }
      }
      if isInputReady || file.waitingBytes > 0 {
        isInputReady = false
        guard readTyped() else { return .end }
        continue
      }
      guard isEscapeOver(live?.keys.mayBeEscape == true) else { return nil }
      return (live?.keys.takeEscape()).map { .key($0) }
    }
  }

  private func press(_ key: QuestionKey) {
    switch live?.take(key) {
    case .continues, nil: break
    case .leaves: leaveChoice()
    case .line(let line, let conclusion):
      let isCommand = session.question == nil
      closeChoice(isCommand ? conversation.renderer.prompt(nil, isAsync: false) + line : conclusion)
      session.conclusion = Conclusion(text: conclusion, line: session.lineNumber + 1)
      take(InputLine(text: line))
      if case .character = key, !typed.takeLineEnd() { digitTime = now() }
    }
  }

  /// True for the Enter behind a digit that has answered a question already: whoever knows the numbered form of
  /// the question presses it, and it would take the default of what comes next.
  func isEnterOfDigit(_ isEnter: Bool) -> Bool {
    guard let time = digitTime else { return false }
    digitTime = nil
    return isEnter && now() - time < Self.enterLimit
  }

  /// The time within which an Enter belongs to the digit before it: two keys of one habit.
  private static let enterLimit = Duration.milliseconds(500)

  /// Leaves the question without an answer; the value stays as it is.
  func leaveChoice() {
    let line = live?.leftLine
    closeChoice(line)
    if line != nil { session.receive(.interrupt(hadText: true)) }
  }

  /// Ends a question that was not answered, if one is open. What was typed is shown again at the next prompt.
  func endChoice() {
    guard let live else { return }
    let text = live.machine.typed.text
    closeChoice(live.leftLine)
    if session.ending == nil { typed.putBack(live.leftLine == nil ? "/\(text)" : text) }
  }

  /// Prints a line in the place of the question, and gives the terminal back.
  private func closeChoice(_ conclusion: String?) {
    hideChoice()
    if let conclusion { output.write("\(conclusion)\n") }
    live = nil
    escape = nil
    terminal?.setReadsKeys(false)
    // What has come up stands below the line.
    conversation.takeLine()
  }

  /// Clears the rows of the question, which are drawn again below what is printed in their place.
  func hideChoice() {
    if let cleared = live?.clear(columns: choiceSize.columns) { output.write(cleared) }
  }

  /// Prints what has come up in the place of the question, and the question below it.
  func drawChoice() {
    if !conversation.text.isEmpty {
      hideChoice()
      output.write(conversation.text)
      conversation.removeText()
      conversation.noteEditedPrompt()
      findAgain()
    }
    let (columns, rows) = choiceSize
    if let drawn = live?.draw(columns: columns, rows: rows) { output.write(drawn) }
  }

  /// Finds what was typed on the screen that has changed.
  private func findAgain() {
    guard case .element(let screen) = live?.subject, let former = live else { return }
    session.completeScreen()
    let present = session.currentScreen()
    guard screen != present,
      var choice = LiveChoice(present, hasStyles: conversation.renderer.hasStyles)
    else { return }
    choice.keys = former.keys
    _ = choice.take(.paste(former.machine.typed.text))
    live = choice
  }

  private var choiceSize: (columns: Int, rows: Int) { output.file.terminalSize ?? (80, 24) }
}
