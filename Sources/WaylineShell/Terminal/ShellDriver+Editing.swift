import WaylineSystem
import WaylineViews

extension ShellDriver {
  /// True if the next line is edited: secrets are not.
  var editsNextLine: Bool {
    guard let editor, session.wantsInput, !input.hasLine(), !input.isAtEnd
    else { return false }
    return session.question?.isSecret != true && editor.isAvailable
  }

  /// Reads an edited line; the loop continues meanwhile.
  func editLine(_ editor: LineEditor) {
    editor.next = { [unowned self] in nextCharacter(editor) }
    let prompt = beginLine(editor)
    endLine(editor.read(prompt: prompt, history: session.options.history))
  }

  /// Continues an edited line on its own thread as far as keys were typed, or begins one. Returns whether
  /// it is complete.
  func continueLine(_ editor: LineEditor) -> Bool {
    var progress = LineEditor.Progress.wantsKey
    if !editor.isReading {
      let prompt = beginLine(editor)
      progress = editor.begin(prompt: prompt, history: session.options.history)
    } else if !takeArrived(editor) {
      progress = editor.resume(nil)
    }
    while true {
      if case .line(let line) = progress {
        endLine(line)
        return true
      }
      switch nextKey(editor) {
      case .character(let scalar): progress = editor.resume(scalar)
      case .end: progress = editor.resume(nil)
      case .none:
        isInputReady = false
        return false
      }
    }
  }

  /// Prepares an edited line. Returns its prompt.
  private func beginLine(_ editor: LineEditor) -> String {
    editor.columns = { [unowned self] in output.file.terminalSize?.columns }
    editor.completions = { [unowned self] in session.completions(of: $0) }
    editor.list = { [unowned self] lines in
      conversation.add("\n" + lines.map(SafeText.line).joined(separator: "\n") + "\n")
      flushBelow()
    }
    let isText = session.question?.isMultiline == true
    if isText, !session.isWithinAnswer { beginText() }
    let isOffered = isText ? offerTextLine() : offerPresent()
    conversation.noteEditedPrompt()
    typed.readsPastes = hasPasteMarks
    typed.backTab = session.filling != nil && !isText ? TerminalKey.goingBack : []
    edited = EditedLine(question: session.question, isOffered: isOffered)
    var shown = session.question
    if isOffered { shown?.present = nil }
    return isText ? "" : conversation.renderer.prompt(shown, isAsync: false)
  }

  /// Takes the edited line; nil when it was ended without one.
  private func endLine(_ line: String?) {
    let (isOffered, fate) = (edited.isOffered, edited.fate)
    let isText = edited.question?.isMultiline == true
    // The end of the line is shown before its command runs, which may take its time.
    output.flush()
    endProgress()
    guard session.ending == nil else { return }
    // The library reads no line at a terminal that was closed before it: that is no ^D.
    if line == nil, endIfHungUp() { return }
    conversation.takeLine()
    if fate == .abandoned { return }
    if fate == .madeWay { return typed.putBack(line ?? "") }
    if let line {
      // An emptied line empties the field: its value stood there.
      var taken = InputLine(text: isOffered && !isText && line.isEmpty ? "\"\"" : line)
      taken.replacements = typed.takeReplacements(in: line)
      if beginFinding(line) { return }
      take(taken)
      // Not after a dot, which has ended the text already.
      if fate == .endedText, session.isWithinAnswer { keepRest() }
    } else if isText, !input.isAtEnd {
      conversation.add("\n")
      if isOffered { editedText.returnLine() }
      keepRest()
    } else {
      conversation.add("\n")
      if input.isAtEnd { endKey = .pressed }
      endTyping()
    }
  }

  /// Prints what is done with the lines of a text, above the first of them.
  private func beginText() {
    if editedText.lines.isEmpty || !redrawsRows {
      conversation.add(conversation.renderer.prompt(session.question, isAsync: false))
    } else {
      let name = SafeText.line(of: session.question?.prompt ?? "")
      conversation.add(
        "\(name) (Enter keeps a line, a dot on an empty line is the end, ^D keeps the rest):\n")
    }
    flushBelow()
  }

  /// Puts the next line of the present text on the line, to be changed there. A text that was typed ahead
  /// takes the place of all of it.
  private func offerTextLine() -> Bool {
    let isTypedAhead = FileDescriptor(borrowing: input.descriptor).waitingBytes > 0
    if !session.isWithinAnswer, isTypedAhead || !typed.isEmpty { editedText.drop() }
    // Between two lines of a paste none is offered; a screen reader has the present text in the prompt.
    guard redrawsRows, typed.isEmpty, let line = editedText.next() else { return false }
    typed.putBack(line)
    return true
  }

  /// Ends a text at ^D: the lines that were not reached stay.
  private func keepRest() {
    guard redrawsRows else { return endText() }
    while let line = editedText.next() { take(InputLine(text: line)) }
    endText()
  }

  /// Puts the value of a field on the line, to be changed there; not before what was typed ahead.
  private func offerPresent() -> Bool {
    guard redrawsRows, let question = session.question, question.isEditable, typed.isEmpty,
      let present = question.present, !present.isEmpty, SafeText.line(of: present) == present,
      FileDescriptor(borrowing: input.descriptor).waitingBytes == 0
    else { return false }
    typed.putBack(present)
    return true
  }

  /// True if the edited line has to wait for a command or a question that came up by itself. The typed
  /// text is shown again at its next prompt.
  var makesWay: Bool {
    guard editor?.isReading == true, edited.fate != .abandoned else { return false }
    return session.ending == nil && (!session.wantsInput || session.question != edited.question)
  }

  /// The next character that was typed; what arrives meanwhile is printed and the line again.
  private func nextCharacter(_ editor: LineEditor) -> Unicode.Scalar? {
    while true {
      switch nextKey(editor) {
      case .character(let scalar): return scalar
      case .end: return nil
      case .none:
        isInputReady = false
        wait(forInput: true)
        if !takeArrived(editor) { return nil }
      }
    }
  }

  /// Reads what was typed, and prints what has come up, after a wait. Returns false at the end of the input.
  private func takeArrived(_ editor: LineEditor) -> Bool {
    if isInputReady {
      guard readTyped() else { return false }
      // One that came before the key, such as a change of size, counts before it.
      takeSignals()
    }
    showArrived(editor)
    return true
  }

  /// A key for the line that is edited.
  private enum Key {
    case character(Unicode.Scalar)
    case end
  }

  /// The key that was typed next; nil when more must be read.
  private func nextKey(_ editor: LineEditor) -> Key? {
    edited.typedAhead =
      edited.typedAhead ?? FileDescriptor(borrowing: input.descriptor).waitingBytes
    while true {
      if makesWay { edited.fate = .madeWay }
      if edited.fate == .abandoned || edited.fate == .madeWay { return .character("\n") }
      if session.ending != nil { return .end }
      if let pasted = typed.takePaste() { take(pasted, editor) }
      if edited.isPlain, let text = typed.takePlainText() {
        showResized(editor)
        return .character(editor.insert(text))
      }
      if let scalar = typed.next() {
        if scalar == Self.endOfText, session.question?.isMultiline == true, editor.hasText {
          // The library would delete a character, or do nothing at the end of the line.
          edited.fate = .endedText
          return .character("\n")
        }
        // An empty line of a text ends it, as the library takes it.
        if session.question?.isMultiline == false, scalar == Self.endOfText, !editor.hasText {
          return leaveQuestion()
        }
        // A question has no earlier lines.
        if session.question != nil, TerminalKey.history.contains(scalar) { continue }
        if scalar == Self.redraw {
          showAgain(editor)
          continue
        }
        if TypedBytes.isControl(scalar) { edited.isPlain = false }
        showResized(editor)
        return .character(scalar)
      }
      if takeEscape(), session.question != nil { return leaveQuestion() }
      return input.isAtEnd ? .end : nil
    }
  }

  /// Takes the key Esc, which an escape is after which nothing comes. Returns whether it was one.
  private func takeEscape() -> Bool {
    guard isEscapeOver(typed.isEscape) else { return false }
    typed.takeEscape()
    return true
  }

  /// True if an escape waits after which nothing has come for so long that it is the key Esc.
  func isEscapeOver(_ isWaiting: Bool) -> Bool {
    let began = escape ?? now()
    let isOver = isWaiting && now() - began >= Self.escapeLimit
    escape = isWaiting && !isOver ? began : nil
    return isOver
  }

  /// Gives up the answer that is edited; the value stays as it is.
  private func leaveQuestion() -> Key {
    edited.fate = .abandoned
    conversation.takeLine()
    session.receive(.interrupt(hadText: true))
    return .character("\n")
  }

  /// The time within which the rest of a key comes. Source: the default of readline's `keyseq-timeout` is
  /// 500 ms, which is felt; that of ncurses' programs mostly 25 to 100 ms.
  static let escapeLimit = Duration.milliseconds(50)

  /// ^D, which ends a text of several lines: at an empty line, as the library takes it, and at others. Other
  /// questions it leaves.
  private static let endOfText: Unicode.Scalar = "\u{4}"

  /// Prints the screen again, or only the question, and the typed line below; the library would clear the
  /// window.
  private func showAgain(_ editor: LineEditor) {
    if session.question == nil { showScreen() }
    if conversation.text.isEmpty { conversation.leavePrompt() }
    flushBelow()
    conversation.noteEditedPrompt()
    editor.refresh()
  }

  /// Adds a pasted text to the line, as one value; one of several lines is refused.
  private func take(_ pasted: PastedText, _ editor: LineEditor) {
    if let message = pasted.refusal(for: session.question) {
      session.report(.problem(message))
      showArrived(editor)
    } else {
      typed.putBack(pasted: pasted.lines.joined(separator: "\n"))
    }
  }

  /// Prints the line again before it is changed: how terminals wrap it after a change of their size is
  /// not known. While the size changes nothing is printed.
  private func showResized(_ editor: LineEditor) {
    guard edited.isResized else { return }
    edited.isResized = false
    endProgress()
    output.write("\n")
    editor.resize()
  }

  /// Reads what has been typed, up to a control character. What comes after the end of a line stays
  /// with the terminal, for another program or the answer to a secret. Returns false at the end.
  func readTyped() -> Bool {
    let file = FileDescriptor(borrowing: input.descriptor)
    var count = typed.readsAhead ? max(1, file.waitingBytes) : 1
    return withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte in
      while count > 0 {
        switch file.transfer(into: byte) {
        case .bytes:
          if isEnterOfDigit(TypedBytes.isLineEnd(byte[0])) { return true }
          typed.append(key(of: byte[0]))
          count = TypedBytes.isControl(byte[0]) ? 0 : count - 1
        case .nothing: count = 0
        case .end:
          _ = endIfHungUp()
          return false
        case .failed(let code):
          _ = endIfHungUp(code)
          return false
        }
      }
      return true
    }
  }

  /// The key that a byte stands for. Before an edited line the terminal reads lines, and Linux stores a NUL
  /// for ^D then. Source: `n_tty_receive_char_special` in drivers/tty/n_tty.c.
  private func key(of byte: UInt8) -> UInt8 {
    guard let count = edited.typedAhead, count > 0 else { return byte }
    edited.typedAhead = count - 1
    return byte == 0 ? UInt8(ascii: Self.endOfText) : byte
  }

  /// Prints what has come up below the typed line, and the line again.
  private func showArrived(_ editor: LineEditor) {
    guard !conversation.text.isEmpty, session.ending == nil, edited.fate != .abandoned, !makesWay
    else { return }
    flushBelow()
    conversation.noteEditedPrompt()
    editor.refresh()
  }

  private func flushBelow() {
    if conversation.replacesPrompt { replaceProgress() }
    endProgress()
    output.write(conversation.text)
    conversation.removeText()
  }
}
