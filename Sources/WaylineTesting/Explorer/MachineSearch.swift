/// A breadth-first search of a pure machine.
///
/// Batches of states are expanded on all cores; what is new is added in the order of the states and their
/// actions, by one thread, while the others expand the next batch. So numbers, traces and reports do not
/// depend on the number of cores.
struct MachineSearch<Machine: StateMachine> {
  private typealias State = Machine.State

  /// The states that are expanded before what they lead to is added.
  private static var batchSize: Int { 8_192 }
  /// The states that a thread takes at a time.
  private static var chunkSize: Int { 256 }

  /// Expanded states, and what they lead to.
  private struct Batch {
    var slices: [ArraySlice<FoundStates.Waiting>] = []
    var chunks: [Chunk<State>] = []

    /// The number of states that were expanded.
    var count: Int { slices.reduce(0) { $0 + $1.count } }
  }

  let explorer: Explorer<Machine>
  private let deadline: ContinuousClock.Instant?
  var machine: Machine { explorer.subject }

  /// The states by number.
  private(set) var found: FoundStates
  /// The states of the present depth and the next that are not expanded.
  private var frontier: Frontier<Machine.State> = Frontier()
  private var following: Frontier<Machine.State> = Frontier()
  /// The first state of each depth.
  private(set) var levels: [Int] = []

  init(_ explorer: Explorer<Machine>) {
    self.explorer = explorer
    deadline = explorer.limits.time.map { ContinuousClock.now + $0 }
    found = FoundStates(
      properties: explorer.properties.count, limit: explorer.limits.states,
      keepsGraph: explorer.recordsGraph || explorer.properties.contains(where: \.needsGraph),
      keepsSteps: explorer.shard != nil)
  }

  /// Searches from the initial states, or from where a checkpoint was taken.
  mutating func run(from checkpoint: ExplorationCheckpoint? = nil) {
    if let checkpoint { resume(checkpoint.content) } else { begin() }
    while found.cuts.isDisjoint(with: [.states, .time]), !frontier.isEmpty {
      if let depth = explorer.limits.depth, levels.count > depth {
        found.cuts.insert(.depth)
        break
      }
      expandLevel()
    }
  }

  /// The depth of the deepest state.
  var depth: Int { max(0, levels.count - 1) }

  private var origins: [ExplorationCheckpoint.Origin] {
    let table = found.table
    return (0..<table.count).map { number in
      ExplorationCheckpoint.Origin(
        parent: table.parent(of: number).map(UInt32.init) ?? StateTable.noParent,
        ordinal: UInt32(table.ordinal(of: number)))
    }
  }

  /// The data to resume the search.
  var checkpoint: ExplorationCheckpoint {
    ExplorationCheckpoint(
      ExplorationCheckpoint.Content(
        machine: "\(Machine.self)", seed: explorer.seed,
        expanded: frontier.first ?? found.table.count, transitions: found.transitions,
        deadEnds: found.deadEnds, origins: origins, edges: found.keepsGraph ? found.edges : nil))
  }
}

/// States that wait to be expanded, in the order of their numbers.
///
/// The states stay in the chunks in which they were found, with some that were found twice.
private struct Frontier<State: Sendable>: Sendable {
  var chunks: [[State]] = []
  var waiting: [FoundStates.Waiting] = []
  /// The position of the next one.
  var position = 0

  var isEmpty: Bool { position == waiting.count }
  var first: Int? { isEmpty ? nil : Int(waiting[position].number) }

  /// Adds the state with the next number.
  mutating func append(_ state: State, _ number: UInt32) {
    chunks.append([state])
    waiting.append(FoundStates.Waiting(chunk: UInt32(chunks.count - 1), index: 0, number: number))
  }
}

extension MachineSearch {
  private mutating func begin() {
    for (ordinal, state) in machine.initialStates.enumerated() {
      let candidate = FoundStates.Candidate(
        fingerprint: fingerprint(of: state), ordinal: UInt32(ordinal),
        findings: Findings(explorer.properties, about: state))
      guard let added = found.add(candidate, from: StateTable.noParent) else { break }
      if added.isNew { following.append(state, added.number) }
    }
    startLevel()
  }

  private mutating func startLevel() {
    guard let first = following.first else { return }
    levels.append(first)
    (frontier, following) = (following, Frontier())
    if let shard = explorer.shard, frontier.waiting.count >= shard.count * ExplorationShard.width,
      !isDivided
    {
      divide(among: shard)
    }
  }

  /// True if this share of the states has been separated from the others.
  private var isDivided: Bool { found.cuts.contains(.shard) }

  private mutating func divide(among shard: ExplorationShard) {
    frontier.waiting.removeAll { Int($0.number) % shard.count != shard.index - 1 }
    found.cuts.insert(.shard)
  }

  /// Expands the states of the present depth, unless a bound was met.
  private mutating func expandLevel() {
    var batch = Batch()
    repeat {
      if let deadline, ContinuousClock.now >= deadline { found.cuts.insert(.time) }
      let isOutOfTime = found.cuts.contains(.time)
      let next = isOutOfTime ? [] : slices(from: frontier.position + batch.count)
      batch = Batch(slices: next, chunks: expand(next, whileAdding: batch))
      guard found.cuts.isDisjoint(with: [.states, .time]) else { return }
    } while !batch.slices.isEmpty
    startLevel()
    explorer.onCheckpoint?(checkpoint)
  }

  /// States of the frontier, in the parts that a thread takes at a time.
  private func slices(from start: Int) -> [ArraySlice<FoundStates.Waiting>] {
    let end = min(start + Self.batchSize, frontier.waiting.count)
    return stride(from: start, to: end, by: Self.chunkSize).map {
      frontier.waiting[$0..<min($0 + Self.chunkSize, end)]
    }
  }

  /// Expands some states while what those before them lead to is added.
  ///
  /// A thread may see only a part of that. It then finds a state that is known already as a candidate, which
  /// is found out when the candidate is added.
  private mutating func expand(
    _ slices: [ArraySlice<FoundStates.Waiting>], whileAdding batch: Batch
  ) -> [Chunk<State>] {
    let work = Expansion(
      machine: machine, properties: explorer.properties, representative: explorer.representative,
      seed: explorer.seed, table: found.table, keepsTargets: found.keepsGraph)
    let states = frontier.chunks
    found.table.reserve(batch.chunks.reduce(0) { $0 + $1.outline.candidates.count })
    return Workers.map(slices.count, workers: explorer.workers ?? Workers.all) {
      add(batch)
    } _: { index in
      work.expand(slices[index], in: states)
    }
  }

  /// Adds what some states lead to, until the bound of states is met.
  private mutating func add(_ batch: Batch) {
    for (chunk, parents) in zip(batch.chunks, batch.slices) {
      let expanded = found.add(
        chunk.outline, after: parents, chunk: UInt32(following.chunks.count),
        to: &following.waiting)
      following.chunks.append(chunk.states)
      frontier.position += expanded
      if expanded < parents.count { return }
    }
  }

  private func fingerprint(of state: State) -> UInt64 { explorer.fingerprinting(state) }
}

// MARK: - Expanding

/// The successors of some states.
private struct Chunk<State: Sendable>: Sendable {
  var outline = FoundStates.Outline()
  /// The states of the candidates.
  var states: [State] = []
}

/// The work of one thread, which reads the table and changes nothing.
private struct Expansion<Machine: StateMachine>: Sendable {
  let machine: Machine
  let properties: [Property<Machine.State>]
  let representative: (@Sendable (Machine.State) -> Machine.State)?
  let seed: UInt64
  let table: StateTable
  let keepsTargets: Bool

  func expand(
    _ waiting: ArraySlice<FoundStates.Waiting>, in chunks: [[Machine.State]]
  ) -> Chunk<Machine.State> {
    var outline = FoundStates.Outline()
    var found: [Machine.State] = []
    outline.parents.reserveCapacity(waiting.count)
    for place in waiting {
      let state = chunks[Int(place.chunk)][Int(place.index)]
      var parent = FoundStates.Outline.Parent()
      for action in machine.actions(in: state) {
        for next in machine.step(action, from: state) {
          let key = if let representative { representative(next) } else { next }
          let fingerprint = StateTable.fingerprint(of: key, seed: seed)
          let known = table.number(of: fingerprint)
          if keepsTargets {
            outline.targets.append(known.map(UInt32.init) ?? TransitionList.new)
          }
          if known == nil {
            outline.candidates.append(
              FoundStates.Candidate(
                fingerprint: fingerprint, ordinal: parent.successors,
                findings: properties.isEmpty ? Findings() : Findings(properties, about: next)))
            found.append(next)
            parent.candidates += 1
          }
          parent.successors += 1
        }
      }
      outline.parents.append(parent)
    }
    return Chunk(outline: outline, states: found)
  }
}

// MARK: - Traces and resuming

extension MachineSearch {
  /// The commands that lead to a state, and the states on the way.
  func trace(to number: Int) -> (actions: [Machine.Action], states: [Machine.State]) {
    let table = found.table
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
  private mutating func resume(_ checkpoint: ExplorationCheckpoint.Content) {
    found.transitions = checkpoint.transitions
    found.deadEnds = checkpoint.deadEnds
    if found.keepsGraph { found.edges = checkpoint.edges ?? TransitionList() }
    var depths: [Int] = []
    Self.forEachState(of: machine, checkpoint.origins) { number, state in
      let origin = checkpoint.origins[number]
      let depth = origin.parent == StateTable.noParent ? 0 : depths[Int(origin.parent)] + 1
      depths.append(depth)
      if depth == levels.count { levels.append(number) }
      let candidate = FoundStates.Candidate(
        fingerprint: fingerprint(of: state), ordinal: origin.ordinal,
        findings: Findings(explorer.properties, about: state))
      _ = found.insert(candidate, from: origin.parent)
      guard number >= checkpoint.expanded else { return }
      following.append(state, UInt32(number))
    }
    settleFrontier(depths)
  }

  /// Separates the depth that was being expanded from the next.
  private mutating func settleFrontier(_ depths: [Int]) {
    guard let first = following.first else { return }
    let split = following.waiting.firstIndex { depths[Int($0.number)] > depths[first] }
    guard let split else {
      (frontier, following) = (following, Frontier())
      return
    }
    // The states of the next depth come again when their depth does.
    frontier.chunks = following.chunks
    frontier.waiting = Array(following.waiting[..<split])
    following.waiting.removeFirst(split)
    levels.removeLast()
  }
}
