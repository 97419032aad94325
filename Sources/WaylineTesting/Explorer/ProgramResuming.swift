import Wayline

// MARK: - Steps of other searches

extension ProgramSearch {
  /// Notes a step that crashed another process: it was taken, and used its element.
  func noteCrash(of command: String, on screen: ExploredScreen) {
    progress.transitions += 1
    coverage.note(command, on: screen, changed: false)
  }

  /// Takes the commands to a finding of an earlier search, so that the figures and the coverage hold its way.
  func retrace(_ commands: [String]) async {
    isRepeating = true
    defer { isRepeating = false }
    probe.begin()
    var number = 0
    for command in commands {
      let from = states[number]
      let answer = await probe.take(command, on: from.screen)
      let key = await key(of: probe.fingerprint, after: command, in: from)
      let known = self.number(of: key)
      guard
        let target = known
          ?? enter(see(), key, from: number, command, printed: answer.printed, isFound: true)
      else { return }
      if known == nil { progress.transitions += 1 }
      coverage.note(command, on: from.screen, changed: states[target].screen != from.screen)
      progress.use.note(
        command, on: from.screen, refusal: answer.refusal, of: explorer.subject.alphabet)
      number = target
    }
  }
}

// MARK: - Resuming

extension ProgramSearch {
  /// Takes the commands that first led to each state; what follows from the others is known.
  func repeatSteps(of checkpoint: ProgramCheckpoint) async throws {
    let foreign = CheckpointError(
      description: "The checkpoint is of another program, or of another version of it. Start again."
    )
    guard checkpoint.program == explorer.subject.program else { throw foreign }
    for (number, targets) in checkpoint.targets.enumerated() {
      guard number < states.count, states[number].commands.count == targets.count else {
        throw foreign
      }
      let from = states[number]
      for (ordinal, command) in from.commands.enumerated() {
        guard targets[ordinal] != TransitionList.new else { continue }
        let target = Int(targets[ordinal])
        if target == states.count {
          await probe.come(to: from.point)
          let answer = await probe.take(command, on: from.screen)
          let key = await key(of: probe.fingerprint, after: command, in: from)
          _ = enter(see(), key, from: number, command, printed: answer.printed)
        }
        guard target < states.count else { throw foreign }
        coverage.note(command, on: from.screen, changed: states[target].screen != from.screen)
      }
      append(targets, of: number, isWhole: true)
      await probe.pause()
    }
    progress = checkpoint.progress
    explorer.subject.arrivals.noteWait(of: Array(progress.waiting))
    probe.note(progress.loss)
  }
}
