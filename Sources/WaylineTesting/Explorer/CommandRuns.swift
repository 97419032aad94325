import Wayline

/// Runs lists of commands from the start of a program, and shortens a list that has some outcome.
///
/// A list is shortened first by its loops, the commands between two visits of one state, and then by
/// halves, quarters and so on down to single commands. Each shorter list is run from the start; one
/// with a command that is not possible where it is taken does not count.
@MainActor
final class CommandRuns {
  /// The screen after a command, with what happened on the way.
  struct Step {
    let screen: ExploredScreen
    let answer: DrivenScene.Answer
    let fingerprint: UInt64
  }

  /// Commands, and the screens before, between and after them.
  struct Run {
    var commands: [String]
    var steps: [Step]
  }

  private let subject: Screens
  private let probe: ProgramProbe

  init(of subject: Screens) {
    self.subject = subject
    probe = ProgramProbe(subject)
  }

  /// Tests whether a line runs a command on the present screen.
  var isCommand: (String) -> Bool { probe.scene.isCommand }

  /// Starts the program anew.
  func begin() -> Step {
    probe.begin()
    return step(DrivenScene.Answer())
  }

  /// Brings the program to a state.
  func begin(at point: ProgramProbe.Point) async -> Step {
    await probe.come(to: point)
    return step(DrivenScene.Answer())
  }

  /// The present state, to begin at later.
  var point: ProgramProbe.Point { probe.point }

  /// Takes one command on the present screen.
  func take(_ command: String, on screen: ExploredScreen) async -> Step {
    step(await probe.take(command, on: screen))
  }

  private func step(_ answer: DrivenScene.Answer) -> Step {
    Step(screen: probe.screen, answer: answer, fingerprint: probe.fingerprint)
  }

  /// The commands that are possible on the present screen.
  func choices(on screen: ExploredScreen) -> [String] {
    probe.scene.isEnded ? [] : screen.commands(values: subject.values, isCommand: isCommand)
  }

  /// Ends the program.
  func end() {
    MisuseNotes.ignoring { probe.scene.end() }
  }

  /// Takes commands from the start; nil when one is not possible where it is taken.
  private func run(_ commands: [String]) async -> Run? {
    var run = Run(commands: [], steps: [begin()])
    for command in commands {
      guard let last = run.steps.last, choices(on: last.screen).contains(command),
        !subject.crashes.contains(run.commands + [command])
      else { return nil }
      run.steps.append(await take(command, on: last.screen))
      run.commands.append(command)
    }
    return run
  }
}

// MARK: - Shrinking

extension CommandRuns {
  /// The fewest commands found that lead to a step of which a predicate holds.
  func shrink(_ commands: [String], to holds: (Step) -> Bool) async -> Run {
    guard var best = await run(commands), best.steps.contains(where: holds) else {
      return Run(commands: commands, steps: [])
    }
    await removeLoop(from: &best, holds)
    var size = max(1, best.commands.count / 2)
    while size >= 1 {
      let isShorter = await removeParts(ofSize: size, from: &best, holds)
      if size > 1 || !isShorter { size /= 2 }
    }
    return best
  }

  /// The fewest commands found of which the last still crashes the program.
  ///
  /// A shorter list that crashes it too ends this process, and counts in the next one.
  func shrinkCrash(_ commands: [String]) async -> [String] {
    var best = commands
    var size = max(1, (best.count - 1) / 2)
    while size >= 1 {
      var start = 0
      while start < best.count - 1 {
        var rest = best
        rest.removeSubrange(start..<min(start + size, rest.count - 1))
        if await crashes(rest) { best = rest } else { start += size }
      }
      size /= 2
    }
    return best
  }

  /// True if the last of some commands crashed an earlier process; it is tried if that is not known.
  private func crashes(_ commands: [String]) async -> Bool {
    if !subject.crashes.contains(commands) { _ = await run(commands) }
    return subject.crashes.contains(commands)
  }

  /// The screen after commands from the start; nil when one is not possible where it is taken.
  func screen(after commands: some Sequence<String>) async -> ExploredScreen? {
    await run(Array(commands))?.steps.last?.screen
  }

  /// Removes the first loop without which the predicate still holds.
  private func removeLoop(from best: inout Run, _ holds: (Step) -> Bool) async {
    var first: [UInt64: Int] = [:]
    for (position, step) in best.steps.enumerated() {
      guard let start = first[step.fingerprint] else {
        first[step.fingerprint] = position
        continue
      }
      let rest = Array(best.commands[..<start] + best.commands[position...])
      if let shorter = await run(rest), shorter.steps.contains(where: holds) {
        best = shorter
        return
      }
    }
  }

  /// Removes parts of a size without which the predicate still holds.
  /// - Returns: Whether a part was removed.
  private func removeParts(
    ofSize size: Int, from best: inout Run, _ holds: (Step) -> Bool
  ) async -> Bool {
    var start = 0
    var isShorter = false
    while start < best.commands.count {
      var rest = best.commands
      rest.removeSubrange(start..<min(start + size, rest.count))
      if let shorter = await run(rest), shorter.steps.contains(where: holds) {
        (best, isShorter) = (shorter, true)
      } else {
        start += size
      }
    }
    return isShorter
  }
}
