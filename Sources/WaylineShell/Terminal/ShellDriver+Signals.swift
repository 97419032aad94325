extension ShellDriver {
  func takeSignals() {
    for signal in signals.arrived() { take(signal) }
  }

  private func take(_ signal: Signal) {
    switch signal {
    case .interrupt: interrupt()
    case .stop: stop()
    case .proceed: proceed()
    case .resize: isResized = settings.editor?.isReading == true
    case .terminate, .hangUp: session.receive(.killed(signal))
    }
  }

  private func interrupt() {
    if let editor = settings.editor, editor.isReading { return abandon(editor) }
    let hadText = terminal?.discardTyped() ?? false
    // A terminal that shows what is typed has shown ^C, at a prompt or not.
    if let terminal, terminal.echo != .all { text += "^C" }
    isPrompted = isPrompted || terminal != nil
    endPromptLine()
    session.receive(.interrupt(hadText: hadText))
  }

  /// The editor shows no ^C by itself, and ends the line.
  private func abandon(_ editor: LineEditor) {
    (isAbandoned, isPrompted) = (true, false)
    output.write("^C")
    session.receive(.interrupt(hadText: editor.hasText))
  }

  private func stop() {
    settings.editor?.setEditing(false)
    terminal?.restore()
    SignalSource.stop()
    setModes()
    settings.editor?.setEditing(true)
  }

  /// Nobody knows what stands on the terminal now: the prompt is printed again.
  private func proceed() {
    if let editor = settings.editor, editor.isReading { return editor.refresh() }
    setModes()
    endPromptLine()
  }

  func setModes() {
    terminal?.keepTypedAtInterrupt()
    if session.wantsInput { terminal?.setEcho(echo) } else { hideTyped() }
  }
}
