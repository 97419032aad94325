/// One change of a scene's navigation.
///
/// An action without a stack applies to the active one.
public enum NavigationAction: Hashable, Sendable {
  /// Pushes a place.
  case push(Route, onto: NavigationState.StackID? = nil)
  /// Removes screens from the top, but never the root.
  case pop(Int = 1, from: NavigationState.StackID? = nil)
  /// Returns to the nearest screen that shows this place.
  case popTo(Route)
  /// Returns to this visit.
  case popToEntry(NavigationEntry.ID)
  /// Returns to the screen marked with this name.
  case popToCheckpoint(String)
  /// Returns to the root.
  case popToRoot(of: NavigationState.StackID? = nil)
  /// Replaces the top screen by a place.
  case replaceTop(Route)
  /// Makes these the places above the root; screens of a common beginning stay.
  case set([Route], on: NavigationState.StackID? = nil)
  /// Presents a place as a sheet or a cover.
  case present(
    Route, as: NavigationEntry.Presentation, in: NavigationState.StackID? = nil)
  /// Ends the topmost sheet or cover; without one, goes back one screen.
  case dismiss
  /// Ends this visit and everything above it.
  case end(NavigationEntry.ID)
  /// Ends the top screen, whatever it is, in the innermost stack that has one.
  case back(Int = 1)
  /// Selects a tab.
  case select(String, in: NavigationState.TabsID? = nil)
  /// Marks the top screen with a name.
  case checkpoint(String)
  /// Presents the value of a binding, instead of its earlier value.
  case show(
    PresentationOwner, Route?, as: NavigationEntry.Presentation, in: NavigationState.StackID)
  /// Ends the presentation of a binding and everything above it.
  case hide(PresentationOwner)
}

extension NavigationState {
  /// Performs one action and returns its outcome. Any outcome but `.completed` changed nothing.
  ///
  /// This is the whole behaviour of navigation: no screen, no clock and no guard is involved.
  @discardableResult
  public mutating func step(_ action: NavigationAction) -> NavigationOutcome {
    defer { assertInvariants() }
    return switch action {
    case .push(let route, let stack): push(route, as: .push, onto: stack)
    case .present(let route, let form, let stack): push(route, as: form, onto: stack)
    case .pop(let count, let stack): pop(count, from: stack)
    case .popTo(let route): returnTo(route)
    case .popToEntry(let entry): returnTo(entry: entry)
    case .popToCheckpoint(let name): returnTo(checkpoint: name)
    case .popToRoot(let stack): pop(.max, from: stack)
    case .replaceTop(let route): replaceTop(with: route)
    case .set(let routes, let stack): set(routes, on: stack)
    case .dismiss: endModal()
    case .end(let entry): end(entry)
    case .back(let count): goBack(count)
    case .select(let tag, let tabs): select(tag, in: tabs)
    case .checkpoint(let name): mark(name)
    case .show(let owner, let route, let form, let stack): show(owner, route, form, stack)
    case .hide(let owner): hide(owner)
    }
  }

  // MARK: Up

  private mutating func push(
    _ route: Route, as form: NavigationEntry.Presentation, onto stack: StackID?
  ) -> NavigationOutcome {
    guard let index = stack.map(index(of:)) ?? activeIndex else { return .unhandled }
    let top = stacks[index].trail.last
    if top.presentation == form || top.presentation == .root, top.route == route,
      !route.allowsDuplicates
    {
      return .duplicate
    }
    append(route, as: form == .root ? .push : form, to: index)
    return .completed
  }

  private mutating func replaceTop(with route: Route) -> NavigationOutcome {
    let index = activeIndex
    let top = stacks[index].trail.last
    guard top.presentation != .root else { return .nothingToPop }
    guard top.route != route || route.allowsDuplicates else { return .duplicate }
    removeLast(1, from: index)
    append(route, as: top.presentation, to: index)
    return .completed
  }

  private mutating func set(_ routes: [Route], on stack: StackID?) -> NavigationOutcome {
    guard let index = stack.map(index(of:)) ?? activeIndex else { return .unhandled }
    let present = stacks[index].trail.reversed().dropFirst()
    let common = zip(present, routes).prefix { $0.presentation == .push && $0.route == $1 }.count
    guard common < present.count || common < routes.count else { return .duplicate }
    removeLast(present.count - common, from: index)
    for route in routes[common...] { append(route, as: .push, to: index) }
    return .completed
  }

  private mutating func show(
    _ owner: PresentationOwner, _ route: Route?, _ form: NavigationEntry.Presentation,
    _ stack: StackID
  ) -> NavigationOutcome {
    let before = self
    if let shown = entry(of: owner) { _ = end(shown) }
    guard let index = index(of: stack) else {
      // NB: the stack may have ended with the screen that the binding presented until now.
      self = before
      return .unhandled
    }
    append(route, as: form, by: .binding(owner), to: index)
    return .completed
  }

  private mutating func select(_ tag: String, in id: TabsID?) -> NavigationOutcome {
    let candidates = id.map { id in tabs.indices.filter { tabs[$0].id == id } } ?? visibleTabs
    guard let index = candidates.last(where: { tabs[$0].tags.contains(tag) }) else {
      let near = nearest(to: tag, among: candidates.flatMap { tabs[$0].tags })
      return .notFound(nearest: NotFound(part: tag, kind: "tab", nearest: near))
    }
    guard tabs[index].selected != tag else { return .duplicate }
    tabs[index].select(tag)
    return .completed
  }

  private mutating func mark(_ name: String) -> NavigationOutcome {
    let entry = top.id
    guard marks.checkpoints.updateValue(entry, forKey: name) != entry else { return .duplicate }
    return .completed
  }

  // MARK: Down

  private mutating func pop(_ count: Int, from stack: StackID?) -> NavigationOutcome {
    guard let index = stack.map(index(of:)) ?? activeIndex else { return .unhandled }
    return removeLast(count, from: index) == 0 ? .nothingToPop : .completed
  }

  private mutating func goBack(_ count: Int) -> NavigationOutcome {
    var left = count
    while left > 0, let index = chain.last(where: { stacks[$0].trail.count > 1 }) {
      left -= removeLast(1, from: index)
    }
    return left == count ? .nothingToPop : .completed
  }

  private mutating func endModal() -> NavigationOutcome {
    presentedModals.last.map { end($0) } ?? goBack(1)
  }

  private mutating func hide(_ owner: PresentationOwner) -> NavigationOutcome {
    entry(of: owner).map { end($0) } ?? .duplicate
  }

  private mutating func end(_ entry: NavigationEntry.ID) -> NavigationOutcome {
    guard let index = stackIndex(holding: entry) else { return .duplicate }
    guard stacks[index].trail.first.id != entry else {
      // The root of a stack ends with the screen that shows the stack.
      return parent(of: stacks[index]).map { end($0) } ?? .nothingToPop
    }
    removeAll(above: entry, from: index)
    removeLast(1, from: index)
    return .completed
  }

  private mutating func returnTo(_ route: Route) -> NavigationOutcome {
    for index in chain.reversed() {
      guard let entry = stacks[index].trail.first(where: { $0.route == route }) else { continue }
      return returnTo(entry: entry.id)
    }
    let known = chain.flatMap { stacks[$0].trail.compactMap { $0.route?.description } }
    let part = route.description
    let near = nearest(to: part, among: known)
    return .notFound(nearest: NotFound(part: part, kind: "open place", nearest: near))
  }

  private mutating func returnTo(checkpoint name: String) -> NavigationOutcome {
    if let entry = marks.checkpoints[name] { return returnTo(entry: entry) }
    let near = nearest(to: name, among: marks.checkpoints.keys.sorted())
    return .notFound(nearest: NotFound(part: name, kind: "checkpoint", nearest: near))
  }

  private mutating func returnTo(entry: NavigationEntry.ID) -> NavigationOutcome {
    guard let index = stackIndex(holding: entry) else {
      return .notFound(nearest: NotFound(part: entry.description, kind: "visit"))
    }
    let before = self
    removeAll(above: entry, from: index)
    reveal(index)
    return isEquivalent(to: before) ? .duplicate : .completed
  }

  /// The actions that the user could cause over some places: a pure machine to explore.
  ///
  /// Every action here is accepted or answered with an outcome; none is a mistake.
  public func actions(over routes: [Route]) -> [NavigationAction] {
    var actions: [NavigationAction] = []
    for route in routes {
      actions += [.push(route), .present(route, as: .sheet), .present(route, as: .cover)]
      actions += [.replaceTop(route), .popTo(route)]
    }
    for index in visibleTabs { actions += tabs[index].tags.map { .select($0, in: tabs[index].id) } }
    return actions + [.pop(), .popToRoot(), .dismiss, .back()]
  }
}

// MARK: - Several steps as one

extension NavigationState {
  /// Returns every visible stack to its root.
  mutating func returnHome() -> NavigationOutcome {
    var outcome = NavigationOutcome.duplicate
    for stack in visibleStacks where step(.popToRoot(of: stack)) == .completed {
      outcome = .completed
    }
    return outcome
  }

  /// Returns to the screen of the link `/`: the roots, with their first tabs.
  mutating func returnToFirstScreen() -> NavigationOutcome {
    var outcomes = [returnHome()]
    for tabs in visibleTabs {
      guard let first = self.tabs[tabs].tags.first else { continue }
      outcomes += [step(.select(first, in: self.tabs[tabs].id)), returnHome()]
    }
    return outcomes.contains(.completed) ? .completed : .duplicate
  }

  /// Returns every stack to its root, also those of hidden tabs.
  @discardableResult
  mutating func removeEverything() -> NavigationOutcome {
    var outcome = NavigationOutcome.nothingToPop
    for stack in stacks.map(\.id) where step(.popToRoot(of: stack)) == .completed {
      outcome = .completed
    }
    return outcome
  }

  /// Selects the tabs with which the scene begins.
  mutating func selectInitialTabs() {
    for index in tabs.indices where tabs[index].tags.contains(tabs[index].initial) {
      tabs[index].select(tabs[index].initial)
    }
  }

  /// Makes a stack visible, and these the places above its root.
  mutating func arrive(at routes: [Route], on stack: StackID) -> NavigationOutcome {
    revealing(stack) { state in
      let outcome = state.step(.set(routes, on: stack))
      while let modal = state.modalAbove(stack), state.step(.end(modal)) == .completed {}
      return outcome
    }
  }

  /// Makes a stack visible and takes a step; a step to where it is already is a change all the same.
  mutating func revealing(
    _ stack: StackID, _ step: (inout NavigationState) -> NavigationOutcome
  ) -> NavigationOutcome {
    let before = self
    if let index = index(of: stack) { reveal(index) }
    let outcome = step(&self)
    return outcome == .duplicate && !isEquivalent(to: before) ? .completed : outcome
  }

  /// The outermost sheet or cover of the stacks that the top screen of a stack shows.
  private func modalAbove(_ stack: StackID) -> NavigationEntry.ID? {
    chain.drop { stacks[$0].id != stack }.lazy.compactMap { stacks[$0].trail.modals.first }.first
  }

  /// Continues to a pending destination; the screens of a common beginning stay.
  mutating func resume(_ intent: PendingIntent, on stack: StackID) {
    index(of: stack).map { reveal($0) }
    guard let index = index(of: stack) else { return }
    let present = stacks[index].trail.reversed().dropFirst()
    var (matched, kept) = (0, 0)
    for entry in present {
      if let route = entry.route {
        guard matched < intent.steps.count, case let step = intent.steps[matched],
          step.route == route, step.presentation == entry.presentation,
          step.resultName == marks.resultNames[entry.id]
        else { break }
        matched += 1
      }
      kept += 1
    }
    removeLast(present.count - kept, from: index)
    guard let index = self.index(of: stack) else { return }
    for step in intent.steps[matched...] {
      let entry = append(step.route, as: step.presentation, to: index)
      if let name = step.resultName { marks.resultNames[entry] = name }
      if !step.wanted.isEmpty {
        marks.intents[entry] = PendingIntent(steps: step.wanted, stack: nil)
      }
    }
  }

  /// Awaits the result of the flow at the top of a stack under a name.
  mutating func awaitResult(_ name: String, onTopOf stack: StackID) {
    if let entry = trail(of: stack)?.last { marks.resultNames[entry.id] = name }
  }
}
