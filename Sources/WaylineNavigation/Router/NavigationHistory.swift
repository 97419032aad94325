/// Where a scene has been: the past for `undo`, and what `back` has left for `forward`.
///
/// States share their trails with each other, so an entry costs the same at any depth.
struct NavigationHistory: Sendable {
  /// How many steps are kept in each direction.
  static let limit = 100

  /// The states before each navigation, oldest first.
  private(set) var past: [NavigationState] = []
  /// The states that `undo` has left, the next one last.
  private(set) var future: [NavigationState] = []
  /// The states that `back` has left, the next one last.
  private(set) var ahead: [NavigationState] = []

  /// A navigation has happened: there is nothing ahead any more.
  mutating func record(_ before: NavigationState) {
    keep(before, in: \.past)
    if !future.isEmpty { future = [] }
    if !ahead.isEmpty { ahead = [] }
  }

  /// `back` has happened, and can be taken back by `forward`.
  mutating func recordBack(_ before: NavigationState) {
    let left = ahead
    record(before)
    ahead = left
    keep(before, in: \.ahead)
  }

  /// `forward` has happened.
  mutating func recordForward(_ before: NavigationState) {
    var left = ahead
    left.removeLast()
    record(before)
    ahead = left
  }

  /// `undo` has happened.
  mutating func recordUndo(_ before: NavigationState) {
    past.removeLast()
    keep(before, in: \.future)
    ahead = []
  }

  /// `redo` has happened.
  mutating func recordRedo(_ before: NavigationState) {
    future.removeLast()
    keep(before, in: \.past)
    ahead = []
  }

  /// The visits to which some direction leads.
  /// - Complexity: O(screens of all states).
  var entries: Set<NavigationEntry.ID> {
    Set((past + future + ahead).flatMap { $0.allEntries.map(\.id) })
  }

  /// The last state of a direction leads nowhere.
  mutating func forgetLast(of direction: KeyPath<Self, [NavigationState]>) {
    switch direction {
    case \.past: past.removeLast()
    case \.future: future.removeLast()
    default: ahead.removeLast()
    }
  }

  private mutating func keep(
    _ state: NavigationState, in direction: WritableKeyPath<Self, [NavigationState]>
  ) {
    self[keyPath: direction].append(state)
    if self[keyPath: direction].count > Self.limit { self[keyPath: direction].removeFirst() }
  }
}

extension NavigationState {
  /// A state of the past made fit for the present.
  ///
  /// What a binding showed then comes back only if it is shown now or can be shown again; stacks
  /// and tab views that have appeared since, in screens that stay, start at their roots.
  func recalling(
    _ past: NavigationState, reopening canReopen: (NavigationEntry) -> Bool
  ) -> NavigationState {
    var next = past
    next.nextNumber = max(nextNumber, past.nextNumber)
    for stack in past.stacks.map(\.id) {
      next.dropBound(from: stack) { stackIndex(holding: $0.id) != nil || canReopen($0) }
    }
    for stack in stacks { next.adopt(stack) }
    for shown in tabs { next.adopt(shown) }
    next.assertInvariants()
    return next
  }

  private mutating func dropBound(
    from stack: StackID, unless stays: (NavigationEntry) -> Bool
  ) {
    guard let index = index(of: stack), stacks[index].trail.boundCount > 0 else { return }
    let kept = stacks[index].trail.reversed().prefix { !$0.isBound || stays($0) }.count
    removeLast(stacks[index].trail.count - kept, from: index)
  }

  private mutating func adopt(_ stack: Stack) {
    guard index(of: stack.id) == nil, let parent = stack.parent, contains(parent) else { return }
    var fresh = stack
    fresh.trail = Trail(stack.trail.first)
    stacks.append(fresh)
  }

  private mutating func adopt(_ shown: Tabs) {
    guard !tabs.contains(where: { $0.id == shown.id }), contains(shown.parent) else { return }
    tabs.append(shown)
  }

  /// A state of the past without the screens of flows that have told their ending, and without what
  /// lay above them.
  func without(_ ended: Set<NavigationEntry.ID>, above present: NavigationState) -> Self {
    guard !ended.isEmpty else { return self }
    var rest = self
    for stack in stacks {
      guard let index = rest.index(of: stack.id) else { continue }
      let known = present.trail(of: stack.id) ?? Trail(stack.trail.first)
      let fresh = stack.trail.difference(from: known).added
      guard let first = fresh.firstIndex(where: { ended.contains($0.id) }) else { continue }
      rest.removeLast(fresh.count - first, from: index)
    }
    return rest
  }

  /// Whether a screen, or a tab of a tab view, is part of the state.
  func contains(_ context: NavigationContext) -> Bool {
    switch context {
    case .entry(let entry): stackIndex(holding: entry) != nil
    case .tab(let id, let tag): tabs.contains { $0.id == id && $0.tags.contains(tag) }
    }
  }
}
