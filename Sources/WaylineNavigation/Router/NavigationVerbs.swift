// MARK: - Verbs of a router

/// Every verb requests one navigation and returns its handle.
extension Router {
  /// Pushes a place on the innermost visible stack that shows places of its type.
  @discardableResult
  public func push(_ route: some Hashable & Sendable) -> NavigationHandle {
    submit(.show(Route(route), as: .push))
  }

  /// Presents a place as a sheet or a cover.
  @discardableResult
  public func present(
    _ route: some Hashable & Sendable, as form: NavigationEntry.Presentation = .sheet
  ) -> NavigationHandle {
    submit(.show(Route(route), as: form))
  }

  /// Removes screens from the top of the active stack, but never its root.
  @discardableResult
  public func pop(_ count: Int = 1) -> NavigationHandle { submit(.step(.pop(count))) }

  /// Returns to the nearest screen that shows this place; `forward` reverts it.
  @discardableResult
  public func popTo(_ route: some Hashable & Sendable) -> NavigationHandle {
    submit(.step(.popTo(Route(route))), recording: .back)
  }

  /// Returns to the nearest screen whose place, of this type, satisfies a condition; `forward`
  /// reverts it.
  ///
  /// ```swift
  /// router.popTo { (route: DeskRoute) in route.isBook }
  /// ```
  @discardableResult
  public func popTo<Value: Hashable & Sendable>(
    where isWanted: @escaping (Value) -> Bool
  ) -> NavigationHandle {
    submit(.transform { $0.popTo(where: isWanted) }, recording: .back)
  }

  /// Returns to the screen marked with this name; `forward` reverts it.
  @discardableResult
  public func popTo(checkpoint name: String) -> NavigationHandle {
    submit(.step(.popToCheckpoint(name)), recording: .back)
  }

  /// Marks the top screen with a name for `popTo(checkpoint:)`.
  @discardableResult
  public func checkpoint(_ name: String) -> NavigationHandle { submit(.step(.checkpoint(name))) }

  /// Returns to the root of the active stack; `forward` reverts it.
  @discardableResult
  public func popToRoot() -> NavigationHandle {
    submit(.step(.popToRoot()), recording: .back)
  }

  /// Returns to the root of every visible stack; sheets and covers end too.
  @discardableResult
  public func home() -> NavigationHandle { submit(.transform { $0.returnHome() }) }

  /// Replaces the top screen by a place.
  @discardableResult
  public func replaceTop(_ route: some Hashable & Sendable) -> NavigationHandle {
    submit(.replaceTop(Route(route)))
  }

  /// Makes these the places above the root; the screens of a common beginning stay.
  @discardableResult
  public func set(_ routes: [some Hashable & Sendable]) -> NavigationHandle {
    submit(.set(routes.map { Route($0) }))
  }

  /// Ends the topmost sheet or cover; without one, the top screen.
  @discardableResult
  public func dismiss() -> NavigationHandle {
    closeAlert() ?? leaveScene(after: submit(.step(.dismiss)))
  }

  /// Selects a tab of the innermost tab view that has it.
  @discardableResult
  public func select(tab: String) -> NavigationHandle { submit(.step(.select(tab))) }

  /// Ends the top screen, whatever it is; `forward` returns to it.
  @discardableResult
  public func back(_ count: Int = 1) -> NavigationHandle {
    closeAlert() ?? leaveScene(after: submit(.step(.back(count)), recording: .back))
  }

  /// Repeats what the last `back` ended, until another navigation.
  @discardableResult
  public func forward() -> NavigationHandle {
    submit(.recall(.forward), recording: .recall(.forward))
  }

  /// Reverts the last navigation; edits are reverted by the undo manager of the scene.
  @discardableResult
  public func undo() -> NavigationHandle { submit(.recall(.undo), recording: .recall(.undo)) }

  /// Repeats the navigation that `undo` reverted.
  @discardableResult
  public func redo() -> NavigationHandle { submit(.recall(.redo), recording: .recall(.redo)) }

  /// True if `forward` has a screen to return to. A body that reads it runs again after each navigation.
  public var canGoForward: Bool { leads(.forward) }

  /// True if `undo` has a navigation to revert. A body that reads it runs again after each navigation.
  public var canUndo: Bool { leads(.undo) }

  /// True if `redo` has a navigation to repeat. A body that reads it runs again after each navigation.
  public var canRedo: Bool { leads(.redo) }

  private func leads(_ direction: NavigationHistory.Direction) -> Bool {
    didRead()
    return time(of: direction) != nil
  }

  /// The time of the navigation that a direction returns from; nil when it leads nowhere.
  ///
  /// - Complexity: O(screens of the recorded states that lead nowhere, and of the first that does not).
  func time(of direction: NavigationHistory.Direction) -> Int? {
    guard let plan = plan(of: direction) else { return nil }
    let passedOver = plan.isLost ? plan.deadEnds - 1 : plan.deadEnds
    return history[direction][history[direction].count - 1 - passedOver].time
  }

  /// The plan that returns in a direction, or is refused because a binding cannot show its screen
  /// again; nil when it leads nowhere.
  private func plan(of direction: NavigationHistory.Direction) -> NavigationPlan? {
    guard !history[direction].isEmpty else { return nil }
    let plan = planner.plan(.recall(direction), from: stored)
    return plan.outcome == .completed || plan.isLost ? plan : nil
  }

  /// Changes the whole state in one update, as the closure leaves it.
  ///
  /// Nothing changes when the stack of one of the new places cannot show it.
  @discardableResult
  public func navigate(_ change: @escaping (inout NavigationState) -> Void) -> NavigationHandle {
    submit(.change(change))
  }

  /// Ends everything above the first screen and clears the history; a guard that refuses keeps both.
  @discardableResult
  public func reset() -> NavigationHandle {
    submit(.transform { $0.removeEverything() }, recording: .reset)
  }

  /// Asks the leave guards of every screen, as `quit` does; nothing changes.
  @discardableResult
  public func leave() -> NavigationHandle { submit(.leave, recording: .nothing) }

  /// Ends one visit and everything above it.
  @discardableResult
  func end(_ entry: NavigationEntry.ID) -> NavigationHandle {
    if !isOpen(entry) { missedEvents += 1 }
    return leaveScene(after: submit(.step(.end(entry))))
  }

  /// Closes the topmost alert or dialog; nil when none is presented.
  private func closeAlert() -> NavigationHandle? {
    guard let alert = mounted.topmostAlert(in: stored) else { return nil }
    graph?.perform { alert.close() }
    return submit(.answer(.completed), recording: .nothing)
  }
}

// MARK: - Times

extension Router {
  /// The times of the navigations so far.
  package var clock: NavigationClock { history.clock }

  /// The time of the navigation that `undo` would revert; nil when there is none.
  package var undoTime: Int? { time(of: .undo) }

  /// The time at which the navigation was reverted that `redo` would repeat; nil when there is none.
  package var redoTime: Int? { time(of: .redo) }

  /// The difference that the navigation made which `undo` would revert; nil when there is none.
  package var undoneChange: NavigationChange? {
    guard let plan = plan(of: .undo), !plan.isLost else { return nil }
    return NavigationChange(from: plan.next, to: stored)
  }

  /// The visit on top of the present place: of the first screen, where each stack shows its root.
  package var topVisit: NavigationEntry.ID { stored.visibleTop?.id ?? .scene }
}

// MARK: - Verbs of a command line

/// A navigation that the user can request with one command.
package enum NavigationVerb: Hashable, Sendable {
  /// Ends this many screens from the top.
  case back(Int)
  /// Repeats what the last `back` ended.
  case forward
  /// Returns to the first screen.
  case home
  /// Ends the topmost sheet, cover or alert, or the flow of the scene at its first screen.
  case dismiss
  /// Reverts the last navigation.
  case undo
  /// Repeats the navigation that `undo` reverted.
  case redo
  /// Opens a place by its link, or by the words of a command.
  case open([String])
  /// Opens a place as its link does.
  case openPlace(Route)
  /// Asks the leave guards of every screen, as `quit` does.
  case leave

  /// True if it names a place to be opened.
  package var isOpening: Bool {
    switch self {
    case .open, .openPlace: true
    default: false
    }
  }

  /// The message for the user when the verb finds nothing to do.
  package var nothingToDo: String {
    switch self {
    case .forward: "There is nothing to go forward to."
    case .undo: "There is nothing to undo."
    case .redo: "There is nothing to redo."
    case .dismiss: "Nothing is presented here."
    default: "There is nothing to go back to."
    }
  }
}

extension Router {
  /// Runs a verb as a request of the user.
  ///
  /// A single word that begins with a slash, or contains a scheme, is opened as a URL; so is one with a
  /// slash in it that is no place.
  @discardableResult
  package func request(_ verb: NavigationVerb) -> NavigationHandle {
    let alert = mounted.topmostAlert(in: stored)
    let handle: NavigationHandle = asPerson {
      switch verb {
      case .back(let count): back(count)
      case .forward: forward()
      case .home: home()
      case .dismiss: dismissPresented()
      case .undo: undo()
      case .redo: redo()
      case .leave: leave()
      case .open(let words):
        isURL(words) ? open(words[0]) : open(words: words)
      case .openPlace(let place): submit(.open(place))
      }
    }
    if let alert, verb != .leave { close(alert, after: handle) }
    return handle
  }

  /// True if words are opened as a URL.
  func isURL(_ words: [String]) -> Bool {
    guard words.count == 1, words[0].contains("/") else { return false }
    return words[0].hasPrefix("/") || words[0].contains("://")
      || (try? route(of: DeepLink(words: words))) == nil
  }

  /// Closes an alert that a command has left: it would wait on a screen that is not shown.
  private func close(_ alert: AlertPresenter, after handle: NavigationHandle) {
    handle.whenFinished { [weak alert, graph] outcome in
      switch outcome {
      case .completed, .redirected: graph?.perform { alert?.close() }
      default: break
      }
    }
  }
}

extension Router {
  /// Ends what is presented, or the flow of the scene at its first screen, but no pushed screen.
  private func dismissPresented() -> NavigationHandle {
    let isPushed = stored.presentedModals.isEmpty && stored.visibleTop?.presentation == .push
    guard isPushed, mounted.topmostAlert(in: stored) == nil else { return dismiss() }
    return submit(.answer(.nothingToPop), recording: .nothing)
  }
}

// MARK: - Verbs of a state

/// The verbs of a router for `Router.navigate(_:)`; each changes the copy, and nothing is shown yet.
///
/// ```swift
/// router.navigate { state in
///   state.popToRoot()
///   state.push(DeskRoute.catalog)
///   state.push(DeskRoute.book(id: 42))
/// }
/// ```
extension NavigationState {
  /// Pushes a place on the active stack.
  @discardableResult
  public mutating func push(_ route: some Hashable & Sendable) -> NavigationOutcome {
    step(.push(Route(route)))
  }

  /// Removes screens from the top of the active stack, but never its root.
  @discardableResult
  public mutating func pop(_ count: Int = 1) -> NavigationOutcome { step(.pop(count)) }

  /// Returns to the nearest screen that shows this place.
  @discardableResult
  public mutating func popTo(_ route: some Hashable & Sendable) -> NavigationOutcome {
    step(.popTo(Route(route)))
  }

  /// Returns to the nearest screen whose place, of this type, satisfies a condition.
  /// - Complexity: O(screens above it).
  @discardableResult
  public mutating func popTo<Value: Hashable & Sendable>(
    where isWanted: (Value) -> Bool
  ) -> NavigationOutcome {
    for stack in visibleStacks.reversed() {
      let entry = trail(of: stack)?.first { $0.route?.value(as: Value.self).map(isWanted) == true }
      if let entry { return step(.popToEntry(entry.id)) }
    }
    let name = RouteTypes.name(of: Value.self)
    return .notFound(
      nearest: NotFound(part: name, explanation: "No open \(name) satisfies the condition."))
  }

  /// Returns to the screen marked with this name.
  @discardableResult
  public mutating func popTo(checkpoint name: String) -> NavigationOutcome {
    step(.popToCheckpoint(name))
  }

  /// Returns to the root of the active stack.
  @discardableResult
  public mutating func popToRoot() -> NavigationOutcome { step(.popToRoot()) }

  /// Replaces the top screen by a place.
  @discardableResult
  public mutating func replaceTop(_ route: some Hashable & Sendable) -> NavigationOutcome {
    step(.replaceTop(Route(route)))
  }

  /// Makes these the places above the root; the screens of a common beginning stay.
  @discardableResult
  public mutating func set(_ routes: [some Hashable & Sendable]) -> NavigationOutcome {
    step(.set(routes.map { Route($0) }))
  }

  /// Presents a place as a sheet or a cover.
  @discardableResult
  public mutating func present(
    _ route: some Hashable & Sendable, as form: NavigationEntry.Presentation = .sheet
  ) -> NavigationOutcome {
    step(.present(Route(route), as: form))
  }

  /// Ends the topmost sheet or cover; without one, the top screen.
  @discardableResult
  public mutating func dismiss() -> NavigationOutcome { step(.dismiss) }

  /// Ends the top screen, whatever it is.
  @discardableResult
  public mutating func back(_ count: Int = 1) -> NavigationOutcome { step(.back(count)) }

  /// Selects a tab of the innermost tab view that has it.
  @discardableResult
  public mutating func select(tab: String) -> NavigationOutcome { step(.select(tab)) }

  /// Marks the top screen with a name for `popTo(checkpoint:)`.
  @discardableResult
  public mutating func checkpoint(_ name: String) -> NavigationOutcome { step(.checkpoint(name)) }
}
