import WaylineSystem

// The driver in an asynchronous program, whose main actor is free while it waits.

extension ShellDriver {
  /// Runs the session to its end in an asynchronous program. Returns the exit status.
  ///
  /// It is the course of ``run(program:)`` with other waits. When the task is cancelled, the session is
  /// terminated.
  package func awaitEnd(program: String = "") async -> ShellStatus {
    await withTaskCancellationHandler {
      awaits = true
      connect(program)
      session.onProgress = { [loop] in loop.wake() }
      if Task.isCancelled { session.receive(.killed(.terminate)) }
      start()
      // A line that is edited is ended on its thread also when the session has ended.
      while session.ending == nil || editor?.isReading == true { await awaitStep() }
      session.onProgress = {}
      return finish()
    } onCancel: {
      Task { @MainActor in
        session.receive(.killed(.terminate))
        loop.wake()
      }
    }
  }

  /// Takes one line if one is wanted and there; otherwise waits for something to happen.
  private func awaitStep() async {
    let hasTaken = advance()
    guard session.ending == nil else { return }
    if hasTaken {
      await Task.yield()
      session.printChanges()
      takeWaitingSignals()
      if !input.hasLine() { endTurn() }
    } else if prepareToWait(forInput: session.wantsInput) {
      watcher.attend()
      await loop.awaitTurn(timeout: waitLimit)
      endTurn()
    }
  }
}
