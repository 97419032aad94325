/// Decides `leadsTo` properties on the graph of the states that a search found.
///
/// States whose successors are not all known count as reaching everything, so that neither a bound nor a crash
/// gives a false alarm.
struct ProgressCheck {
  let edges: TransitionList
  let findings: [Findings]

  /// The first state with the condition from which no state with the predicate can be reached.
  ///
  /// - Complexity: O(states + transitions).
  func firstStuck(_ property: Int) -> (first: Int, count: Int)? {
    firstStuck(from: { findings[$0].applies(property) }, to: { findings[$0].holds(property) })
  }

  /// The first of some states from which no goal can be reached.
  func firstStuck(
    from isStart: (Int) -> Bool, to isGoal: (Int) -> Bool
  ) -> (first: Int, count: Int)? {
    let reaches = reaching { isGoal($0) || !edges.isKnown($0) }
    let stuck = findings.indices.filter { isStart($0) && !reaches[$0] }
    return stuck.first.map { ($0, stuck.count) }
  }

  /// The states from which a chosen state can be reached.
  private func reaching(_ isGoal: (Int) -> Bool) -> [Bool] {
    let sources = reversed
    var reaches = Array(repeating: false, count: findings.count)
    var waiting = findings.indices.filter(isGoal)
    for state in waiting { reaches[state] = true }
    while let state = waiting.popLast() {
      for source in sources.successors(of: state) where !reaches[Int(source)] {
        reaches[Int(source)] = true
        waiting.append(Int(source))
      }
    }
    return reaches
  }

  private var reversed: TransitionList {
    let count = findings.count
    var starts = Array(repeating: UInt32(0), count: count + 1)
    for target in edges.targets where target != TransitionList.new { starts[Int(target) + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    var next = starts
    var sources = Array(repeating: UInt32(0), count: Int(starts[count]))
    for state in 0..<count {
      for target in edges.successors(of: state) where target != TransitionList.new {
        sources[Int(next[Int(target)])] = UInt32(state)
        next[Int(target)] += 1
      }
    }
    let counts = (0..<count).map { starts[$0 + 1] - starts[$0] }
    return TransitionList(starts: Array(starts.dropLast()), counts: counts, targets: sources)
  }
}

// MARK: - Inevitability

/// An action of a state, as fairness sees it.
struct FairAction {
  /// The action; its description is the command in reports.
  let command: AnyHashable
  /// The names under which it is taken at some time, if one of them stays possible; none if nobody has to take it.
  let names: [AnyHashable]
}

extension ProgressCheck {
  /// A run that avoids a predicate: the state with the condition, the way on, and the loop if it has one.
  struct Escape {
    /// The state with the condition.
    let start: Int
    /// The states after it, to the end or to the loop.
    let path: [Int]
    /// The states of the loop after the last of the path; empty when the run ends there.
    let loop: [Int]
  }

  /// A fair run that avoids the predicate of a property after its condition.
  ///
  /// Such a run ends in a state without actions, or stays in a strongly connected part where every
  /// action is taken or impossible somewhere: the run can go round the whole part for ever. Where nobody
  /// has to act, a run also ends in a state in which nothing happens by itself.
  ///
  /// - Parameter actions: the actions that are possible in a state, one for each successor, and those of them
  ///   that are taken at some time if they stay possible.
  func escape(_ property: Int, actions: (Int) -> [FairAction]) -> Escape? {
    let avoids = findings.indices.map { !findings[$0].holds(property) }
    let parts = Components(of: edges, count: findings.count) { avoids[$0] }.parts
    var end: [Int: [Int]] = [:]
    for part in parts {
      if isTrap(part, actions) { for state in part { end[state] = part } }
      for state in part where edges.isKnown(state) && isEnd(state, actions) { end[state] = [state] }
    }
    guard !end.isEmpty else { return nil }
    for start in findings.indices where findings[start].applies(property) && avoids[start] {
      if let path = path(from: start, within: avoids, to: { end[$0] != nil }) {
        let last = path.last ?? start
        return Escape(start: start, path: path, loop: loop(from: last, in: end[last] ?? []))
      }
    }
    return nil
  }

  private func isTrap(_ part: [Int], _ actions: (Int) -> [FairAction]) -> Bool {
    guard part.allSatisfy(edges.isKnown) else { return false }
    let inside = Set(part)
    let hasStep = part.contains { state in
      edges.successors(of: state).contains { inside.contains(Int($0)) }
    }
    guard hasStep else { return part.count == 1 && isEnd(part[0], actions) }
    // An action that is possible in every state must be taken inside, or avoiding it is unfair.
    var always: Set<AnyHashable>?
    var taken: Set<AnyHashable> = []
    for state in part {
      let possible = actions(state)
      let names = Set(possible.flatMap(\.names))
      always = always.map { $0.intersection(names) } ?? names
      for (action, target) in zip(possible, edges.successors(of: state))
      where inside.contains(Int(target)) {
        taken.formUnion(action.names)
      }
    }
    return (always ?? []).isSubset(of: taken)
  }

  /// True if a run may end in a state.
  private func isEnd(_ state: Int, _ actions: (Int) -> [FairAction]) -> Bool {
    actions(state).allSatisfy(\.names.isEmpty)
  }

  private func path(
    from start: Int, within allowed: [Bool], to isGoal: (Int) -> Bool
  ) -> [Int]? {
    if isGoal(start) { return [] }
    var parents: [Int: Int] = [start: start]
    var waiting = [start]
    var position = 0
    while position < waiting.count {
      let state = waiting[position]
      position += 1
      for target in edges.successors(of: state).map(Int.init)
      where target < allowed.count && allowed[target] && parents[target] == nil {
        parents[target] = state
        if isGoal(target) { return Self.way(to: target, from: start, parents) }
        waiting.append(target)
      }
    }
    return nil
  }

  private static func way(to goal: Int, from start: Int, _ parents: [Int: Int]) -> [Int] {
    var way = [goal]
    while let parent = parents[way[way.count - 1]], parent != start { way.append(parent) }
    return way.reversed()
  }

  /// The shortest way from a state of a part back to it.
  private func loop(from state: Int, in part: [Int]) -> [Int] {
    var inside = Array(repeating: false, count: findings.count)
    for member in part { inside[member] = true }
    for first in edges.successors(of: state).map(Int.init)
    where first < inside.count && inside[first] {
      if first == state { return [state] }
      if let rest = path(from: first, within: inside, to: { $0 == state }) { return [first] + rest }
    }
    return []
  }
}

/// The strongly connected parts of a graph. Source: Tarjan's algorithm, without recursion.
private struct Components {
  private(set) var parts: [[Int]] = []

  init(of edges: TransitionList, count: Int, where isIncluded: (Int) -> Bool) {
    var index = Array(repeating: -1, count: count)
    var low = Array(repeating: 0, count: count)
    var isOnStack = Array(repeating: false, count: count)
    var stack: [Int] = []
    var next = 0
    for root in 0..<count where index[root] < 0 && isIncluded(root) {
      var work: [(state: Int, edge: Int)] = [(root, 0)]
      while let (state, edge) = work.last {
        if edge == 0 {
          (index[state], low[state], isOnStack[state]) = (next, next, true)
          next += 1
          stack.append(state)
        }
        let successors = edges.successors(of: state)
        if edge < successors.count {
          work[work.count - 1].edge = edge + 1
          let target = Int(successors[successors.startIndex + edge])
          guard target < count, isIncluded(target) else { continue }
          if index[target] < 0 {
            work.append((target, 0))
          } else if isOnStack[target] {
            low[state] = min(low[state], index[target])
          }
        } else {
          work.removeLast()
          if let parent = work.last?.state { low[parent] = min(low[parent], low[state]) }
          guard low[state] == index[state] else { continue }
          var part: [Int] = []
          while let member = stack.popLast() {
            isOnStack[member] = false
            part.append(member)
            if member == state { break }
          }
          parts.append(part.sorted())
        }
      }
    }
  }
}
