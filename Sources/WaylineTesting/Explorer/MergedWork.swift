import Wayline

/// The check that states with unfinished tasks were taken for one only if they continue alike.
///
/// A task is compared by its name, its steps and its last sleep. It may hold more, such as a value that it read when
/// it began. So where several ways lead to such a state, the tasks are let continue after each of them.
extension ProgramSearch {
  /// The number of commands that are taken for it, besides a quarter of those of the search.
  private static let commandsForMerges = 2_000
  /// The number of commands after a merge that let its tasks continue.
  private static let stepsOfWork = 12

  /// The last step to a state with unfinished tasks that other commands led to first.
  private struct Merge {
    let number: Int
    let ordinal: Int
    let target: Int
  }

  /// Commands after which a state with unfinished tasks did not continue like the one it was taken for.
  func wrongMerge() async -> [String]? {
    let merges = merges
    let limit = Self.commandsForMerges + progress.transitions / 4
    var taken = 0
    // Spread over all, should there be too many.
    let average = merges.reduce(0) { $0 + states[$1.number].depth + Self.stepsOfWork / 2 }
    let stride = max(1, average / limit)
    for place in merges.indices where place.isMultiple(of: stride) {
      if explorer.isOutOfTime { break }
      let lines = states[merges[place].target].commands.filter(DrivenScene.isWait)
      for line in lines where taken < limit {
        let way = way(through: merges[place], line)
        taken += way.count
        if let wrong = await firstDifference(along: way) { return wrong }
      }
      comparedMerges.compared += 1
    }
    comparedMerges.count = merges.count
    return nil
  }

  /// The fingerprint of the state after a command, which the probe is in, with those of where its tasks lead if
  /// these are compared.
  func key(of fingerprint: UInt64, after command: String, in state: State) async -> UInt64 {
    guard explorer.subject.comparesOutcomes else { return fingerprint }
    let screen = probe.screen
    guard screen.hasWork else { return fingerprint }
    var hasher = Hasher()
    hasher.combine(fingerprint)
    for line in screen.commands(explorer.subject.alphabet, isCommand: { _ in false })
    where DrivenScene.isWait(line) {
      var next = Optional(line)
      for _ in 0..<Self.stepsOfWork {
        guard let line = next, !probe.avoids(line, on: probe.screen) else { break }
        _ = await probe.take(line)
        hasher.combine(probe.fingerprint)
        next = probe.screen.lastWait
      }
      await probe.come(to: state.point)
      _ = await probe.take(command, on: state.screen)
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private var merges: [Merge] {
    var merges: [Merge] = []
    for (number, state) in states.enumerated() where edges.isExpanded(number) {
      for (ordinal, target) in targets(of: number).map(Int.init).enumerated()
      where target < states.count && states[target].hasWork
        && states[target].point.commands != state.point.commands + [state.commands[ordinal]]
      {
        merges.append(Merge(number: number, ordinal: ordinal, target: target))
      }
    }
    return merges
  }

  /// The commands to a merge, one that lets a task of it continue, and those that let the others end.
  private func way(through merge: Merge, _ line: String) -> [String] {
    let state = states[merge.number]
    var way = state.point.commands + [state.commands[merge.ordinal]]
    var (number, next) = (merge.target, Optional(line))
    for _ in 0..<Self.stepsOfWork {
      guard let line = next, edges.isExpanded(number),
        let ordinal = states[number].commands.firstIndex(of: line)
      else { break }
      way.append(line)
      let target = Int(targets(of: number)[ordinal])
      guard target < states.count else { break }
      number = target
      next = states[number].screen.lastWait
    }
    return way
  }

  /// The first of some commands, with those before it, that leads to another state than before.
  private func firstDifference(along way: [String]) async -> [String]? {
    var number = 0
    probe.begin()
    confirmed += 1
    for (count, command) in way.enumerated() {
      guard edges.isExpanded(number),
        let ordinal = states[number].commands.firstIndex(of: command),
        !explorer.subject.avoids(command, after: probe.commands, on: states[number].screen)
      else { return nil }
      _ = await probe.take(command)
      let target = Int(targets(of: number)[ordinal])
      guard target < states.count else { return nil }
      guard probe.fingerprint == states[target].point.fingerprint else {
        return Array(way.prefix(count + 1))
      }
      number = target
    }
    return nil
  }

  /// Notes that commands led to another state when they were taken again.
  ///
  /// What a task holds may be the reason, or a wrong snapshot; without both the program is not deterministic.
  func note(differing commands: [String]) {
    if !explorer.subject.comparesOutcomes, hasWork(along: commands) {
      wrongWork = commands
    } else if !explorer.subject.isReplayed {
      wrongCommands = commands
    } else if unstable.count < 3 {
      unstable.append(commands)
    }
  }

  /// True if a task was unfinished in a state on the way of commands.
  private func hasWork(along commands: [String]) -> Bool {
    var number = 0
    for command in commands {
      if states[number].hasWork { return true }
      guard edges.isExpanded(number),
        let ordinal = states[number].commands.firstIndex(of: command)
      else { return false }
      number = Int(targets(of: number)[ordinal])
      guard number < states.count else { return false }
    }
    return states[number].hasWork
  }
}
