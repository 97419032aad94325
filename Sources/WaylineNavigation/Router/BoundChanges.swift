import WaylineGraph

/// A view whose binding and the navigation state follow each other.
///
/// The binding reads what is shown, whoever requested it and however long a guard takes: while a
/// request is queued or undecided it reads the old value.
@MainActor
protocol BoundView: AnyObject {
  /// The change that the binding requests; nil while it reads what is shown.
  var requestedChange: BoundChange? { get }
  /// Writes what is shown to the binding, unless it reads that, or a newer value of the program.
  func writeBack()
}

/// A binding of the program that requests navigations.
enum BoundSource: Hashable {
  /// The binding of a modifier that presents screens.
  case presentation(PresentationOwner)
  /// The array of a stack with a path.
  case path(NavigationState.StackID)
  /// The selection of a tab view.
  case tabs(NavigationState.TabsID)
}

/// A navigation that a binding requests: to show, replace or end a screen, to set a path, or to
/// select a tab.
struct BoundChange {
  typealias Step = (inout NavigationState) -> NavigationOutcome

  let source: BoundSource
  /// The screen or tab that contains the view of the binding, and ends with it.
  let context: NavigationContext
  /// Ends what the binding shows no longer.
  var end: Step?
  /// Opens what the binding shows from now on.
  var open: Step?
  /// The value of the binding, for a screen that is shown.
  var item: BoundItem?
}

extension NavigationState {
  /// Carries out the changes of several bindings as one, whatever their order.
  ///
  /// What they end is ended before anything opens. A change whose view has ended has no effect.
  ///
  /// - Parameter reopen: opens the screens again that the changes have ended and should not.
  mutating func follow(
    _ changes: [BoundChange], reopening reopen: (inout NavigationState) -> Void
  ) -> NavigationOutcome {
    let before = self
    var outcomes = changes.map { follow($0, by: $0.end) }
    reopen(&self)
    outcomes += changes.map { follow($0, by: $0.open) }
    if !isEquivalent(to: before) { return .completed }
    return outcomes.first { $0 != .completed } ?? .duplicate
  }

  private mutating func follow(
    _ change: BoundChange, by step: BoundChange.Step?
  ) -> NavigationOutcome {
    guard let step else { return .completed }
    return contains(change.context) ? step(&self) : .unhandled
  }

  /// Ends the lowest screen of a stack that a path does not hold, and those above it.
  ///
  /// - Parameter opened: the screens of verbs of the same action, which stay.
  mutating func end(
    outside path: [Route], on stack: StackID, keeping opened: VisitSet
  ) -> NavigationOutcome {
    guard let index = index(of: stack) else { return .unhandled }
    let excess = match(path, on: index, keeping: opened).excess
    return removeLast(excess, from: index) == 0 ? .duplicate : .completed
  }

  /// Opens the places of a path that a stack does not show.
  mutating func open(
    _ path: [Route], on stack: StackID, keeping opened: VisitSet
  ) -> NavigationOutcome {
    guard let index = index(of: stack) else { return .unhandled }
    let missing = path[match(path, on: index, keeping: opened).common...]
    for route in missing { append(route, as: .push, to: index) }
    return missing.isEmpty ? .duplicate : .completed
  }

  /// The number of places that a path and a stack have in common, and of the screens from the first
  /// that the path does not hold. Screens of bindings are not in the path.
  private func match(
    _ path: [Route], on index: Int, keeping opened: VisitSet
  ) -> (common: Int, excess: Int) {
    let present = stacks[index].trail.reversed().dropFirst()
    var common = 0
    for (height, entry) in present.enumerated() where !entry.isBound {
      if common < path.count, entry.route == path[common] {
        common += 1
      } else if !opened.contains(entry.id) {
        return (common, present.count - height)
      }
    }
    return (common, 0)
  }

  /// Opens screens of another state again that have ended since, each with its contents.
  ///
  /// - Parameter home: returns the stack for a screen whose own stack has ended; nil to leave it out.
  mutating func reopen(
    _ ended: [NavigationEntry], of other: NavigationState,
    on home: (NavigationEntry, NavigationState) -> StackID?
  ) {
    for entry in ended where stackIndex(holding: entry.id) == nil {
      let own = other.stack(holding: entry.id).flatMap { index(of: $0) }
      guard let index = own ?? home(entry, self).flatMap({ index(of: $0) }),
        case let top = stacks[index].trail.last, !top.isDuplicate(of: entry),
        top.id.number < entry.id.number
      else { continue }
      stacks[index].trail.append(entry)
      resumeContents(of: entry.id, from: other)
    }
  }

  /// Takes over the stacks, tab views and marks of a screen.
  private mutating func resumeContents(of entry: NavigationEntry.ID, from other: NavigationState) {
    for stack in other.stacks where index(of: stack.id) == nil {
      if let parent = stack.parent, contains(parent) { stacks.append(stack) }
    }
    for shown in other.tabs where !tabs.contains(where: { $0.id == shown.id }) {
      if contains(shown.parent) { tabs.append(shown) }
    }
    guard !other.marks.isEmpty else { return }
    marks.intents[entry] = other.marks.intents[entry]
    marks.resultNames[entry] = other.marks.resultNames[entry]
    marks.checkpoints.merge(other.marks.checkpoints.filter { $0.value == entry }) { own, _ in own }
  }
}

extension NavigationEntry {
  /// True if one of two neighbours shows nothing that the other does not.
  fileprivate func isDuplicate(of other: NavigationEntry) -> Bool {
    guard let route, route == other.route, !route.allowsDuplicates else { return false }
    return presentation == other.presentation
  }
}

extension BoundChange {
  /// The owner of the screen of the binding; nil for a path and a selection.
  var owner: NavigationEntry.Owner? {
    if case .presentation(let owner) = source { .binding(owner) } else { nil }
  }
}

// MARK: - One action

/// The navigations of one action, or of one update, that its end joins.
///
/// A verb is carried out when it is called. The bindings that the action writes are known when the
/// bodies have run that read them: their changes are one navigation, and the screens that the verbs
/// have opened stay open, whatever the bindings end. Until then nobody sees those screens.
struct JoinedRequests {
  /// The bindings that may request a change, in the order of their views.
  fileprivate var sources: [BoundSource] = []
  /// The bindings whose views have left.
  fileprivate var ended: [PresentationOwner] = []
  /// The screens that verbs have opened.
  fileprivate(set) var unshown = VisitSet()
  /// The stacks and tab views that have to be brought up to date.
  fileprivate var stacks: [NavigationState.StackID] = []
  fileprivate var changesTabs = false
  /// The requests that wait for the screens of verbs before them, which declare their places.
  var waiting: [NavigationTransaction] = []
  /// The screens of bindings whose views return with the screens below.
  fileprivate var returning: [ReturningScreen] = []
  fileprivate var isDue = false

  nonisolated init() {}
}

/// A set of visits. Visits are numbered in the order in which they begin, so that adding the newest one is
/// an append.
struct VisitSet {
  /// The numbers of the visits, in ascending order.
  private var numbers: [Int] = []

  var isEmpty: Bool { numbers.isEmpty }

  /// - Complexity: O(log(visits)).
  func contains(_ visit: NavigationEntry.ID) -> Bool {
    let index = index(of: visit.number)
    return index < numbers.count && numbers[index] == visit.number
  }

  /// - Complexity: O(1) for the newest visit, O(visits) for another one.
  mutating func insert(_ visit: NavigationEntry.ID) {
    let index = index(of: visit.number)
    guard index == numbers.count || numbers[index] != visit.number else { return }
    numbers.insert(visit.number, at: index)
  }

  mutating func removeAll() { numbers.removeAll(keepingCapacity: numbers.count < 16) }

  /// The position of a visit, or the one at which it is inserted.
  private func index(of visit: Int) -> Int {
    guard let last = numbers.last, visit <= last else { return numbers.count }
    var (low, high) = (0, numbers.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < visit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Router {
  /// True if a request has to wait until the screens are shown that verbs before it have opened: one
  /// of them may declare its place, or the place of a request that waits already.
  func mustWait(_ request: NavigationTransaction.Request, to plan: NavigationPlan) -> Bool {
    if !joined.waiting.isEmpty, request.changes.isEmpty {
      return request.isJoined(with: joined.waiting[0].request)
    }
    return plan.isUndeclared && !joined.unshown.isEmpty
  }

  /// Notes that a binding may request a change.
  func noteChange(of source: BoundSource) {
    if !joined.sources.contains(source) { joined.sources.append(source) }
    joinSoon()
  }

  /// Notes that the view of a binding has left: no guard can keep the screen that it presents.
  func noteEnd(of owner: PresentationOwner) {
    guard stored.entry(of: owner) != nil, graph != nil else { return }
    joined.ended.append(owner)
    joinSoon()
  }

  /// Marks the bodies as stale that show a change: at once those of screens that end, and those of
  /// screens that begin when the bindings of the same action are known.
  func show(_ change: NavigationChange, isJoined: Bool) {
    let opens = graph != nil && !isJoined
    if !opens || !change.left.isEmpty { stacksDidChange(change.stacks) }
    if change.changesTabs, !opens { mounted.tabsDidChange() }
    guard opens, change.changesTabs || !change.entered.isEmpty else { return }
    for entry in change.entered where !entry.isBound { joined.unshown.insert(entry.id) }
    joined.stacks += change.stacks
    if change.changesTabs { joined.changesTabs = true }
    joinSoon()
  }

  /// The entries of a stack without those that are shown at the end of the action.
  func shownTrail(of stack: NavigationState.StackID) -> Trail? {
    var trail = stored.trail(of: stack)
    guard !joined.unshown.isEmpty else { return trail }
    while let top = trail?.last, joined.unshown.contains(top.id), let below = trail?.below {
      trail = below
    }
    return trail
  }

  /// Has bindings read what is shown.
  func writeBack(_ changes: [BoundChange]) {
    for change in changes { mounted.view(change.source)?.writeBack() }
  }

  private func joinSoon() {
    guard !joined.isDue, let graph else { return }
    joined.isDue = true
    graph.beforeEffects { [reference] in reference.object?.join() }
  }

  /// Carries out the changes of the bindings as one navigation, and shows what was opened.
  private func join() {
    let (sources, ended) = (joined.sources, joined.ended)
    (joined.isDue, joined.sources, joined.ended) = (false, [], [])
    if !ended.isEmpty {
      let hidden = ended.map {
        BoundChange(
          source: .presentation($0), context: .entry(.scene),
          end: { [owner = $0] in $0.step(.hide(owner)) })
      }
      submit(.bound(hidden), recording: .nothing, cause: .binding, isGuarded: false)
    }
    let changes = sources.compactMap { mounted.view($0)?.requestedChange }
    if !changes.isEmpty { submit(.bound(changes), cause: .binding) }
    let (stacks, changesTabs) = (joined.stacks, joined.changesTabs)
    (joined.stacks, joined.changesTabs) = ([], false)
    joined.unshown.removeAll()
    stacksDidChange(stacks)
    if changesTabs { mounted.tabsDidChange() }
    presentAfterBodies()
    guard !joined.waiting.isEmpty else { return }
    graph?.beforeEffects { [weak self] in
      guard let self else { return }
      let waiting = joined.waiting
      joined.waiting = []
      resume(waiting)
    }
  }

  private func stacksDidChange(_ stacks: [NavigationState.StackID]) {
    for id in stacks { mounted.stack(id)?.didChange() }
  }
}

// MARK: - Screens that return with the views of their bindings

/// A screen of a binding that `undo`, `redo` or `forward` has opened together with the screen below, which has
/// the view of the binding.
private struct ReturningScreen {
  let entry: NavigationEntry
  let item: BoundItem
  let place: PresenterPlace
  /// The navigation that has opened it.
  let handle: NavigationHandle
}

extension Router {
  /// Notes that a screen was opened whose binding has no view yet: its screen is not made.
  func presentLater(_ entry: NavigationEntry, for handle: NavigationHandle) {
    guard let (item, place) = mounted.keptValue(of: entry.id) else { return }
    joined.returning.append(
      ReturningScreen(entry: entry, item: item, place: place, handle: handle))
  }

  private func presentAfterBodies() {
    guard !joined.returning.isEmpty else { return }
    let rounds = stored.stacks.count
    graph?.beforeEffects { [reference] in reference.object?.presentReturning(orWithin: rounds) }
  }

  /// Has the bindings present what has returned with their views, which the bodies have made by now.
  ///
  /// A screen may contain the view of the next binding. Those whose views do not return are closed.
  ///
  /// - Parameter rounds: the number of rounds of effects after which their views may still return: a stack
  ///   that returns makes its screens when the effects of its root have declared them.
  private func presentReturning(orWithin rounds: Int) {
    let screens = joined.returning
    joined.returning = []
    var others: [ReturningScreen] = []
    for screen in screens where isOpen(screen.entry.id) {
      guard let presenter = mounted.presenter(at: screen.place), !presenter.isPresenting else {
        others.append(screen)
        continue
      }
      presenter.didBegin(screen.entry, with: screen.item)
      presenter.writeBack()
      if let stack = stored.stack(holding: screen.entry.id) { stacksDidChange([stack]) }
    }
    guard !others.isEmpty else { return }
    let isNewRound = others.count < screens.count
    guard isNewRound || rounds > 0 else { return close(others) }
    joined.returning += others
    if isNewRound { return presentAfterBodies() }
    graph?.enqueueEffect { [graph, reference] in
      graph?.beforeEffects { reference.object?.presentReturning(orWithin: rounds - 1) }
    }
  }

  private func close(_ screens: [ReturningScreen]) {
    let changes = screens.compactMap { screen -> BoundChange? in
      guard case .binding(let owner) = screen.entry.owner else { return nil }
      screen.handle.passedOver.append(screen.entry.lossReason)
      return BoundChange(
        source: .presentation(owner), context: .entry(.scene), end: { $0.step(.hide(owner)) })
    }
    submit(.bound(changes), recording: .nothing, cause: .binding, isGuarded: false)
  }
}
