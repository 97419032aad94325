/// A breadth-first search of a pure machine.
///
/// Batches of states are expanded on all cores against a table that does not change meanwhile; what
/// is new is then added in the order of the states and their actions. So numbers, traces and reports
/// do not depend on the number of cores.
struct MachineSearch<Machine: StateMachine> {
  private typealias State = Machine.State

  /// The states that are expanded before what they lead to is added.
  private static var batchSize: Int { 8_192 }
  /// The states that a thread takes at a time.
  private static var chunkSize: Int { 256 }

  let machine: Machine
  let properties: [Property<Machine.State>]
  let seed: UInt64
  private let representative: (@Sendable (Machine.State) -> Machine.State)?
  private let workers: Int
  private let limits: ExplorationLimits
  private let deadline: ContinuousClock.Instant?
  private let shard: ExplorationShard?
  private let onCheckpoint: ((ExplorationCheckpoint) -> Void)?

  let table = StateTable()
  var record: PropertyRecord
  /// The states of the present depth and the next that are not expanded, with their numbers.
  private var frontier: Frontier<Machine.State> = Frontier()
  private var following: Frontier<Machine.State> = Frontier()
  /// The first state of each depth.
  private(set) var levels: [Int] = []
  private(set) var transitions = 0
  private(set) var deadEnds = 0
  private(set) var cuts: Set<ExplorationCut> = []
  /// Every transition; nil unless a property or the report needs the graph.
  var edges: TransitionList?
  /// The findings about each state; kept with the edges.
  var findings: [Findings] = []

  init(_ explorer: Explorer<Machine>) {
    machine = explorer.subject
    properties = explorer.properties
    seed = explorer.seed
    representative = explorer.representative
    workers = explorer.workers ?? Workers.all
    limits = explorer.limits
    deadline = explorer.limits.time.map { ContinuousClock.now + $0 }
    shard = explorer.shard
    onCheckpoint = explorer.onCheckpoint
    record = PropertyRecord(count: explorer.properties.count)
    if explorer.recordsGraph || explorer.properties.contains(where: \.needsGraph) {
      edges = TransitionList()
    }
  }

  /// Searches from the initial states, or from where a checkpoint was taken.
  mutating func run(from checkpoint: ExplorationCheckpoint? = nil) {
    if let checkpoint { resume(checkpoint) } else { begin() }
    while cuts.isDisjoint(with: [.states, .time]), !frontier.isEmpty {
      if let depth = limits.depth, levels.count > depth {
        cuts.insert(.depth)
        break
      }
      expandLevel()
    }
  }

  /// The depth of the deepest state.
  var depth: Int { max(0, levels.count - 1) }

  /// The data to resume the search.
  var checkpoint: ExplorationCheckpoint {
    ExplorationCheckpoint(
      machine: "\(Machine.self)", seed: seed, expanded: frontier.first ?? table.count,
      transitions: transitions, deadEnds: deadEnds,
      origins: (0..<table.count).map { number in
        ExplorationCheckpoint.Origin(
          parent: table.parent(of: number).map(UInt32.init) ?? StateTable.noParent,
          ordinal: UInt32(table.ordinal(of: number)))
      }, edges: edges)
  }
}

/// States that wait to be expanded, in the order of their numbers.
private struct Frontier<State> {
  var states: [State] = []
  var numbers: [Int] = []
  /// The position of the next one.
  var position = 0

  var isEmpty: Bool { position == states.count }
  var first: Int? { isEmpty ? nil : numbers[position] }

  mutating func append(_ state: State, _ number: Int) {
    states.append(state)
    numbers.append(number)
  }
}

extension MachineSearch {
  private mutating func begin() {
    for (ordinal, state) in machine.initialStates.enumerated() {
      let fingerprint = fingerprint(of: state)
      guard table.number(of: fingerprint) == nil else { continue }
      let findings = Findings(properties, about: state)
      _ = add(Candidate(fingerprint, ordinal, findings, state), from: StateTable.noParent)
    }
    startLevel()
  }

  private mutating func startLevel() {
    guard let first = following.first else { return }
    levels.append(first)
    (frontier, following) = (following, Frontier())
    if let shard, frontier.states.count >= shard.count * ExplorationShard.width, !isDivided {
      divide(among: shard)
    }
  }

  /// True if this share of the states has been separated from the others.
  private var isDivided: Bool { cuts.contains(.shard) }

  private mutating func divide(among shard: ExplorationShard) {
    var own = Frontier<State>()
    for (state, number) in zip(frontier.states, frontier.numbers)
    where number % shard.count == shard.index - 1 {
      own.append(state, number)
    }
    frontier = own
    cuts.insert(.shard)
  }

  private mutating func expandLevel() {
    while !frontier.isEmpty {
      if let deadline, ContinuousClock.now >= deadline {
        cuts.insert(.time)
        return
      }
      guard expandBatch() else { return }
    }
    startLevel()
    onCheckpoint?(checkpoint)
  }

  /// Expands some states; false when the bound of states was met.
  private mutating func expandBatch() -> Bool {
    let start = frontier.position
    let end = min(start + Self.batchSize, frontier.states.count)
    let size = Self.chunkSize
    let states = frontier.states
    let work = Expansion(
      machine: machine, properties: properties, representative: representative, seed: seed,
      table: table, keepsTargets: edges != nil)
    let chunks = Workers.map((end - start + size - 1) / size, workers: workers) { index in
      let first = start + index * size
      return work.expand(states[first..<min(first + size, end)])
    }
    for chunk in chunks {
      guard add(chunk) else { return false }
    }
    return true
  }

  /// Adds what a chunk found; false when the bound of states was met.
  private mutating func add(_ chunk: Chunk<State>) -> Bool {
    var (next, target) = (0, 0)
    for parent in chunk.parents {
      let number = frontier.numbers[frontier.position]
      var targets: [UInt32] = []
      for _ in 0..<parent.candidates {
        let candidate = chunk.candidates[next]
        next += 1
        guard let added = add(candidate, from: UInt32(number)) else { return false }
        if edges != nil { targets.append(UInt32(added)) }
      }
      if edges != nil {
        let known = chunk.targets[target..<target + parent.successors]
        var fresh = targets.makeIterator()
        edges?.append(known.map { $0 == TransitionList.new ? fresh.next() ?? $0 : $0 }, of: number)
        target += parent.successors
      }
      transitions += parent.successors
      if parent.successors == 0 { deadEnds += 1 }
      frontier.position += 1
    }
    return true
  }

  /// Adds a state unless it is known, and returns its number; nil when there is no room for it.
  private mutating func add(_ candidate: Candidate<State>, from parent: UInt32) -> Int? {
    if let known = table.number(of: candidate.fingerprint) { return known }
    if let limit = limits.states, table.count >= limit {
      cuts.insert(.states)
      return nil
    }
    let number = table.insert(candidate.fingerprint, parent: parent, ordinal: candidate.ordinal)
    record.note(candidate.findings, about: number)
    if edges != nil { findings.append(candidate.findings) }
    following.append(candidate.state, number)
    return number
  }

  private func fingerprint(of state: State) -> UInt64 {
    StateTable.fingerprint(of: representative.map { $0(state) } ?? state, seed: seed)
  }
}

// MARK: - Expanding

/// A state that was not in the table when it was found.
private struct Candidate<State: Sendable>: Sendable {
  let fingerprint: UInt64
  let ordinal: Int
  let findings: Findings
  let state: State

  init(_ fingerprint: UInt64, _ ordinal: Int, _ findings: Findings, _ state: State) {
    (self.fingerprint, self.ordinal) = (fingerprint, ordinal)
    (self.findings, self.state) = (findings, state)
  }
}

/// The successors of some states.
private struct Chunk<State: Sendable>: Sendable {
  struct Parent {
    var successors = 0
    var candidates = 0
  }

  var parents: [Parent] = []
  var candidates: [Candidate<State>] = []
  /// The number of each successor, or ``TransitionList/new``; empty if no graph is stored.
  var targets: [UInt32] = []
}

/// The work of one thread, which reads the table and changes nothing.
private struct Expansion<Machine: StateMachine>: Sendable {
  let machine: Machine
  let properties: [Property<Machine.State>]
  let representative: (@Sendable (Machine.State) -> Machine.State)?
  let seed: UInt64
  let table: StateTable
  let keepsTargets: Bool

  func expand(_ states: ArraySlice<Machine.State>) -> Chunk<Machine.State> {
    var chunk = Chunk<Machine.State>()
    chunk.parents.reserveCapacity(states.count)
    for state in states {
      var parent = Chunk<Machine.State>.Parent()
      for action in machine.actions(in: state) {
        for next in machine.step(action, from: state) {
          add(next, to: &chunk, &parent)
        }
      }
      chunk.parents.append(parent)
    }
    return chunk
  }

  @inline(__always)
  private func add(
    _ state: Machine.State, to chunk: inout Chunk<Machine.State>,
    _ parent: inout Chunk<Machine.State>.Parent
  ) {
    defer { parent.successors += 1 }
    let key = if let representative { representative(state) } else { state }
    let fingerprint = StateTable.fingerprint(of: key, seed: seed)
    let known = table.number(of: fingerprint)
    if keepsTargets { chunk.targets.append(known.map(UInt32.init) ?? TransitionList.new) }
    guard known == nil else { return }
    parent.candidates += 1
    chunk.candidates.append(
      Candidate(fingerprint, parent.successors, Findings(properties, about: state), state))
  }
}

// MARK: - Traces and resuming

extension MachineSearch {
  /// The commands that lead to a state, and the states on the way.
  func trace(to number: Int) -> (actions: [Machine.Action], states: [Machine.State]) {
    let path = table.path(to: number)
    var states = [machine.initialStates[table.ordinal(of: path[0])]]
    var actions: [Machine.Action] = []
    for number in path.dropFirst() {
      let ordinal = table.ordinal(of: number)
      // The table has only what the machine gave, and a machine gives the same each time.
      guard let next = machine.successor(ordinal, of: states[states.count - 1]) else { break }
      actions.append(next.action)
      states.append(next.state)
    }
    return (actions, states)
  }

  /// Calls a closure with every state that was found, in the order of the numbers.
  ///
  /// - Complexity: O(transitions); the states of two depths are in memory at a time.
  func forEachState(_ body: (Int, Machine.State) -> Void) {
    let origins = (0..<table.count).map {
      ExplorationCheckpoint.Origin(
        parent: table.parent(of: $0).map(UInt32.init) ?? StateTable.noParent,
        ordinal: UInt32(table.ordinal(of: $0)))
    }
    Self.forEachState(of: machine, origins, body)
  }

  private static func forEachState(
    of machine: Machine, _ origins: [ExplorationCheckpoint.Origin],
    _ body: (Int, Machine.State) -> Void
  ) {
    var waiting: [(number: Int, state: State)] = []
    var number = 0
    let initial = machine.initialStates
    while number < origins.count, origins[number].parent == StateTable.noParent {
      waiting.append((number, initial[Int(origins[number].ordinal)]))
      number += 1
    }
    while !waiting.isEmpty {
      var next: [(number: Int, state: State)] = []
      for (parent, state) in waiting {
        body(parent, state)
        var ordinal = 0
        guard number < origins.count, origins[number].parent == UInt32(parent) else { continue }
        machine.forEachSuccessor(of: state) { _, successor in
          if number < origins.count, origins[number].parent == UInt32(parent),
            origins[number].ordinal == UInt32(ordinal)
          {
            next.append((number, successor))
            number += 1
          }
          ordinal += 1
        }
      }
      waiting = next
    }
  }

  /// Rebuilds the table and the frontier from the commands that a checkpoint has.
  private mutating func resume(_ checkpoint: ExplorationCheckpoint) {
    transitions = checkpoint.transitions
    deadEnds = checkpoint.deadEnds
    edges = edges.map { _ in checkpoint.edges ?? TransitionList() }
    var depths: [Int] = []
    Self.forEachState(of: machine, checkpoint.origins) { number, state in
      let origin = checkpoint.origins[number]
      let depth = origin.parent == StateTable.noParent ? 0 : depths[Int(origin.parent)] + 1
      depths.append(depth)
      if depth == levels.count { levels.append(number) }
      let findings = Findings(properties, about: state)
      _ = table.insert(
        fingerprint(of: state), parent: origin.parent, ordinal: Int(origin.ordinal))
      record.note(findings, about: number)
      if edges != nil { self.findings.append(findings) }
      guard number >= checkpoint.expanded else { return }
      following.append(state, number)
    }
    settleFrontier(depths)
  }

  /// Separates the depth that was being expanded from the next.
  private mutating func settleFrontier(_ depths: [Int]) {
    guard let first = following.first else { return }
    let split = following.numbers.firstIndex { depths[$0] > depths[first] }
    guard let split else {
      (frontier, following) = (following, Frontier())
      return
    }
    // The states of the next depth come again when their depth does.
    frontier.states = Array(following.states[..<split])
    frontier.numbers = Array(following.numbers[..<split])
    following.states.removeFirst(split)
    following.numbers.removeFirst(split)
    levels.removeLast()
  }
}
