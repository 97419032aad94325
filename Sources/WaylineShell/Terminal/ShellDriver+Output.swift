import WaylineSystem
import WaylineViews

// The output of the driver: frames, the prompt below them, and the end of an output that takes no more.

extension ShellDriver {
  func add(_ frame: Frame) {
    if let report = frame.progress, !conversation.renderer.printsProgress { return add(report) }
    if !frame.isStreamed { progress.discard() }
    if let question = frame.question { editedText = OfferedText(question) }
    guard replayer == nil, !frame.isEmpty || frame.line != nil else { return }
    if frame.question != nil, isLineOpen { dropBeginning() }
    keepBeginning()
    if let marked = conversation.prepare(for: frame, end: promptEnd) {
      render(marked)
    } else {
      render(frame)
    }
    if frame.isStreamed { writeStreamed() }
  }

  private func render(_ frame: Frame) {
    if frame.isLong { write(frame) } else { conversation.render(frame) }
  }

  /// Takes over the beginning of a line at a terminal that reads lines, which is shown again below what is
  /// printed now, and read with the rest of the line.
  private func keepBeginning() {
    guard conversation.isPrompted, conversation.renderer.repeatsPrompt, let terminal,
      terminal.echo == .all, editor?.isReading != true
    else { return }
    input.take(terminal.takeBeginning())
  }

  /// Writes what a running command prints, also if it leaves the loop no turn, and takes the signals that came
  /// meanwhile. The line of progress stays below.
  private func writeStreamed() {
    guard !session.wantsInput || session.runsAtOnce else { return }
    let line = progress.place == .open ? progress.drawn : ""
    endProgress()
    output.write(conversation.text + line)
    if !line.isEmpty { progress.place = .open }
    conversation.removeText()
    // Within a command that ends when it returns, nothing else can happen.
    if !session.runsAtOnce, !endIfClosed(), session.ending == nil { takeSignals() }
  }

  /// The end of the prompt's line: an edited line that has to make way is ended by its editor, and a prompt
  /// at which nothing was typed is printed again below.
  var promptEnd: Conversation.LineEnd {
    if live != nil { return .edited }
    guard let editor, editor.isReading else { return .newLine }
    if makesWay { return .edited }
    let isEmpty = edited.question == nil && !editor.hasText && typed.isEmpty
    return isEmpty && redrawsRows ? .erased : .newLine
  }

  /// Writes a long frame after what has come together, without putting it together first.
  private func write(_ frame: Frame) {
    hideChoice()
    endProgress()
    output.write(conversation.text)
    conversation.removeText()
    conversation.renderer.write(frame, to: output.write)
  }

  /// Writes what has come together, and the prompt if a line is wanted.
  func flush() {
    let isAsking = session.wantsInput && conversation.needsPrompt
    if isAsking {
      noteTypedAhead()
      terminal?.setEcho(echo)
      setPasteMarks(true)
      isLineOpen = session.question == nil
      if !editsNextLine {
        conversation.ask(session.question, isWithinAnswer: session.isWithinAnswer)
        if terminal?.echo == .all { conversation.add(SafeText.line(of: input.unended)) }
      }
    }
    let hasText = !conversation.text.isEmpty
    if isAsking || hasText { endProgress() }
    if hasText {
      if isAsking, replayer == nil, editsNextLine {
        output.hold(conversation.text)
      } else {
        output.write(conversation.text)
      }
      conversation.removeText(keepingCapacity: true)
    }
    endIfClosed()
  }

  /// Notes whether something was typed before the screen that is printed now.
  private func noteTypedAhead() {
    guard terminal != nil else { return }
    hasTypedAhead =
      input.hasLine() || input.hasUnended || !typed.isEmpty
      || FileDescriptor(borrowing: input.descriptor).waitingBytes > 0
  }

  /// Ends the session because the output takes nothing more: a signal ended the wait for it, nothing
  /// reads it, or it failed, which is reported on standard error. After the end it counts in the status.
  /// Returns whether this call did.
  @discardableResult
  func endIfClosed() -> Bool {
    guard output.isClosed, !hasGivenUp else { return false }
    if session.ending == nil { takeSignals() }
    hasGivenUp = true
    if output.isTerminal, output.error == .inputOutput {
      // The terminal was closed, of which its signal may tell later.
      session.ending == nil ? end(by: .hangUp) : session.add(.hungUp)
      return true
    }
    let failure = output.error.flatMap { $0 == .brokenPipe ? nil : $0 }
    if let failure {
      let name = program.isEmpty ? "" : "\(program): "
      FileDescriptor.standardError.complain("\(name)The output could not be written: \(failure).")
    }
    if session.ending == nil {
      cleanupEnd = now() + Self.cleanupOfClosedOutput
      session.receive(failure == nil ? .outputClosed : .outputFailed)
    } else {
      session.add(failure == nil ? .outputClosed : .outputFailed)
    }
    return true
  }
}
