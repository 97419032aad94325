import WaylineGraph

/// The stacks, tab views, guards, bindings and coordinators that the views of a scene have declared.
///
/// Everything is held weakly: it lives as long as the view that declared it.
@MainActor
final class MountedScene {
  // An access calls no other code.
  /// Every type declared so far, for links and saved scenes.
  @exclusivity(unchecked) private(set) var types = RouteTypes()
  /// The types that were shown before anything declared them.
  private var shownUndeclared: Set<ObjectIdentifier> = []

  // Accesses to these variables call no other code, so they cannot overlap and need no check at run time.
  @exclusivity(unchecked) private var stacks: [NavigationState.StackID: Weak<MountedStack>] = [:]
  @exclusivity(unchecked) private var tabs: [NavigationState.TabsID: Weak<MountedTabs>] = [:]
  private var stackOrdinals: [NavigationContext: [NavigationState.StackID: Int]] = [:]
  private var tabsOrdinals: [NavigationContext: [NavigationState.TabsID: Int]] = [:]
  @exclusivity(unchecked)
  private var presenters: [PresentationOwner: Weak<BoundPresenter>] = [:]
  /// The values of bindings by the ended visits that `undo`, `redo` and `forward` may show again.
  private var kept: [NavigationEntry.ID: (item: BoundItem, place: PresenterPlace?)] = [:]
  /// True if one of the values is an object.
  private var keepsObjects = false
  /// The number of values at which those are looked for that lead nowhere.
  private var keptLimit = 64
  /// The coordinators of the views of each screen.
  @exclusivity(unchecked)
  var coordinators = WeakTable<NavigationEntry.ID, CoordinatorRegistration>()
  /// The guards that are asked when a screen is left, those of outer views first.
  @exclusivity(unchecked) var leaving = WeakTable<NavigationEntry.ID, GuardRegistration>()
  /// The guards that are asked about arrivals, those of outer views first; all under the scene.
  @exclusivity(unchecked) var entering = WeakTable<NavigationEntry.ID, GuardRegistration>()
  /// The receivers of links to no declared place; all under the scene.
  var receivers = WeakTable<NavigationEntry.ID, LinkReceiver>()
  /// The declarations that take the results of a name.
  var results = WeakTable<String, ResultRegistration>()
  private var alerts: [Weak<AlertPresenter>] = []
  /// The views that present alerts, also while they present none.
  private var alertViews: [ObjectIdentifier: Weak<AlertPresenter>] = [:]

  nonisolated init() {}
}

// MARK: - Which stack shows a route

extension MountedScene {
  /// True if the scene shows any stack.
  var hasStacks: Bool { !stacks.isEmpty }

  /// The mounted stack with an identity.
  func stack(_ id: NavigationState.StackID) -> MountedStack? { stacks[id]?.object }

  /// True if a stack shows a route. A router without screens shows every route.
  func shows(_ route: Route, on stack: NavigationState.StackID) -> Bool {
    stacks.isEmpty || self.stack(stack)?.accepts(route) == true
  }

  /// The innermost visible stack that shows a route; without one, the active stack.
  func stack(for route: Route, in state: NavigationState) -> NavigationState.StackID {
    visibleStack(showing: route, in: state) ?? state.activeStack
  }

  /// The innermost visible stack that shows a route.
  func visibleStack(showing route: Route, in state: NavigationState) -> NavigationState.StackID? {
    for index in state.chain.reversed() {
      let id = state.stacks[index].id
      if let stack = stack(id), stack.accepts(route) { return id }
    }
    return nil
  }

  /// The stacks that show a route, those that declare its type if there are any.
  ///
  /// A route that makes its own coordinator can be shown by every stack, but belongs to those that
  /// declare it.
  func stacks(showing route: Route, in state: NavigationState) -> [NavigationState.StackID] {
    let accepting = state.stacks.map(\.id).filter { stack($0)?.accepts(route) == true }
    let type = ObjectIdentifier(route.type)
    let declaring = accepting.filter { stack($0)?.declares(type) == true }
    return declaring.isEmpty ? accepting : declaring
  }

  /// The stack to which a guard redirects: that of the refused place, if it would show the new one.
  ///
  /// If it would not, and the refused place was to be shown above the present screen, a visible stack
  /// is next, so that `back` returns to that screen. The stack of the place's link is the last choice.
  func stack(
    forRedirectTo route: Route, instead refused: NavigationState.StackID?, in state: NavigationState
  ) -> NavigationState.StackID {
    if let refused, stacks(showing: route, in: state).contains(refused) { return refused }
    let isAbove = refused.map(state.visibleStacks.contains) ?? true
    let visible = isAbove ? visibleStack(showing: route, in: state) : nil
    return visible ?? stack(forLinkTo: route, in: state)
  }

  /// The stack in which a link opens: outside of sheets and covers, and visible if possible.
  ///
  /// The scene's own stack is the last choice: coordinators declared around a `NavigationStack` are
  /// for that stack.
  func stack(forLinkTo route: Route, in state: NavigationState) -> NavigationState.StackID {
    let all = stacks(showing: route, in: state)
    let inner = all.filter { $0 != .scene }
    let showing = inner.isEmpty ? all : inner
    let visible = Set(state.visibleStacks)
    let free = showing.filter { !state.isInModal($0) }
    return free.first(where: visible.contains) ?? free.first
      ?? showing.first(where: visible.contains) ?? showing.first ?? state.activeStack
  }

  /// The outcome for a route that no stack shows, and the message for the developer.
  func refusal(
    of route: Route, in state: NavigationState
  ) -> (outcome: NavigationOutcome, misuse: String) {
    let known = types.all.map(RouteTypes.name)
    let near = nearest(to: route.typeName, among: known.filter { $0 != route.typeName })
    let searched = state.visibleStacks.compactMap { describe($0, in: state) }
    return (
      .notFound(nearest: NotFound(part: route.description, kind: "declared place", nearest: near)),
      "No visible stack shows \(route.typeName): '\(route)' was not opened. "
        + (searched.isEmpty ? "" : "Searched \(searched.joined(separator: ", and ")). ")
        + advice(on: route, in: state, hasStack: !searched.isEmpty)
    )
  }

  /// The advice for a route that no visible stack shows.
  private func advice(on route: Route, in state: NavigationState, hasStack: Bool) -> String {
    let hidden = state.stacks.map(\.id).filter {
      $0 != .scene && self.stack($0)?.accepts(route) == true
    }
    if let place = hidden.lazy.compactMap({ self.location(of: $0, in: state) }).first {
      return "Open it with router.open(_:), which finds \(place) too."
    }
    if !hasStack, route.value is any CoordinatedValue {
      return "Put a NavigationStack around the view: it shows the coordinators of this type."
    }
    return "Declare it with .navigationDestination(for: \(route.typeName).self) inside the "
      + (hasStack ? "NavigationStack." : "NavigationStack that is missing around the view.")
  }

  /// A stack and the types it shows, in words.
  private func describe(_ id: NavigationState.StackID, in state: NavigationState) -> String? {
    guard id != .scene, let types = stack(id)?.shownTypes, let place = location(of: id, in: state)
    else { return nil }
    return place + ", which shows " + (types.isEmpty ? "no places" : types.joined(separator: ", "))
  }

  /// The location of a stack, in words.
  private func location(
    of id: NavigationState.StackID, in state: NavigationState
  ) -> String? {
    switch stack(id)?.parent {
    case nil: return stack(id).map { _ in "the stack of the scene" }
    case .entry(.scene): return "the stack in the first screen"
    case .tab(_, let tag): return "the stack in the tab '\(tag)'"
    case .entry(let entry):
      let route = state.allEntries.first { $0.id == entry }?.route
      return "the stack in " + (route.map { "'\($0)'" } ?? "a screen without a name")
    }
  }

  func declare(_ type: any (Hashable & Sendable).Type) { types.insert(type) }

  /// True if the type of a route is new to the scene; it is then known to have been shown.
  func showsFirst(_ route: Route) -> Bool {
    hasStacks && !types.contains(route.type)
      && shownUndeclared.insert(ObjectIdentifier(route.type)).inserted
  }

  /// Reports a screen that a saved session cannot restore, because no view below it declares its type.
  ///
  /// A stack shows a route that makes its own coordinator without a declaration, but a saved session
  /// is read by the types that are declared when the screen is to be made.
  func reportIfUndeclared(
    _ entry: NavigationEntry, in state: NavigationState, unsaved: Set<NavigationEntry.ID>
  ) {
    guard let route = entry.route, state.isSaved(entry.id, except: unsaved) else { return }
    let type = ObjectIdentifier(route.type)
    let isDeclared = state.stacks.contains { stack in
      // A stack inside the screen exists only after the screen.
      let isInside = state.parent(of: stack).map { state.visits(from: $0).contains(entry.id) }
      return isInside != true && self.stack(stack.id)?.declares(type) == true
    }
    guard !isDeclared else { return }
    Misuse.report(
      "The screen of '\(route)' is open, but no view below it declares \(route.typeName): a saved "
        + "session cannot restore it. Declare it with .coordinators(for: \(route.typeName).self) on "
        + "the NavigationStack.")
  }
}

// MARK: - Stacks and tab views

extension MountedScene {
  /// Returns the first position that is free among the stacks of a parent.
  func nextStackOrdinal(in parent: NavigationContext) -> Int {
    Self.firstFree(stackOrdinals[parent]?.values)
  }

  /// Returns the first position that is free among the tab views of a parent.
  func nextTabsOrdinal(in parent: NavigationContext) -> Int {
    Self.firstFree(tabsOrdinals[parent]?.values)
  }

  private static func firstFree(_ taken: (some Collection<Int>)?) -> Int {
    guard let taken else { return 0 }
    return (0...taken.count).first { !taken.contains($0) } ?? 0
  }

  func add(_ stack: MountedStack) {
    stacks[stack.id] = Weak(stack)
    if let parent = stack.parent { stackOrdinals[parent, default: [:]][stack.id] = stack.ordinal }
  }

  func remove(_ stack: NavigationState.StackID, in parent: NavigationContext?) {
    stacks[stack] = nil
    guard let parent else { return }
    stackOrdinals[parent]?[stack] = nil
    if stackOrdinals[parent]?.isEmpty == true { stackOrdinals[parent] = nil }
  }

  func add(_ shown: MountedTabs, as id: NavigationState.TabsID, in parent: NavigationContext) {
    tabs[id] = Weak(shown)
    tabsOrdinals[parent, default: [:]][id] = shown.ordinal
  }

  func remove(_ id: NavigationState.TabsID, in parent: NavigationContext) {
    tabs[id] = nil
    tabsOrdinals[parent]?[id] = nil
    if tabsOrdinals[parent]?.isEmpty == true { tabsOrdinals[parent] = nil }
  }

  /// Marks all tab views as stale after the selection of one has changed.
  func tabsDidChange() {
    for shown in tabs.values { shown.object?.didChange() }
  }

  /// Writes the selections to the bindings of all tab views.
  func tabsWriteBack() {
    for shown in tabs.values { shown.object?.writeBack() }
  }
}

// MARK: - Bindings and alerts

extension MountedScene {
  /// The view of a binding.
  func view(_ source: BoundSource) -> (any BoundView)? {
    switch source {
    case .presentation(let owner): presenter(owner)
    case .path(let id): stack(id)
    case .tabs(let id): tabs[id]?.object
    }
  }

  /// True if any view presents screens by a binding.
  var hasPresenters: Bool { !presenters.isEmpty }

  /// The presenter of a binding.
  func presenter(_ owner: PresentationOwner) -> BoundPresenter? { presenters[owner]?.object }

  /// True if any value of an ended visit is kept.
  var keepsItems: Bool { !kept.isEmpty }

  /// The presenter of the binding that owns a screen, or the one that stands in its place now.
  func presenter(of entry: NavigationEntry) -> BoundPresenter? {
    guard case .binding(let owner) = entry.owner else { return nil }
    return presenter(owner) ?? kept[entry.id]?.place.flatMap { presenter(at: $0) }
  }

  /// The presenter at a place.
  func presenter(at place: PresenterPlace) -> BoundPresenter? {
    presenters.values.lazy.compactMap(\.object).first { $0.place == place }
  }

  /// True if a binding can present again what it presented in a visit: its view is shown, or returns
  /// with its screen.
  ///
  /// - Parameters:
  ///   - next: the state that is to be shown.
  ///   - present: the state that is shown now.
  func canReopen(
    _ entry: NavigationEntry, in next: NavigationState, from present: NavigationState
  ) -> Bool {
    guard let value = kept[entry.id] else { return false }
    if presenter(of: entry) != nil { return true }
    guard let context = value.place?.context else { return false }
    return next.contains(context) && !present.contains(context)
  }

  /// The value that a binding presented in an ended visit.
  func keptItem(of entry: NavigationEntry.ID) -> BoundItem? { kept[entry]?.item }

  /// The value that a binding presented in an ended visit, and the place of its view.
  func keptValue(of entry: NavigationEntry.ID) -> (item: BoundItem, place: PresenterPlace)? {
    guard let value = kept[entry], let place = value.place else { return nil }
    return (value.item, place)
  }

  /// Keeps the value that a binding has presented in a visit.
  func keep(_ item: BoundItem, of entry: NavigationEntry.ID, at place: PresenterPlace?) {
    kept[entry] = (item, place)
    if item.isObject { keepsObjects = true }
  }

  /// Discards the values of visits to which no direction of the history leads, when there are many, and
  /// objects as soon as neither `redo` nor `forward` leads anywhere.
  ///
  /// - Complexity: amortized O(screens of a recorded state).
  func discardValues(unlessIn history: NavigationHistory) {
    guard !kept.isEmpty else { return }
    if history.isEmpty { kept = [:] }
    if keepsObjects, history.future.isEmpty, history.ahead.isEmpty {
      kept = kept.filter { !$0.value.item.isObject }
      keepsObjects = false
    }
    guard kept.count >= keptLimit else { return }
    let entries = history.entries
    kept = kept.filter { entries.contains($0.key) }
    keptLimit = max(64, 2 * kept.count)
  }

  func add(_ presenter: BoundPresenter) { presenters[presenter.owner] = Weak(presenter) }

  func remove(_ owner: PresentationOwner) {
    presenters[owner] = nil
  }

  /// The view of an alert at a place.
  func alert(at place: PresenterPlace) -> AlertPresenter? {
    alertViews.values.lazy.compactMap(\.object).first { $0.place == place }
  }

  func addView(_ alert: AlertPresenter) { alertViews[ObjectIdentifier(alert)] = Weak(alert) }

  func removeView(_ alert: ObjectIdentifier) { alertViews[alert] = nil }

  /// The alert or dialog that is presented above all others.
  func topmostAlert(in state: NavigationState) -> AlertPresenter? {
    alerts.last { $0.object?.isPresented(in: state) == true }?.object
  }

  func add(_ alert: AlertPresenter) {
    remove(alert)
    alerts.append(Weak(alert))
  }

  func remove(_ alert: AlertPresenter) {
    alerts.removeAll { $0.object == nil || $0.object === alert }
  }
}

// MARK: - Guards, results and coordinators

extension MountedScene {
  /// True if any guard is mounted.
  var hasGuards: Bool { !entering.isEmpty || !leaving.isEmpty }

  /// The coordinators that handle actions, in the order of the visits; of one visit the inner first.
  func coordinators(of visits: [NavigationEntry.ID]) -> [any FlowCoordinator] {
    visits.flatMap { coordinators[$0].reversed().compactMap(\.coordinator) }
  }

  /// The declaration that takes the result of a name: of the nearest visit, else the last one.
  func result(of name: String, below visits: [NavigationEntry.ID]) -> ResultRegistration? {
    let named = results[name]
    for visit in visits {
      if let near = named.last(where: { $0.entry == visit }) { return near }
    }
    return named.last
  }
}

/// A reference that does not retain its object.
///
/// A class, since a weak reference is slow to copy, and a reference to this object is not.
final class Weak<Object: AnyObject> {
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}

/// Objects by a key, in the order in which they were added; none is retained.
struct WeakTable<Key: Hashable, Object: AnyObject> {
  private var objects: [Key: [Weak<Object>]] = [:]

  var isEmpty: Bool { objects.isEmpty }

  subscript(key: Key) -> [Object] { objects[key]?.compactMap(\.object) ?? [] }

  mutating func add(_ object: Object, for key: Key) {
    objects[key, default: []].append(Weak(object))
  }

  /// Removes the objects of a key that no longer exist.
  mutating func purge(_ key: Key) { remove(nil, for: key) }

  /// Removes an object of a key, and those that no longer exist.
  mutating func remove(_ object: Object?, for key: Key) {
    objects[key]?.removeAll { $0.object == nil || $0.object === object }
    if objects[key]?.isEmpty == true { objects[key] = nil }
  }
}
