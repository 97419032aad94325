extension NavigationState {
  /// Carries out one action, and says how it ended. Anything but `.completed` changed nothing.
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
    case .dismiss: endFront()
    case .end(let entry): end(entry)
    case .back(let count): goUp(count)
    case .select(let tag, let tabs): select(tag, in: tabs)
    case .checkpoint(let name): mark(name)
    case .show(let owner, let route, let form, let stack): show(owner, route, form, stack)
    case .hide(let owner): hide(owner)
    }
  }
}

extension NavigationState {
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

  private mutating func pop(_ count: Int, from stack: StackID?) -> NavigationOutcome {
    guard let index = stack.map(index(of:)) ?? activeIndex else { return .unhandled }
    return removeLast(count, from: index) == 0 ? .nothingToPop : .completed
  }

  private mutating func goUp(_ count: Int) -> NavigationOutcome {
    var left = count
    while left > 0, let index = chain.last(where: { stacks[$0].trail.count > 1 }) {
      left -= removeLast(1, from: index)
    }
    return left == count ? .nothingToPop : .completed
  }

  private mutating func endFront() -> NavigationOutcome {
    for index in chain.reversed() {
      if let modal = stacks[index].trail.throughModal { return end(modal.last.id) }
    }
    return goUp(1)
  }

  private mutating func end(_ entry: NavigationEntry.ID) -> NavigationOutcome {
    guard let index = stackIndex(holding: entry) else { return .duplicate }
    guard stacks[index].trail.contains(where: { $0.id == entry && $0.presentation != .root })
    else { return .nothingToPop }
    while stacks[index].trail.last.id != entry { removeLast(1, from: index) }
    removeLast(1, from: index)
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
}

extension NavigationState {
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
    if let entry = checkpoints[name] { return returnTo(entry: entry) }
    let near = nearest(to: name, among: checkpoints.keys.sorted())
    return .notFound(nearest: NotFound(part: name, kind: "checkpoint", nearest: near))
  }

  private mutating func returnTo(entry: NavigationEntry.ID) -> NavigationOutcome {
    guard let index = stackIndex(holding: entry) else {
      return .notFound(nearest: NotFound(part: entry.description, kind: "visit"))
    }
    let before = self
    removeLast(stacks[index].trail.prefix { $0.id != entry }.count, from: index)
    reveal(index)
    return self == before ? .duplicate : .completed
  }

  private mutating func mark(_ name: String) -> NavigationOutcome {
    let entry = top.id
    guard checkpoints.updateValue(entry, forKey: name) != entry else { return .duplicate }
    return .completed
  }

  private mutating func select(_ tag: String, in id: TabsID?) -> NavigationOutcome {
    let candidates = id.map { id in tabs.indices.filter { tabs[$0].id == id } } ?? visibleTabs
    guard let index = candidates.last(where: { tabs[$0].tags.contains(tag) }) else {
      let near = nearest(to: tag, among: candidates.flatMap { tabs[$0].tags })
      return .notFound(nearest: NotFound(part: tag, kind: "tab", nearest: near))
    }
    guard tabs[index].selected != tag else { return .duplicate }
    tabs[index].selected = tag
    return .completed
  }

  private mutating func show(
    _ owner: PresentationOwner, _ route: Route?, _ form: NavigationEntry.Presentation,
    _ stack: StackID
  ) -> NavigationOutcome {
    let before = self
    if let shown = entry(of: owner) { _ = end(shown) }
    guard let index = index(of: stack) else {
      // NB: the stack may have ended with what the binding showed until now.
      self = before
      return .unhandled
    }
    append(route, as: form, by: .binding(owner), to: index)
    return .completed
  }

  private mutating func hide(_ owner: PresentationOwner) -> NavigationOutcome {
    entry(of: owner).map { end($0) } ?? .duplicate
  }

  /// The visit that a binding shows at present.
  func entry(of owner: PresentationOwner) -> NavigationEntry.ID? {
    for stack in stacks {
      if let entry = stack.trail.first(where: { $0.owner == .binding(owner) }) { return entry.id }
    }
    return nil
  }
}
