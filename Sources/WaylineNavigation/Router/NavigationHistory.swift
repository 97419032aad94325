/// The earlier states of a scene: the past for `undo`, and the screens that `back` ended.
///
/// States share their trails with each other, so an entry costs the same at any depth.
struct NavigationHistory: Sendable {
  /// The number of steps stored in each direction.
  static let limit = 100

  /// The states before each navigation, oldest first.
  private(set) var past: [NavigationState] = []
  /// The states that `undo` left, the next one last.
  private(set) var future: [NavigationState] = []
  /// The states that `back` left, the next one last.
  private(set) var ahead: [NavigationState] = []

  /// A verb that returns to an earlier state.
  enum Direction: Hashable, Sendable {
    case undo, redo, forward
  }

  /// The effect of a navigation on the history.
  enum Record: Hashable, Sendable {
    case nothing, navigation, back, reset
    case recall(Direction)
  }

  /// The states to which a direction leads, the next one last.
  subscript(direction: Direction) -> [NavigationState] {
    switch direction {
    case .undo: past
    case .redo: future
    case .forward: ahead
    }
  }

  /// Records a committed navigation that began at a state.
  mutating func record(_ record: Record, from before: NavigationState) {
    switch record {
    case .nothing: break
    case .reset: self = NavigationHistory()
    case .navigation:
      Self.store(before, in: &past)
      if !future.isEmpty { future = [] }
      if !ahead.isEmpty { ahead = [] }
    case .back:
      Self.store(before, in: &past)
      Self.store(before, in: &ahead)
      future = []
    case .recall(.forward):
      ahead.removeLast()
      Self.store(before, in: &past)
      future = []
    case .recall(.undo):
      past.removeLast()
      Self.store(before, in: &future)
      ahead = []
    case .recall(.redo):
      future.removeLast()
      Self.store(before, in: &past)
      ahead = []
    }
  }

  /// Removes the next states of a direction, which lead nowhere.
  mutating func removeLast(_ count: Int, of direction: Direction) {
    switch direction {
    case .undo: past.removeLast(count)
    case .redo: future.removeLast(count)
    case .forward: ahead.removeLast(count)
    }
  }

  /// The visits to which some direction leads.
  /// - Complexity: O(screens of all states).
  var entries: Set<NavigationEntry.ID> {
    Set((past + future + ahead).flatMap { $0.allEntries.map(\.id) })
  }

  private static func store(_ state: NavigationState, in states: inout [NavigationState]) {
    if states.count == limit { states.removeFirst() }
    states.append(state)
  }
}

extension NavigationState {
  /// Returns an earlier state, adapted to the present one.
  ///
  /// Screens of finished flows, and those above them, stay away. The screen of a binding returns only
  /// if it is open now or can be opened again. Stacks and tab views that have appeared since, in
  /// screens that stay, begin at their roots. Marks belong to screens: a screen that is open now keeps
  /// its present marks, a screen that returns has those it had.
  func recalling(
    _ past: NavigationState, without ended: Set<NavigationEntry.ID> = [],
    reopening canReopen: (NavigationEntry) -> Bool
  ) -> NavigationState {
    var next = past
    next.nextNumber = max(nextNumber, past.nextNumber)
    if !ended.isEmpty { next.dropFlows(ended, above: self) }
    for stack in next.stacks.map(\.id) {
      next.dropBound(from: stack) { stackIndex(holding: $0.id) != nil || canReopen($0) }
    }
    for stack in stacks { next.adopt(stack) }
    for shown in tabs { next.adopt(shown) }
    if !marks.isEmpty || !next.marks.isEmpty { next.mergeMarks(of: self) }
    next.assertInvariants()
    return next
  }

  private mutating func dropFlows(
    _ ended: Set<NavigationEntry.ID>, above present: NavigationState
  ) {
    for stack in stacks {
      guard let index = index(of: stack.id) else { continue }
      let known = present.trail(of: stack.id) ?? Trail(stack.trail.first)
      let fresh = stack.trail.difference(from: known).added
      guard let first = fresh.firstIndex(where: { ended.contains($0.id) }) else { continue }
      removeLast(fresh.count - first, from: index)
    }
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

  private mutating func mergeMarks(of present: NavigationState) {
    let open = Set(present.allEntries.map(\.id))
    let stays = Set(allEntries.map(\.id)).intersection(open)
    func merged<Value>(
      _ past: [NavigationEntry.ID: Value], _ now: [NavigationEntry.ID: Value]
    ) -> [NavigationEntry.ID: Value] {
      past.filter { !open.contains($0.key) }
        .merging(now.filter { stays.contains($0.key) }) { _, new in new }
    }
    marks.intents = merged(marks.intents, present.marks.intents)
    marks.resultNames = merged(marks.resultNames, present.marks.resultNames)
    marks.checkpoints = marks.checkpoints.filter { !open.contains($0.value) }
      .merging(present.marks.checkpoints.filter { stays.contains($0.value) }) { _, new in new }
  }
}
