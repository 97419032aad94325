/// The earlier states of a scene: the past for `undo`, and the screens that `back` ended.
///
/// States share their trails with each other, so an entry costs the same at any depth.
struct NavigationHistory: Sendable {
  /// The number of steps stored in each direction.
  static let limit = 100

  /// A state that a navigation left, and the time of the navigation.
  struct Step: Sendable {
    let state: NavigationState
    let time: Int
  }

  /// The states before each navigation, oldest first.
  private(set) var past: [Step] = []
  /// The states that `undo` left, the next one last.
  private(set) var future: [Step] = []
  /// The states that `back` left, the next one last.
  private(set) var ahead: [Step] = []
  /// The number of the action that recorded the last navigation.
  var action: Int?
  /// The times of the recorded navigations, which only grow.
  private(set) var clock = NavigationClock()

  /// A verb that returns to an earlier state.
  enum Direction: Hashable, Sendable {
    case undo, redo, forward
  }

  /// The effect of a navigation on the history.
  enum Record: Hashable, Sendable {
    case nothing, navigation, back, reset
    /// A part of the step that the same action has recorded.
    case joined
    case recall(Direction)
  }

  /// The states to which a direction leads, the next one last.
  subscript(direction: Direction) -> [Step] {
    switch direction {
    case .undo: past
    case .redo: future
    case .forward: ahead
    }
  }

  /// Records a committed navigation that began at a state.
  mutating func record(_ record: Record, from before: NavigationState) {
    if record == .joined { (future, ahead) = ([], []) }
    guard record != .nothing, record != .joined else { return }
    clock.advance(by: record)
    let step = Step(state: before, time: clock.now)
    switch record {
    case .nothing, .joined: break
    case .reset: (past, future, ahead) = ([], [], [])
    case .navigation:
      Self.store(step, in: &past)
      if !future.isEmpty { future = [] }
      if !ahead.isEmpty { ahead = [] }
    case .back:
      Self.store(step, in: &past)
      Self.store(step, in: &ahead)
      future = []
    case .recall(.forward):
      ahead.removeLast()
      Self.store(step, in: &past)
      future = []
    case .recall(.undo):
      past.removeLast()
      Self.store(step, in: &future)
      ahead = []
    case .recall(.redo):
      future.removeLast()
      Self.store(step, in: &past)
      ahead = []
    }
  }

  /// Makes the last navigations one step that began in a visit: `undo` returns to the state before it.
  ///
  /// The step has the time of the last one, so that later edits stay later. The oldest state stays.
  mutating func joinSteps(showing entry: NavigationEntry.ID) {
    guard let last = past.last else { return }
    let count = past.reversed().prefix { $0.state.stackIndex(holding: entry) != nil }.count
    guard count > 0 else { return }
    past.removeLast(min(count, past.count - 1))
    past[past.count - 1] = Step(state: past[past.count - 1].state, time: last.time)
  }

  /// Removes the next states of a direction, which lead nowhere.
  mutating func removeLast(_ count: Int, of direction: Direction) {
    switch direction {
    case .undo: past.removeLast(count)
    case .redo: future.removeLast(count)
    case .forward: ahead.removeLast(count)
    }
  }

  /// True if no direction leads anywhere.
  var isEmpty: Bool { past.isEmpty && future.isEmpty && ahead.isEmpty }

  /// The visits to which some direction leads.
  /// - Complexity: O(screens of all states).
  var entries: Set<NavigationEntry.ID> {
    Set((past + future + ahead).flatMap { $0.state.allEntries.map(\.id) })
  }

  private static func store(_ step: Step, in steps: inout [Step]) {
    if steps.count == limit { steps.removeFirst() }
    steps.append(step)
  }
}

/// The times of a scene, counted in recorded navigations: they order edits among navigations.
package struct NavigationClock: Hashable, Sendable {
  /// The number of navigations so far, `undo` and `redo` included.
  package var now = 0
  /// The time of the last navigation that was neither `undo` nor `redo`.
  package var newest = 0

  /// The clock of a scene without navigations.
  package init() {}

  fileprivate mutating func advance(by record: NavigationHistory.Record) {
    now += 1
    if record != .recall(.undo), record != .recall(.redo) { newest = now }
  }
}

extension NavigationState {
  /// Returns an earlier state, adapted to the present one.
  ///
  /// Screens of finished flows, and those above them, stay away. The screen of a binding returns only
  /// if it is open now or can be opened again, also together with the screen that has its view. Stacks and tab views that have appeared since, in
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
