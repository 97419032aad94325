import Wayline

/// The check that states with unfinished tasks were taken for one only if they continue alike.
///
/// A task is compared by its name, its steps and its last sleep. It may hold more, such as a value that it read when
/// it began. So where several ways lead to such a state, the tasks are let continue after each of them.
extension ProgramSearch {
  /// The number of commands that are taken for it, besides a quarter of those of the search.
  private static let commandsForMerges = 2_000
  /// The same for other commands after a merge, besides a sixteenth of those of the search.
  private static let commandsForLaterMerges = 250
  /// The number of commands after a merge that let its tasks continue.
  private static let stepsOfWork = 12
  /// The number of states after a merge from which its tasks are let continue.
  private static let statesWithWork = 32

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
    comparedMerges.count = merges.count
    sample: for place in merges.indices where place.isMultiple(of: stride) {
      let lines = states[merges[place].target].commands.filter(DrivenScene.isWait)
      for line in lines {
        if explorer.isOutOfTime || taken >= limit { break sample }
        let way = way(through: merges[place], [], line)
        taken += way.count
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

  /// Notes that commands led to another state than others that should lead there, or than when they were taken before.
  ///
  /// What a task holds may be the reason, or a wrong snapshot. Without both the program is not deterministic, unless the same
  /// commands lead to the same states each time: then a task holds what the search cannot tell apart.
  func note(differing commands: [String]) async {
    let hasWork = hasWork(along: commands)
    if !explorer.subject.comparesOutcomes, hasWork {
      wrongWork = commands
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

  /// What an unfinished task holds that the search cannot tell apart, for the list of what was not explored.
  var cutsOfWork: [String] {
    guard let differingWork else { return [] }
    return [
      "what an unfinished task holds: after '\(differingWork.joined(separator: ", "))' it continues otherwise than where "
        + "other commands led to the same state. Tell in a state what it depends on."
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
