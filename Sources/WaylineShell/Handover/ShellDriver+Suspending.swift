import Glibc

extension ShellDriver {
  /// Lets the scene leave the terminal, if lines come from one and go to one.
  func offerTerminal() {
    guard terminal != nil, output.isTerminal, settings.replayer == nil else { return }
    session.host.graph.perform {
      session.options.terminal?.lend = { [weak self] body in self?.suspend(body) }
    }
  }

  /// The terminal is the program's own again, or gone.
  func withdrawTerminal() {
    session.options.terminal?.lend = nil
  }

  private func suspend(_ body: (SceneTerminal.Descriptors) -> Void) {
    guard !isSuspended else { return }
    isSuspended = true
    endPromptLine()
    flushText()
    settings.editor?.setEditing(false)
    terminal?.restore()
    signals.lend {
      body(SceneTerminal.Descriptors(input: input.descriptor, output: output.descriptor))
    }
    dropSignals()
    setModes()
    settings.editor?.setEditing(true)
    isSuspended = false
    session.showAgain()
  }

  /// What the other program was told is none of this one's business, except to end.
  private func dropSignals() {
    guard signals.descriptor >= 0 else { return }
    for signal in signals.arrived() where signal == .terminate || signal == .hangUp {
      session.receive(.killed(signal))
    }
  }

  private func flushText() {
    output.write(text)
    text = ""
  }
}

extension SignalSource {
  /// Runs something during which ^Z stops this process as well, so that a shell sees it stopped.
  func lend(_ body: () -> Void) {
    guard descriptor >= 0 else { return body() }
    Self.release(.stop)
    body()
    Self.catch(.stop)
  }
}

extension Session {
  /// Makes the next frame hold the screen: something else has been where it was printed.
  func showAgain() {
    isScreenWanted = true
  }

  /// Prints the screen if it is still to be printed.
  func printWantedScreen() {
    if isScreenWanted, ending == nil { answering {} }
  }
}
