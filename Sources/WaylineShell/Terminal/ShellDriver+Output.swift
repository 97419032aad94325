import WaylineSystem

// The output of the driver: frames, the prompt below them, and the end of an output that takes no more.

extension ShellDriver {
  func add(_ frame: Frame) {
    if let report = frame.progress { return add(report) }
    progress.discard()
    if let question = frame.question { editedText = EditedText(question) }
    settings.follower?.add(frame)
    guard settings.replayer == nil, !frame.isEmpty || frame.line != nil else { return }
    var frame = frame
    if isPrompted { interruptPrompt(for: &frame) }
    if frame.question != nil, isLineOpen { dropBeginning() }
    isAnswerOpen = false
    if settings.echoes { text += settings.renderer.echo(frame) }
    if frame.isLong { write(frame) } else { render(frame) }
  }

  /// Ends the line of the prompt, which is printed again below the frame. Where prompts end answers,
  /// the frame is marked instead, and a question is asked by itself.
  private func interruptPrompt(for frame: inout Frame) {
    if settings.renderer.repeatsPrompt {
      // An edited line that has to make way is ended by its editor.
      if !makesWay { text += settings.renderer.promptEnd }
      isPrompted = false
    } else {
      frame.isUnasked = true
      asksUnasked = asksUnasked || frame.question != nil
    }
  }

  func render(_ frame: Frame) {
    // What renders has the text for itself, so that no other access to it needs a check.
    var text = ""
    swap(&text, &self.text)
    settings.renderer.render(frame, into: &text)
    self.text = text
  }

  /// Writes a long frame after what has come together, without putting it together first.
  private func write(_ frame: Frame) {
    endProgress()
    output.write(text)
    text = ""
    settings.renderer.write(frame, to: output.write)
  }

  /// Writes what has come together, and the prompt if a line is wanted.
  func flush() {
    let isAsking = session.wantsInput && (!isPrompted || asksUnasked)
    if isAsking {
      terminal?.setEcho(echo)
      setPasteMarks(true)
      isLineOpen = session.question == nil
      if settings.showsPrompt || settings.echoes, !editsNextLine {
        // An answer that ^C has left prints no frame, and is open no more.
        let isBelowPrompt = isAnswerOpen && session.isWithinAnswer
        if !isBelowPrompt || !settings.renderer.repeatsPrompt {
          text += settings.renderer.prompt(session.question, isAsync: asksUnasked)
        }
        isPrompted = true
      }
      asksUnasked = false
    }
    if isAsking || !text.isEmpty { endProgress() }
    if !text.isEmpty {
      if isAsking, settings.replayer == nil, editsNextLine {
        output.hold(text)
      } else {
        output.write(text)
      }
      text.removeAll(keepingCapacity: text.utf8.count < 1 << 16)
    }
    endIfClosed()
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
      session.ending == nil ? session.receive(.killed(.hangUp)) : session.add(.hungUp)
      return true
    }
    let failure = output.error.flatMap { $0 == .brokenPipe ? nil : $0 }
    if let failure {
      let name = program.isEmpty ? "" : "\(program): "
      FileDescriptor.standardError.complain("\(name)The output could not be written: \(failure).")
    }
    if session.ending == nil {
      session.receive(failure == nil ? .outputClosed : .outputFailed)
    } else {
      session.add(failure == nil ? .outputClosed : .outputFailed)
    }
    return true
  }
}
