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
struct MachineWalks<Machine: StateMachine>: EndedSearch {
  let explorer: Explorer<Machine>
  private let walks: RandomWalks
  private(set) var found: FoundStates
  private var random: SeededRandom
  private var transitions = 0
  private var depth = 0
  /// The first ways to the states that decide a property.
  private var deciding: [Int: [Machine.Action]] = [:]
  private var machine: Machine { explorer.subject }

  init(_ explorer: Explorer<Machine>, _ walks: RandomWalks) {
    (self.explorer, self.walks) = (explorer, walks)
    found = FoundStates(
      properties: explorer.properties.count, limit: explorer.limits.states, keepsGraph: false)
    found.cuts = [.walks]
    random = SeededRandom(seed: explorer.seed)
  }

  mutating func run() -> ExplorationReport {
    let start = ContinuousClock.now
    let deadline = explorer.limits.time.map { start + $0 }
    for _ in 0..<walks.count {
      if let deadline, ContinuousClock.now >= deadline { break }
      if let limit = explorer.limits.states, found.table.count >= limit { break }
      walk()
    }
    var report = report(of: "\(Machine.self)")
    report.limits.insert("\(walks), seed \(explorer.seed).", at: 0)
    (report.states, report.transitions, report.depth) = (found.table.count, transitions, depth)
    // How many states break a property is not known: walks meet some of them.
    for index in report.violations.indices { report.violations[index].count = 1 }
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  private mutating func walk() {
    let initial = machine.initialStates
    guard !initial.isEmpty else { return }
    var state = initial[Int.random(in: 0..<initial.count, using: &random)]
    var actions: [Machine.Action] = []
    let (fingerprinting, table) = (explorer.fingerprinting, found.table)
    let first = fingerprinting(state)
    if table.number(of: first) == nil { enter(state, first, after: actions) }
    var successors: [Successor] = []
    for _ in 0..<min(walks.steps, explorer.limits.depth ?? .max) {
      successors.removeAll(keepingCapacity: true)
      machine.forEachSuccessor(of: state) { action, next in
        let fingerprint = fingerprinting(next)
        successors.append(
          Successor(
            action: action, state: next, fingerprint: fingerprint,
            isNew: table.number(of: fingerprint) == nil))
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
      transitions += 1
      depth = max(depth, actions.count)
      if next.isNew { enter(state, next.fingerprint, after: actions) }
    }
  }

  /// A state that a walk can continue to.
  private struct Successor {
    let action: Machine.Action
    let state: Machine.State
    let fingerprint: UInt64
    /// True if no walk has met the state.
    let isNew: Bool
  }

  private mutating func enter(
    _ state: Machine.State, _ fingerprint: UInt64, after actions: [Machine.Action]
  ) {
    let candidate = FoundStates.Candidate(
      fingerprint: fingerprint, ordinal: 0, findings: Findings(explorer.properties, about: state))
    let number = found.insert(candidate, from: StateTable.noParent)
    if found.record.isDecided(by: number) { deciding[number] = actions }
  }

  /// The shortest way that is found from the first one.
  func trace(to number: Int, for property: Property<Machine.State>) -> SearchTrace {
    let isFailing = property.kind == .sometimes ? property.isReached : property.isBroken
    let short = Shrinking(machine: machine, isFailing: isFailing).shrink(deciding[number] ?? [])
    return SearchTrace((short.actions, short.states))
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
