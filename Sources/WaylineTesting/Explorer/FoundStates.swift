/// The states that a search has found, by number, and what is known of them.
///
/// The states themselves are with the search. So nothing here depends on their type, and adding one looks
/// nothing up but its fingerprint.
struct FoundStates {
  let table = StateTable()
  var record: PropertyRecord
  var transitions = 0
  var deadEnds = 0
  var cuts: Set<ExplorationCut> = []
  /// True if ``edges`` and ``findings`` are kept, which a property or the report needs.
  let keepsGraph: Bool
  /// Every transition.
  var edges = TransitionList()
  /// The findings about each state.
  var findings: [Findings] = []
  /// The number of steps from each expanded state; nil unless the report is joined with others.
  private var steps: [UInt32]?
  private let limit: Int?

  /// A state that is not expanded: where it is among the chunks of its depth.
  struct Waiting {
    let chunk: UInt32
    let index: UInt32
    let number: UInt32
  }

  /// A state that was not in the table when it was found.
  struct Candidate {
    let fingerprint: UInt64
    let ordinal: UInt32
    let findings: Findings
  }

  /// The successors of some states, apart from the states.
  struct Outline {
    struct Parent {
      var successors: UInt32 = 0
      var candidates: UInt32 = 0
    }

    var parents: [Parent] = []
    var candidates: [Candidate] = []
    /// The number of each successor, or ``TransitionList/new``; empty if no graph is stored.
    var targets: [UInt32] = []
  }

  /// Nothing, for a search that decides some properties and finds at most so many states.
  init(properties: Int, limit: Int?, keepsGraph: Bool, keepsSteps: Bool = false) {
    record = PropertyRecord(count: properties)
    self.keepsGraph = keepsGraph
    steps = keepsSteps ? [] : nil
    self.limit = limit
  }

  /// The fingerprints of the states, in the order of their numbers.
  var fingerprints: some Collection<UInt64> {
    (0..<table.count).lazy.map(table.fingerprint)
  }

  /// The check of promises on the graph.
  var progress: ProgressCheck { ProgressCheck(edges: edges, findings: findings) }

  /// The number of steps from a state; 0 if it was not expanded.
  func stepCount(of state: Int) -> UInt32 {
    guard let steps, state < steps.count else { return 0 }
    return steps[state]
  }

  private mutating func note(_ count: Int, stepsFrom state: UInt32) {
    guard let known = steps?.count else { return }
    // The states between them are those of other shards.
    let others = max(0, Int(state) + 1 - known)
    steps?.append(contentsOf: repeatElement(0, count: others))
    steps?[Int(state)] = UInt32(count)
  }

  /// Adds a state unless it is known.
  ///
  /// - Returns: Its number, and whether it is new; nil when there is no room for it.
  mutating func add(
    _ candidate: Candidate, from parent: UInt32
  ) -> (number: UInt32, isNew: Bool)? {
    if let known = table.number(of: candidate.fingerprint) { return (UInt32(known), false) }
    if let limit, table.count >= limit {
      cuts.insert(.states)
      return nil
    }
    return (UInt32(insert(candidate, from: parent)), true)
  }

  /// Adds a new state, and returns its number.
  mutating func insert(_ candidate: Candidate, from parent: UInt32) -> Int {
    let number = table.insert(
      candidate.fingerprint, parent: parent, ordinal: Int(candidate.ordinal))
    record.note(candidate.findings, about: number)
    if keepsGraph { findings.append(candidate.findings) }
    return number
  }

  /// Adds what a chunk found, whose new states wait from then on.
  ///
  /// - Returns: The number of states that were expanded: all, unless the bound of states was met.
  mutating func add(
    _ outline: Outline, after parents: ArraySlice<Waiting>, chunk: UInt32,
    to waiting: inout [Waiting]
  ) -> Int {
    var (next, target, expanded) = (0, 0, 0)
    for parent in parents {
      let outlined = outline.parents[expanded]
      var fresh: [UInt32] = []
      for _ in 0..<outlined.candidates {
        guard let added = add(outline.candidates[next], from: parent.number) else {
          return expanded
        }
        if added.isNew {
          waiting.append(Waiting(chunk: chunk, index: UInt32(next), number: added.number))
        }
        next += 1
        if keepsGraph { fresh.append(added.number) }
      }
      let successors = Int(outlined.successors)
      if keepsGraph {
        let known = outline.targets[target..<target + successors]
        var numbers = fresh.makeIterator()
        edges.append(
          known.map { $0 == TransitionList.new ? numbers.next() ?? $0 : $0 },
          of: Int(parent.number))
        target += successors
      }
      transitions += successors
      note(successors, stepsFrom: parent.number)
      if successors == 0 { deadEnds += 1 }
      expanded += 1
    }
    return expanded
  }
}
