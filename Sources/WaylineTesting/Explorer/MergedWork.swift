import Wayline

/// The check that states with unfinished tasks were taken for one only if they continue alike.
///
/// A task is compared by its name, its steps and its last sleep. It may hold more, such as a value that it read when
/// it began. So where several ways lead to such a state, the tasks are let continue after each of them.
extension ProgramSearch {
  /// The number of other commands after a merge that are taken, besides a sixteenth of those of the search.
  private static let commandsForLaterMerges = 250
  /// The number of states after a merge from which its tasks are let continue.
  private static let statesWithWork = 32

  /// A step to a state with unfinished tasks.
  private struct Merge {
    let number: Int
    let ordinal: Int
    let target: Int
  }

  /// Commands after which a state with unfinished tasks did not continue like the one it was taken for.
  ///
  /// Mostly tasks have continued where the search came along. The ways after which they have not are taken here: those that other
  /// processes or an earlier search have taken, and those for which no commands were left.
  func wrongMerge() async -> [String]? {
    let merges = merges
    // Where outcomes are compared, states differ whose tasks lead elsewhere.
    let rest =
      explorer.subject.comparesOutcomes
      ? [] : merges.filter { !work.ways.contains(place(of: $0)) }
    comparedMerges.count = merges.count
    comparedMerges.compared = merges.count - rest.count
    merges: for merge in rest {
      for line in states[merge.target].commands.filter(DrivenScene.isWait) {
        guard hasCommandsForWork, !explorer.isOutOfTime else { break merges }
        let way = way(through: merge, [], line)
        work.taken += way.count
        if let wrong = await firstDifference(along: way) { return wrong }
      }
      comparedMerges.compared += 1
    }
    return await wrongLaterMerge(merges)
  }

  /// The same after other commands: what a task does may depend on what a person has done meanwhile.
  ///
  /// Such ways are many, so a sample of them is taken: the nearest of each merge first.
  private func wrongLaterMerge(_ merges: [Merge]) async -> [String]? {
    let limit = Self.commandsForLaterMerges + progress.transitions / 16
    var taken = 0
    // Looked for where they are needed: mostly the limit is met before.
    var ways: [Int: [[Merge]]] = [:]
    for distance in 0..<Self.statesWithWork {
      for merge in merges {
        let known = ways[merge.target] ?? waysWithWork(from: merge.target)
        ways[merge.target] = known
        guard distance < known.count, let last = known[distance].last?.target else { continue }
        let between = known[distance]
        for line in states[last].commands where DrivenScene.isWait(line) {
          if explorer.isOutOfTime || taken >= limit { return nil }
          let way = way(through: merge, between, line)
          taken += way.count
          confirmed += 1
          if let wrong = await firstDifference(along: way) { return wrong }
          comparedMerges.later += 1
        }
      }
    }
    return nil
  }

  /// The shortest ways from a state to others in which its tasks are unfinished, by commands that let none continue.
  private func waysWithWork(from number: Int) -> [[Merge]] {
    var ways: [[Merge]] = [[]]
    var seen: Set<Int> = [number]
    var next = 0
    while next < ways.count, ways.count < Self.statesWithWork {
      let way = ways[next]
      next += 1
      let last = way.last.map(\.target) ?? number
      guard edges.isExpanded(last) else { continue }
      for (ordinal, target) in targets(of: last).map(Int.init).enumerated()
      where target < states.count && states[target].hasWork
        && !DrivenScene.isWait(states[last].commands[ordinal]) && seen.insert(target).inserted
      {
        ways.append(way + [Merge(number: last, ordinal: ordinal, target: target)])
      }
    }
    return Array(ways.dropFirst())
  }

  /// The fingerprint of the state after a command, which the probe is in, with those of where its tasks lead if
  /// these are compared.
  ///
  /// - Parameter comesBack: whether the probe is in that state afterwards although it is known.
  func key(
    of fingerprint: UInt64, after command: String, in state: State, comesBack: Bool = true
  ) async -> UInt64 {
    guard explorer.subject.comparesOutcomes else { return fingerprint }
    let screen = probe.screen
    guard screen.hasWork else { return fingerprint }
    var hasher = Hasher()
    hasher.combine(fingerprint)
    let lines = screen.commands(explorer.subject.alphabet, isCommand: { _ in false })
      .filter(DrivenScene.isWait)
    for (ordinal, line) in lines.enumerated() {
      if ordinal > 0 { await take(command, again: state) }
      var next = Optional(line)
      for _ in 0..<Self.stepsOfWork {
        guard let line = next, !probe.avoids(line, on: probe.screen) else { break }
        _ = await probe.take(line)
        hasher.combine(probe.fingerprint)
        next = probe.screen.lastWait
      }
    }
    let key = UInt64(bitPattern: Int64(hasher.finalize()))
    if comesBack || number(of: key) == nil { await take(command, again: state) }
    return key
  }

  private func take(_ command: String, again state: State) async {
    await probe.come(to: state.point)
    _ = await probe.take(command, on: state.screen)
  }

  /// The steps to states with unfinished tasks that continue otherwise than after the step by which these were found.
  private var merges: [Merge] {
    var merges: [Merge] = []
    for (number, state) in states.enumerated() where edges.isExpanded(number) {
      for (ordinal, target) in targets(of: number).map(Int.init).enumerated()
      where target < states.count && states[target].hasWork && edges.isExpanded(target) {
        let merge = Merge(number: number, ordinal: ordinal, target: target)
        let isFirst =
          states[target].point.commands == state.point.commands + [state.commands[ordinal]]
        if !isFirst || !work.ways.contains(place(of: merge)) { merges.append(merge) }
      }
    }
    return merges
  }

  private func place(of merge: Merge) -> StepsAhead.Place {
    StepsAhead.Place(key: states[merge.number].key, ordinal: merge.ordinal)
  }

  /// The commands to a merge and then to another state, one that lets a task continue there, and those that let the
  /// others end.
  private func way(through merge: Merge, _ between: [Merge], _ line: String) -> [String] {
    let state = states[merge.number]
    var way = state.point.commands + [state.commands[merge.ordinal]]
    way += between.map { states[$0.number].commands[$0.ordinal] }
    var (number, next) = (between.last?.target ?? merge.target, Optional(line))
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

  /// Notes that commands led to another state than others that should lead there, or than when they were taken before.
  ///
  /// What a task holds may be the reason, or a wrong snapshot. Without both the program is not deterministic, unless the same
  /// commands lead to the same states each time: then a task holds what the search cannot tell apart.
  func note(differing commands: [String]) async {
    let hasWork = hasWork(along: commands)
    if !explorer.subject.comparesOutcomes, hasWork {
      hasWrongWork = true
    } else if !explorer.subject.isReplayed {
      wrongCommands = commands
    } else if hasWork, await leadAlike(commands) {
      differingWork = differingWork ?? commands
    } else if unstable.count < 3 {
      unstable.append(commands)
    }
  }

  /// True if commands lead to the same states when they are taken twice.
  private func leadAlike(_ commands: [String]) async -> Bool {
    var ways: Set<[UInt64]> = []
    for _ in 0..<2 {
      probe.begin()
      var way: [UInt64] = []
      for command in commands {
        _ = await probe.take(command)
        way.append(probe.fingerprint)
      }
      ways.insert(way)
    }
    return ways.count == 1
  }

  /// What unfinished tasks hold that the search cannot tell apart, or has not compared, for the list of what was not explored.
  var cutsOfWork: [String] {
    if let differingWork {
      return [
        "what an unfinished task holds: after '\(differingWork.joined(separator: ", "))' it continues otherwise than where "
          + "other commands led to the same state. Tell in a state what it depends on."
      ]
    }
    let (count, compared, _) = comparedMerges
    guard compared < count, cuts.isEmpty, !beginsAgain else { return [] }
    let steps = ExplorationReport.counted(count - compared, "step")
    return [
      "what unfinished tasks hold after \(steps) to a state that was known: comparing it takes too many commands."
    ]
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
