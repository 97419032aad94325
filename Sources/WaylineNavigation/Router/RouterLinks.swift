import WaylineGraph

// MARK: - Opening links

extension Router {
  /// Opens the place of a URL or a path, with the parents that it declares below it.
  ///
  /// The common beginning of the present stack stays, the screens that cover it end, and all of it is
  /// one update. A link that cannot be read goes to `onOpenURL`; without it the outcome is `.notFound`.
  /// The link `/` opens the first screen, with the first tab. A URL with a query or a fragment goes to
  /// `onOpenURL` as well; without it, they are left aside (``NavigationHandle/unreadPart``).
  @discardableResult
  public func open(_ url: String) -> NavigationHandle {
    do {
      let unread = DeepLink.unreadPart(of: url)
      if !unread.isEmpty, let handle = pass(url) { return handle }
      let handle = open(try DeepLink(url: url), writtenAs: url)
      handle.unreadPart = unread.isEmpty ? nil : String(unread)
      return handle
    } catch {
      return pass(url) ?? refuse(error)
    }
  }

  /// Opens the place named by words: the arguments of a program, or of a command.
  @discardableResult
  public func open(words: [String]) -> NavigationHandle {
    open(DeepLink(words: words))
  }

  /// Opens the place of a link.
  @discardableResult
  public func open(_ link: DeepLink) -> NavigationHandle {
    // A single word with a colon is a link of its own, such as 'mailto:ada@example.org'.
    let isURL = link.words.count == 1 && link.words[0].contains(":")
    return open(link, writtenAs: isURL ? link.words[0] : link.url)
  }

  private func open(_ link: DeepLink, writtenAs url: String) -> NavigationHandle {
    // The link of the first screen, `/`, has no words.
    guard !link.words.isEmpty else { return submit(.transform { $0.returnToFirstScreen() }) }
    do throws(LinkError) {
      return submit(.open(try route(of: link)))
    } catch {
      if case .unknownName = error, let handle = pass(url) { return handle }
      return refuse(error, in: link)
    }
  }

  private func pass(_ url: String) -> NavigationHandle? {
    mounted.receive(url) ? submit(.answer(.completed), recording: .nothing) : nil
  }

  /// Opens a place as its link does: with the parents that it declares below it.
  ///
  /// Unlike `push`, it finds stacks that are not visible, such as that of another tab.
  @discardableResult
  public func open(_ route: some NavigationValue) -> NavigationHandle {
    submit(.open(Route(route)))
  }

  /// A place of each case of the declared types, with sample values, by the words of their links.
  ///
  /// A case with a value that no sample word gives is left out.
  public var samplePlaces: [Route] { linkTypes.flatMap { Self.samples(of: $0) } }

  /// The number of types that the screens so far have declared.
  package var declaredTypes: Int { mounted.types.all.count }

  /// The names of the places that the screens so far have declared, as in a ``RouteGraph``.
  package var declaredPlaces: [String] {
    linkTypes.flatMap { RouteCases.all(of: $0) }.map { $0.joined(separator: " ") }
  }

  private static func samples<Value: NavigationValue>(of type: Value.Type) -> [Route] {
    LinkPattern.samples(of: type).map { Route($0) }
  }

  /// Returns the place of a link among the declared route types; the first that reads it applies.
  ///
  /// - Throws: The problem of the type whose word the link begins with, or the nearest name.
  package func route(of link: DeepLink) throws(LinkError) -> Route {
    var problem: LinkError?
    for type in linkTypes {
      do throws(LinkError) {
        return try Self.read(link, as: type)
      } catch {
        let isMeant = LinkShape.begins(link.words.first ?? "", linksOf: type)
        if isMeant { problem = problem ?? error }
      }
    }
    if let problem { throw problem }
    guard let word = link.words.first else { throw LinkError.missing(label: "place") }
    throw LinkError.unknownName(part: word, nearest: nearest(to: word, among: linkWords))
  }

  /// The first words of the links of this scene, for completion and help.
  var linkWords: [String] { linkTypes.flatMap { LinkShape.firstWords(of: $0) } }

  /// The forms of the links of this scene, such as `book <id>`, for help.
  package var linkPatterns: [String] { linkTypes.flatMap { LinkPattern.all(of: $0) } }

  /// The names of the tabs of this scene, also of those that a sheet or a cover hides.
  package var tabNames: [String] { stored.tabs.flatMap(\.tags) }

  var linkTypes: [any NavigationValue.Type] {
    mounted.types.all.compactMap { $0 as? any NavigationValue.Type }
      .filter { !($0 is any PresentedValue.Type) }
  }

  private static func read<Value: NavigationValue>(
    _ link: DeepLink, as type: Value.Type
  ) throws(LinkError) -> Route {
    Route(try link.value(of: type))
  }

  /// Answers with the problem of a link, and the place that it may have meant.
  private func refuse(_ error: LinkError, in link: DeepLink? = nil) -> NavigationHandle {
    var problem = error.notFound
    if let link {
      let place = suggestion(for: error, in: link.words)
      problem = NotFound(part: problem.part, explanation: problem.explanation, place: place)
    }
    return submit(.answer(.notFound(nearest: problem)), recording: .nothing)
  }
}

// MARK: - The link of the present place

/// The present place of a scene, and the link that returns to it.
public struct NavigationLocation: Hashable, Sendable {
  /// The places of the visible stacks, from the bottom to the top.
  public let places: [Route]

  /// The link to the top place; nil when it has none.
  public let link: DeepLink?

  /// True if opening the link gives exactly this stack.
  public let isRebuilt: Bool

  /// The reason why the link does not restore everything; nil when it does.
  public let notice: String?
}

extension Router {
  /// The present place of the scene, and the link that returns to it.
  public var location: NavigationLocation {
    let state = stored
    let places = state.visibleStacks.flatMap { state.entries(of: $0).compactMap(\.route) }
    guard let top = state.visibleTop else {
      let isRebuilt = Self.path(of: state).isEmpty
      return NavigationLocation(
        places: places, link: DeepLink(words: []), isRebuilt: isRebuilt,
        notice: isRebuilt ? nil : "This tab has no link; the link above is for the first tab.")
    }
    guard let route = top.route, let link = link(to: route) else {
      return NavigationLocation(
        places: places, link: nil, isRebuilt: false, notice: reasonForNoLink(to: top))
    }
    if let other = try? self.route(of: link), other != route {
      return NavigationLocation(
        places: places, link: nil, isRebuilt: false,
        notice: "This place has no link: '\(route.spoken)' opens that of \(other.typeName).")
    }
    var opened = firstScreen
    let stack = mounted.stack(forLinkTo: route, in: opened)
    _ = opened.arrive(at: route.parents.routes + [route], on: stack)
    let isRebuilt = Self.path(of: opened) == Self.path(of: state)
    return NavigationLocation(
      places: places, link: link, isRebuilt: isRebuilt,
      notice: isRebuilt ? nil : "The link restores this screen, but not the path to it.")
  }

  /// The link to the top place; nil when it has none.
  public var link: DeepLink? {
    guard let top = stored.visibleTop else { return DeepLink(words: []) }
    return top.route.flatMap { link(to: $0) }
  }

  /// The link to the top place, or to the nearest one below that has a link.
  package var nearestLink: DeepLink? {
    // Not needed on the first screen, which has no route.
    lazy var first = firstStacks
    for stack in stored.visibleStacks.reversed() {
      guard let trail = stored.trail(of: stack) else { continue }
      for entry in trail {
        if let route = entry.route, let link = link(to: route, from: first) { return link }
      }
    }
    return DeepLink(words: [])
  }

  /// The link to a place that can be opened from the first screen.
  package func link(to route: Route) -> DeepLink? { link(to: route, from: firstStacks) }

  private func link(to route: Route, from first: [MountedStack]) -> DeepLink? {
    guard let value = route.navigationValue, !(value is any PresentedValue), isDeclared(route),
      isShown(route, by: first)
    else { return nil }
    return try? DeepLink(value)
  }

  private func reasonForNoLink(to top: NavigationEntry) -> String {
    guard let route = top.route, isDeclared(route) else {
      let form = top.presentation.isModal ? top.presentation.rawValue : "screen"
      return "This \(form) has no link of its own; the link above is for the screen below."
    }
    if route.value is any PresentedValue {
      return "This place has no link: the screen that waits for its result opens it."
    }
    return isShownFromFirstScreen(route)
      ? "This place has no link: it contains a value that has no text form."
      : "This place has no link of its own: its stack is inside another screen."
  }

  /// The state of the scene with nothing open, in which another process opens a link.
  private var firstScreen: NavigationState {
    var state = stored
    state.removeEverything()
    state.selectInitialTabs()
    return state
  }

  /// The stacks that are shown when nothing is open.
  private var firstStacks: [MountedStack] {
    firstScreen.stacks.compactMap { mounted.stack($0.id) }
  }

  private func isShownFromFirstScreen(_ route: Route) -> Bool { isShown(route, by: firstStacks) }

  // NB: a stack accepts routes that make their own coordinators, also of types that only a sheet
  // declares. In another process no view has declared those, so their words are not read.
  /// True if one of the first stacks shows a place. A router without screens shows every one.
  private func isShown(_ route: Route, by first: [MountedStack]) -> Bool {
    guard mounted.hasStacks else { return true }
    let type = ObjectIdentifier(route.type)
    return first.contains { $0.accepts(route) && $0.declares(type) }
  }

  private func isDeclared(_ route: Route) -> Bool { mounted.types.contains(route.type) }

  /// The places and presentations of all visible screens, without their identities.
  ///
  /// The roots and first tabs are left out: a state that no view has shown yet has none of them.
  private static func path(of state: NavigationState) -> [String] {
    let screens = state.visibleStacks.flatMap { state.entries(of: $0) }
      .filter { $0.presentation != .root }
      .map { "\($0.presentation.rawValue) \($0.route.map { "\($0.typeName) \($0)" } ?? "")" }
    let tabs = state.visibleTabs.map { state.tabs[$0] }
    return screens + tabs.filter { $0.selected != $0.tags.first }.map(\.selected)
  }
}
