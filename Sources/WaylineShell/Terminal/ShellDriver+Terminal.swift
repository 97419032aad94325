import WaylineSystem

// The terminal as the driver uses it: what it shows, who has it, and the signals that it sends.

extension ShellDriver {
  /// The characters that the terminal shows of the line that is wanted now.
  var echo: Terminal.Echo {
    if session.question?.isSecret == true { return .lineEnds }
    return editsNextLine ? .none : .all
  }

  /// An editor shows what was typed while something ran; the terminal would show it a second time.
  func hideTyped() {
    if editor?.isAvailable == true { terminal?.setEcho(.none) }
  }

  /// Makes the terminal set marks around what is pasted, or not any more.
  func setPasteMarks(_ isOn: Bool) {
    guard marksPastes, terminal != nil, isOn != hasPasteMarks else { return }
    hasPasteMarks = isOn
    // The guard undoes it from before it is done until it is undone.
    if isOn { TerminalGuard.setPasteMarks(true) }
    output.write(isOn ? PastedText.enable : PastedText.disable)
    if !isOn { TerminalGuard.setPasteMarks(false) }
  }

  /// Sets what the terminal shows after another program has had it.
  private func setModes() {
    terminal?.keepTypedAtInterrupt()
    if session.wantsInput { terminal?.setEcho(echo) } else { hideTyped() }
    if live != nil { terminal?.setReadsKeys(true) }
  }

  /// True if the terminal has cut the line at the longest that it passes on.
  func isCut(_ count: Int) -> Bool { terminal != nil && count >= Terminal.longestLine }

  func refuseCut(isPasted: Bool) {
    let length = Terminal.longestLine
    if isPasted {
      // The mark at the end may be among what was cut: the rest of the paste is not a command.
      _ = terminal?.discardTyped()
      pastes = PasteReader()
    }
    refuse(
      .problem("The line was refused: the terminal cuts lines after \(length) bytes.", .lineCut))
  }

  /// Discards the beginning of a command, which is not part of the answer to a question that came up
  /// by itself.
  func dropBeginning() {
    isLineOpen = false
    pastes = PasteReader()
    guard editor?.isReading != true, live == nil, dropUnread() else { return }
    let note = Message.note(
      "The line was discarded, because a question came up. Answer it, then type the line again.",
      .lineDropped)
    conversation.add(Frame(messages: [note]))
  }
}

// MARK: - Signals

extension ShellDriver {
  func takeSignals() {
    for signal in signals.arrived() { take(signal) }
  }

  /// Takes the signals that arrived while a frame waited for room, and did not end the program. Returns
  /// whether there were any.
  @discardableResult
  func takeWaitingSignals() -> Bool {
    guard signals.hasWaiting else { return false }
    takeSignals()
    return true
  }

  private func take(_ signal: Signal) {
    switch signal {
    case .interrupt: interrupt()
    case .stop: stop()
    case .proceed: proceed()
    case .resize: edited.isResized = editor?.isReading == true
    case .terminate, .hangUp: end(by: signal)
    }
  }

  /// Ends the session by a signal: what runs is cancelled, and has some time to clean up.
  ///
  /// A second signal ends that time.
  func end(by signal: Signal) {
    cleanupEnd = session.ending == nil ? now() + session.options.cleanupLimit : nil
    session.receive(.killed(signal))
  }

  private func interrupt() {
    defer { signals.didAnswer() }
    if signals.interruptEnds {
      session.reportStoppedScript()
      return end(by: .interrupt)
    }
    if live != nil {
      _ = dropUnread()
      return leaveChoice()
    }
    if let editor, editor.isReading { return abandon(editor) }
    let hadText = dropUnread()
    pastes = PasteReader()
    // A terminal that shows what is typed has shown ^C, at a prompt or not.
    if let terminal {
      if terminal.echo != .all { conversation.add("^C") }
      conversation.noteEditedPrompt()
    }
    conversation.leavePrompt()
    session.receive(.interrupt(hadText: hadText))
  }

  /// Gives up the line that is edited: the editor shows no ^C by itself, and ends the line. Keys that
  /// it has not shown yet are not part of the next line.
  private func abandon(_ editor: LineEditor) {
    let hadText = editor.hasText || !typed.isEmpty
    let hadUnread = dropUnread()
    typed = TypedBytes()
    edited.fate = .abandoned
    conversation.takeLine()
    output.write("^C")
    session.receive(.interrupt(hadText: hadText || hadUnread))
  }

  /// Discards what the terminal has received, and the beginning of a line. Returns whether there was
  /// anything.
  private func dropUnread() -> Bool {
    isInputReady = false
    let hadBeginning = terminal != nil && input.dropUnended()
    return terminal?.discardTyped() == true || hadBeginning
  }

  private func stop() {
    hideChoice()
    dropTyped()
    endProgress()
    output.flush()
    editor?.setEditing(false)
    let marked = hasPasteMarks
    setPasteMarks(false)
    terminal?.restore()
    enter(.background)
    signals.stop()
    enter(.active)
    setModes()
    setPasteMarks(marked)
    editor?.setEditing(true)
  }

  /// Stops in the middle of a frame that the terminal does not take; nothing can be printed then.
  func stopWhileBlocked() {
    dropTyped()
    editor?.setEditing(false)
    terminal?.restore()
    signals.stop()
    setModes()
    editor?.setEditing(true)
  }

  /// Drops what the terminal holds: it would become commands of the shell. A line that is edited is
  /// held here, up to its end.
  private func dropTyped() {
    if editor?.isReading == true {
      if FileDescriptor(borrowing: input.descriptor).waitingBytes > 0 { _ = readTyped() }
    } else {
      pastes = PasteReader()
    }
    _ = dropUnread()
  }

  private func enter(_ phase: ScenePhase) {
    session.host.graph.perform { session.options.terminal?.phase.value = phase }
  }

  /// Prints the prompt again: after a stop the terminal may show anything. Elsewhere nothing was printed over
  /// it, and a client counts the ends of answers.
  private func proceed() {
    guard terminal != nil, conversation.renderer.repeatsPrompt else { return }
    if let editor, editor.isReading { return editor.refresh() }
    hideChoice()
    setModes()
    if live != nil { return }
    conversation.leavePrompt()
  }
}

// MARK: - Another program

extension ShellDriver {
  /// Lets the scene leave the terminal, if lines come from one and go to one.
  func offerTerminal() {
    guard terminal != nil, output.isTerminal, replayer == nil else { return }
    session.host.graph.perform {
      session.options.terminal?.lend = { [reference] body in
        reference.object?.suspend(body)
      }
    }
  }

  /// Withdraws the offer: the terminal belongs to the session again, or does not exist any more.
  func withdrawTerminal() {
    session.options.terminal?.lend = nil
  }

  private func suspend(_ body: (SceneTerminal.Descriptors) -> Void) {
    guard !isSuspended else { return }
    isSuspended = true
    hideChoice()
    endProgress()
    conversation.leavePrompt()
    output.write(conversation.text)
    output.flush()
    conversation.removeText()
    editor?.setEditing(false)
    setPasteMarks(false)
    terminal?.restore()
    signals.lend {
      body(SceneTerminal.Descriptors(input: input.descriptor, output: output.file.number))
    }
    dropSignals()
    setModes()
    editor?.setEditing(true)
    isSuspended = false
    session.showAgain()
  }

  /// Drops the signals that were meant for the other program; those that end this one count.
  private func dropSignals() {
    for signal in signals.arrived() where signal == .terminate || signal == .hangUp {
      end(by: signal)
    }
  }
}

extension Session {
  /// Makes the next frame hold the screen: another program has printed over it.
  func showAgain() {
    isScreenWanted = true
  }

  /// Prints the screen if it is still to be printed, and what has come up by itself.
  func printWantedScreen() {
    printChanges()
    if isScreenWanted, ending == nil { answering {} }
  }
}
