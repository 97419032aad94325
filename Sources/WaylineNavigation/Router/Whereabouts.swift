/// Where a scene is, in the words that bring it back there.
public struct Whereabouts: Hashable, Sendable {
  /// The places of the visible stacks, from the bottom to the top.
  public let places: [Route]

  /// The link to the place on top; nil when there is none.
  public let link: DeepLink?

  /// Whether opening the link gives this very stack.
  public let isRebuilt: Bool

  /// Why the link does not bring back everything; nil when it does.
  public let notice: String?
}

extension Router {
  /// Where the scene is.
  public var whereabouts: Whereabouts {
    let state = stored
    let places = state.visibleStacks.flatMap { state.entries(of: $0).compactMap(\.route) }
    guard let top = state.visibleTop else {
      return Whereabouts(places: [], link: DeepLink(words: []), isRebuilt: true, notice: nil)
    }
    return whereabouts(at: top, places, in: state)
  }

  private func whereabouts(
    at top: NavigationEntry, _ places: [Route], in state: NavigationState
  ) -> Whereabouts {
    guard let route = top.route, let link = link(to: route) else {
      return Whereabouts(
        places: places, link: nil, isRebuilt: false, notice: whyNoLink(top.route, in: state))
    }
    var opened = beginning(of: state)
    _ = opened.arrive(at: route.parents + [route], on: stackForLink(to: route, in: opened))
    let isRebuilt = opened.placesInOrder == state.placesInOrder
    return Whereabouts(
      places: places, link: link, isRebuilt: isRebuilt,
      notice: isRebuilt ? nil : "The link restores this screen, but not the path to it.")
  }

  /// The link to the place on top; nil when there is none.
  public var link: DeepLink? {
    guard let top = stored.visibleTop else { return DeepLink(words: []) }
    return top.route.flatMap { link(to: $0) }
  }

  /// The link to the place on top, or to the nearest one below that has a link.
  package var nearestLink: DeepLink? {
    for stack in stored.visibleStacks.reversed() {
      let routes = stored.trail(of: stack)?.lazy.compactMap(\.route)
      if let link = routes?.compactMap({ self.link(to: $0) }).first { return link }
    }
    return DeepLink(words: [])
  }

  /// The link to a place that can be opened from the first screen.
  private func link(to route: Route) -> DeepLink? {
    guard let value = route.navigationValue, isDeclared(route),
      isShown(route, in: beginning(of: stored))
    else { return nil }
    return try? DeepLink(value)
  }

  private func whyNoLink(_ route: Route?, in state: NavigationState) -> String {
    guard let route, isDeclared(route) else {
      return "This sheet has no link of its own; the link above is for the screen below."
    }
    return isShown(route, in: beginning(of: state))
      ? "This place has no link: it holds something that words do not name."
      : "This place has no link of its own: it lies on a stack inside another screen."
  }

  /// The scene with nothing open: a link is opened there in another process.
  private func beginning(of state: NavigationState) -> NavigationState {
    var beginning = state
    for stack in beginning.stacks.map(\.id) { beginning.step(.popToRoot(of: stack)) }
    return beginning
  }

  /// Whether some stack of a state shows a place. A router without screens shows every place.
  private func isShown(_ route: Route, in state: NavigationState) -> Bool {
    scene.stacks.isEmpty || state.stacks.contains { scene.stack($0.id)?.accepts(route) == true }
  }

  private func isDeclared(_ route: Route) -> Bool { scene.types.contains(route.type) }
}

extension NavigationState {
  /// The topmost visible screen that is no root; nil when every visible stack shows its root.
  fileprivate var visibleTop: NavigationEntry? {
    chain.reversed().lazy.map { stacks[$0].trail.last }.first { $0.presentation != .root }
  }

  /// The places and forms of all visible screens, without their identities.
  ///
  /// What a screen shows of itself when it is made, the roots of its stacks and its first tabs, is left
  /// out: a state that no view has shown yet has none of it.
  fileprivate var placesInOrder: [String] {
    visibleStacks.flatMap { entries(of: $0) }.filter { $0.presentation != .root }.map {
      "\($0.presentation.rawValue) \($0.route.map { "\($0.typeName) \($0)" } ?? "")"
    } + visibleTabs.map { tabs[$0] }.filter { $0.selected != $0.tags.first }.map(\.selected)
  }
}
