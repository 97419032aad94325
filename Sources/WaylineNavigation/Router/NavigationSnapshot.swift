extension Router {
  /// Brings the scene to the places of a snapshot, which may be of another scene of the program.
  ///
  /// No guard is asked and no history is kept. Visits get identities of their own. Screens that a
  /// binding showed come back with the value of the binding, which is restored apart.
  package func restore(_ snapshot: NavigationState) {
    // A screen may show a stack of its own, which exists only after the screen does.
    for _ in 0..<Self.restorationRounds {
      let goal = NavigationGoal.transform { state in
        var next = state
        next.align(with: snapshot)
        guard next.shape != state.shape else { return .duplicate }
        state = next
        return .completed
      }
      let handle = submit(goal, recording: .nothing, cause: .restoration, isGuarded: false)
      if handle.outcome != .completed { break }
    }
    history = NavigationHistory()
  }

  /// Stacks inside stacks to this depth are restored.
  private static var restorationRounds: Int { 8 }
}

extension NavigationState {
  /// Takes over the places of another state; screens that are the same in both stay.
  fileprivate mutating func align(with other: NavigationState) {
    align(stacks[0].id, with: other.stacks[0], of: other)
  }

  private mutating func align(_ stack: StackID, with target: Stack, of other: NavigationState) {
    guard let index = index(of: stack) else { return }
    let wanted = Array(target.trail.reversed())
    let present = Array(stacks[index].trail.reversed())
    let common = zip(present, wanted).prefix { mine, its in
      mine.route == its.route && mine.presentation == its.presentation
        && mine.isBound == its.isBound
    }.count
    removeLast(present.count - common, from: index)
    guard let index = self.index(of: stack) else { return }
    for entry in wanted[common...].prefix(while: { !$0.isBound }) {
      append(entry.route, as: entry.presentation, to: index)
    }
    for (mine, its) in zip(Array(stacks[index].trail.reversed()), wanted) {
      align(.entry(mine.id), with: .entry(its.id), of: other)
    }
  }

  private mutating func align(
    _ context: NavigationContext, with target: NavigationContext, of other: NavigationState
  ) {
    guard stacks.count > 1 || !tabs.isEmpty else { return }
    for its in other.stacks where its.parent == target {
      let mine = stacks.first { $0.parent == context && $0.ordinal == its.ordinal }
      if let mine { align(mine.id, with: its, of: other) }
    }
    for its in other.tabs where its.parent == target {
      guard
        let index = tabs.firstIndex(where: {
          $0.parent == context && $0.ordinal == its.ordinal && $0.tags.contains(its.selected)
        })
      else { continue }
      tabs[index].selected = its.selected
      let mine = tabs[index].id
      for tag in its.tags { align(.tab(mine, tag), with: .tab(its.id, tag), of: other) }
    }
  }
}
