import WaylineGraph

extension Router {
  /// The innermost visible stack that shows a route; without one, the one a person is in.
  func stack(for route: Route, in state: NavigationState) -> NavigationState.StackID {
    let visible = state.visibleStacks
    return visible.last { scene.stack($0)?.accepts(route) == true } ?? state.activeStack
  }

  /// Why a stack cannot show a route; nil when it can.
  ///
  /// A router without screens accepts everything.
  func refusal(
    of route: Route, on stack: NavigationState.StackID
  ) -> NavigationOutcome? {
    guard !scene.stacks.isEmpty, scene.stack(stack)?.accepts(route) != true else { return nil }
    Misuse.report(
      "No stack that is visible shows \(route.typeName): '\(route)' was not opened. "
        + (searched.isEmpty ? "" : "Looked in \(searched.joined(separator: ", and in ")). ")
        + "Declare it with .navigationDestination(for: \(route.typeName).self) inside the "
        + "NavigationStack.")
    let known = scene.types.all.map(RouteTypes.name)
    let near = nearest(to: route.typeName, among: known.filter { $0 != route.typeName })
    return .notFound(
      nearest: NotFound(part: route.description, kind: "declared place", nearest: near))
  }

  /// Why some stack cannot show a place that a change has put on it; nil when all can.
  func refusal(
    ofChangeFrom old: NavigationState, to new: NavigationState
  ) -> NavigationOutcome? {
    for entry in NavigationChange(from: old, to: new).entered where !entry.isBound {
      guard let route = entry.route, let index = new.stackIndex(holding: entry.id) else { continue }
      if let refusal = refusal(of: route, on: new.stacks[index].id) { return refusal }
    }
    return nil
  }

  /// The visible stacks with the types that they show, for whoever wonders why a place is not found.
  private var searched: [String] {
    stored.visibleStacks.compactMap { id in
      guard id != .scene, let host = scene.stack(id) else { return nil }
      let types = host.shownTypes
      return "\(stored.spoken(host.parent)), which shows "
        + (types.isEmpty ? "no places" : types.joined(separator: ", "))
    }
  }

  /// Ends one visit and everything above it.
  @discardableResult
  func end(_ entry: NavigationEntry.ID) -> NavigationHandle {
    if !isOpen(entry) { missedEvents += 1 }
    return leaveScene(after: submit { $0.step(.end(entry)) })
  }

  /// Whether a visit has not ended.
  func isOpen(_ entry: NavigationEntry.ID) -> Bool { stored.stackIndex(holding: entry) != nil }

  /// Tells everyone whom a change concerns: the bodies that show it, and the bindings behind it.
  func announce(_ change: NavigationChange, for request: Request) {
    for stack in change.stacks {
      guard let host = scene.stack(stack) else { continue }
      host.changed()
      if host.path != nil, request.mirror != ObjectIdentifier(host) {
        host.writePath(stored.entries(of: stack))
      }
    }
    if change.changesTabs { scene.tabsDidChange() }
    for entry in change.left {
      guard let presenter = scene.presenter(of: entry) else { continue }
      let isOwn = request.mirror == ObjectIdentifier(presenter)
      presenter.didEnd(entry.id, isOwn: isOwn, keepsValue: request.record == .back)
    }
    for entry in change.entered {
      guard let presenter = scene.presenter(of: entry) else { continue }
      presenter.didBegin(entry.id, isOwn: request.mirror == ObjectIdentifier(presenter))
    }
    if history.ahead.isEmpty { scene.forgetValues() }
  }

  /// A binding's wish was not carried out, or not yet, so its value is not true.
  func refuse(_ request: Request, isOver: Bool) {
    guard let mirror = request.mirror else { return }
    scene.presenter(mirror)?.isNotTrue(isOver)
    if let host = scene.host(mirror) { host.writePath(stored.entries(of: host.id)) }
  }

  /// A stack has left the tree of views. Its screen may have ended, or only the view.
  func unmount(stack: NavigationState.StackID) {
    scene.remove(stack)
    mount { $0.unmountStack(stack) }
  }

  /// A binding's modifier has left the tree of views; what it showed ends with it.
  func unmount(owner: PresentationOwner) {
    scene.remove(owner)
    guard stored.entry(of: owner) != nil, let graph else { return }
    // NB: its view is gone, so nobody can keep the screen.
    graph.enqueueEffect {
      self.submit(.nothing, cause: .binding, isUnguarded: true) { $0.step(.hide(owner)) }
    }
  }

  /// Closes the alert or dialog in front, if there is one.
  func closeMoment() -> Bool {
    guard let moment = scene.moment else { return false }
    graph?.perform { moment.close() }
    return true
  }
}

extension NavigationState {
  /// Where a stack is, in words.
  fileprivate func spoken(_ parent: NavigationContext?) -> String {
    switch parent {
    case nil: return "the stack of the scene"
    case .tab(_, let tag): return "the stack in the tab '\(tag)'"
    case .entry(let entry):
      let shown = allEntries.first { $0.id == entry }
      if entry == .scene { return "the stack in the first screen" }
      return "the stack in " + (shown?.route.map { "'\($0)'" } ?? "a screen without a name")
    }
  }
}
