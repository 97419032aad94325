import WaylineViews

/// A generator of random numbers that gives the same for the same seed, and whose progress can be saved.
struct SeededRandom: RandomNumberGenerator, Hashable, Codable, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= RandomSource.step
    return RandomSource.number(at: state)
  }
}

/// Walks that go deep: each step prefers states that no walk has met, and what fails is shrunk.
struct MachineWalks<Machine: StateMachine> {
  private let explorer: Explorer<Machine>
  private let walks: RandomWalks
  private var machine: Machine { explorer.subject }

  init(_ explorer: Explorer<Machine>, _ walks: RandomWalks) {
    (self.explorer, self.walks) = (explorer, walks)
  }

  func report() -> ExplorationReport {
    let start = ContinuousClock.now
    let deadline = explorer.limits.time.map { start + $0 }
    var report = ExplorationReport(subject: "\(Machine.self)")
    report.seed = explorer.seed
    report.cut = [ExplorationCut.walks.sentence(explorer.limits, nil)]
    report.limits.append("\(walks), seed \(explorer.seed).")
    var found = Found(properties: explorer.properties, table: StateTable())
    var random = SeededRandom(seed: explorer.seed)
    for _ in 0..<walks.count {
      if let deadline, ContinuousClock.now >= deadline { break }
      if let limit = explorer.limits.states, found.table.count >= limit { break }
      walk(&random, &found, &report)
    }
    report.states = found.table.count
    decide(found, &report)
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  /// The results of all walks.
  private struct Found {
    let properties: [Property<Machine.State>]
    let table: StateTable
    var applied: Set<Int> = []
    var broken: [Int: [Machine.Action]] = [:]
    var reached: [Int: [Machine.Action]] = [:]

    mutating func note(_ state: Machine.State, after actions: [Machine.Action]) {
      let findings = Findings(properties, about: state)
      for (index, property) in properties.enumerated() {
        if findings.applies(index) { applied.insert(index) }
        if property.kind == .always, findings.applies(index), !findings.holds(index),
          broken[index] == nil
        {
          broken[index] = actions
        }
        if property.kind == .sometimes, findings.holds(index), reached[index] == nil {
          reached[index] = actions
        }
      }
    }
  }

  private func walk(
    _ random: inout SeededRandom, _ found: inout Found, _ report: inout ExplorationReport
  ) {
    let initial = machine.initialStates
    guard !initial.isEmpty else { return }
    var state = initial[Int.random(in: 0..<initial.count, using: &random)]
    var actions: [Machine.Action] = []
    let first = fingerprint(of: state)
    if found.table.number(of: first) == nil {
      enter(first, found.table)
      found.note(state, after: actions)
    }
    var successors: [Successor] = []
    for _ in 0..<min(walks.steps, explorer.limits.depth ?? .max) {
      successors.removeAll(keepingCapacity: true)
      machine.forEachSuccessor(of: state) { action, next in
        successors.append(Successor(action, next, fingerprint(of: next), in: found.table))
      }
      guard !successors.isEmpty else { return }
      let new = successors.indices.filter { successors[$0].isNew }
      let prefersNew = !new.isEmpty && Int.random(in: 0..<4, using: &random) > 0
      let index =
        prefersNew
        ? new[Int.random(in: 0..<new.count, using: &random)]
        : Int.random(in: 0..<successors.count, using: &random)
      let next = successors[index]
      actions.append(next.action)
      state = next.state
      report.transitions += 1
      report.depth = max(report.depth, actions.count)
      guard next.isNew else { continue }
      enter(next.fingerprint, found.table)
      found.note(state, after: actions)
    }
  }

  /// A state that a walk can continue to.
  private struct Successor {
    let action: Machine.Action
    let state: Machine.State
    let fingerprint: UInt64
    /// True if no walk has met the state.
    let isNew: Bool

    init(
      _ action: Machine.Action, _ state: Machine.State, _ fingerprint: UInt64, in table: StateTable
    ) {
      (self.action, self.state, self.fingerprint) = (action, state, fingerprint)
      isNew = table.number(of: fingerprint) == nil
    }
  }

  private func fingerprint(of state: Machine.State) -> UInt64 {
    guard let representative = explorer.representative else {
      return StateTable.fingerprint(of: state, seed: explorer.seed)
    }
    return StateTable.fingerprint(of: representative(state), seed: explorer.seed)
  }

  private func enter(_ fingerprint: UInt64, _ table: StateTable) {
    _ = table.insert(fingerprint, parent: StateTable.noParent, ordinal: 0)
  }

  private func decide(_ found: Found, _ report: inout ExplorationReport) {
    for (index, property) in explorer.properties.enumerated() {
      if property.needsGraph {
        report.limits.append("'\(property.name)' needs every state; random walks do not decide it.")
      } else if property.kind == .sometimes {
        if let actions = found.reached[index] {
          let short = Shrinking(machine: machine) { property.isReached(by: $0) }.shrink(actions)
          report.goals.append(
            ExplorationReport.Goal(
              property: property.name, commands: short.actions.map { "\($0)" }))
        } else {
          report.note(
            unreached: property, noun: "state", hasApplied: found.applied.contains(index))
        }
      } else if let actions = found.broken[index] {
        report.violations.append(violation(property, actions))
      } else if !found.applied.contains(index) {
        report.vacuous.append(property.name)
      }
    }
  }

  private func violation(
    _ property: Property<Machine.State>, _ actions: [Machine.Action]
  ) -> ExplorationReport.Violation {
    let short = Shrinking(machine: machine, isFailing: property.isBroken).shrink(actions)
    return ExplorationReport.Violation(
      property: property.name, message: "This state breaks it.",
      commands: short.actions.map { "\($0)" },
      before: short.states.dropLast().suffix(1).map { "\($0)" },
      after: short.states.suffix(1).map { "\($0)" })
  }
}

/// Makes a failing list of actions as short and simple as it can be made.
///
/// Each candidate is run again from the start and counts only if every action in it is possible where
/// it is taken. Actions are left out, replaced by simpler ones, and replaced by shorter ways through
/// the states near the start. Source: Hypothesis and delta debugging.
struct Shrinking<Machine: StateMachine> {
  let machine: Machine
  let isFailing: (Machine.State) -> Bool

  /// A run: its actions, and its states from the first to the failing one.
  struct Run {
    var actions: [Machine.Action]
    var states: [Machine.State]
  }

  /// The states that are remembered of an action that leaves its outcome open.
  private static var breadth: Int { 64 }
  /// The states near the start to which the shortest ways are searched.
  private static var nearStates: Int { 10_000 }

  func shrink(_ actions: [Machine.Action]) -> Run {
    guard var best = replay(actions) else { return Run(actions: actions, states: []) }
    var isShorter = true
    while isShorter {
      isShorter = removeLoops(&best)
      isShorter = removeParts(&best) || isShorter
      isShorter = simplify(&best) || isShorter
      isShorter = isShorter || takeShorterWay(&best)
    }
    return best
  }

  /// Runs actions up to the first failing state; nil when none fails or one is not possible.
  func replay(_ actions: [Machine.Action]) -> Run? {
    var runs = machine.initialStates.map { Run(actions: [], states: [$0]) }
    if let failing = runs.first(where: { isFailing($0.states[0]) }) { return failing }
    for action in actions {
      var next: [Run] = []
      var seen: Set<Machine.State> = []
      for run in runs {
        let state = run.states[run.states.count - 1]
        guard machine.actions(in: state).contains(action) else { continue }
        for successor in machine.step(action, from: state) where seen.insert(successor).inserted {
          let longer = Run(actions: run.actions + [action], states: run.states + [successor])
          if isFailing(successor) { return longer }
          next.append(longer)
        }
      }
      guard !next.isEmpty else { return nil }
      runs = Array(next.prefix(Self.breadth))
    }
    return nil
  }

  private func take(_ actions: [Machine.Action], _ best: inout Run) -> Bool {
    guard let run = replay(actions),
      run.actions.count < best.actions.count || run.actions != best.actions
    else { return false }
    best = run
    return true
  }

  /// Leaves out what lies between two visits of one state.
  private func removeLoops(_ best: inout Run) -> Bool {
    var isShorter = false
    var first: [Machine.State: Int] = [:]
    var position = 0
    while position < best.states.count {
      let state = best.states[position]
      if let start = first[state] {
        let rest = best.actions[..<start] + best.actions[position...]
        guard take(Array(rest), &best) else {
          position += 1
          continue
        }
        (isShorter, position, first) = (true, 0, [:])
      } else {
        first[state] = position
        position += 1
      }
    }
    return isShorter
  }

  private func removeParts(_ best: inout Run) -> Bool {
    let count = best.actions.count
    var shortening = Shortening(best.actions)
    while let actions = shortening.next() {
      guard let run = replay(actions) else { continue }
      best = run
      shortening.accept(run.actions)
    }
    return best.actions.count < count
  }

  private func simplify(_ best: inout Run) -> Bool {
    var isSimpler = false
    for position in best.actions.indices where position < best.actions.count {
      for simpler in machine.simplerActions(than: best.actions[position]) {
        var actions = best.actions
        actions[position] = simpler
        if take(actions, &best) {
          isSimpler = true
          break
        }
      }
    }
    return isSimpler
  }

  /// Takes a shorter way to a failing state near the start, or to one on the run.
  private func takeShorterWay(_ best: inout Run) -> Bool {
    var near = machine.initialStates
    var ways: [Machine.State: [Machine.Action]] = [:]
    for state in near { ways[state] = [] }
    search: for _ in 1..<max(1, best.actions.count) {
      var next: [Machine.State] = []
      for state in near {
        for action in machine.actions(in: state) {
          for successor in machine.step(action, from: state) where ways[successor] == nil {
            let actions = ways[state, default: []] + [action]
            if isFailing(successor) { return take(actions, &best) }
            ways[successor] = actions
            guard ways.count < Self.nearStates else { break search }
            next.append(successor)
          }
        }
      }
      near = next
    }
    for position in best.states.indices.reversed() {
      guard let way = ways[best.states[position]], way.count < position else { continue }
      if take(way + best.actions[position...], &best) { return true }
    }
    return false
  }
}
