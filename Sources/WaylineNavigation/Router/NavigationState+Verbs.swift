/// The verbs of a router, for `Router.navigate(_:)`: each changes the copy, and nothing is shown yet.
///
/// ```swift
/// router.navigate { state in
///   state.popToRoot()
///   state.push(DeskRoute.catalog)
///   state.push(DeskRoute.book(id: 42))
/// }
/// ```
extension NavigationState {
  /// Puts a place on top of the stack that a person is in.
  @discardableResult
  public mutating func push(_ route: some Hashable & Sendable) -> NavigationOutcome {
    step(.push(Route(route)))
  }

  /// Takes screens away from the top, but never the root.
  @discardableResult
  public mutating func pop(_ count: Int = 1) -> NavigationOutcome { step(.pop(count)) }

  /// Returns to the nearest screen that shows this place.
  @discardableResult
  public mutating func popTo(_ route: some Hashable & Sendable) -> NavigationOutcome {
    step(.popTo(Route(route)))
  }

  /// Returns to the nearest screen whose place, of this type, is the one that is looked for.
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
      nearest: NotFound(part: name, explanation: "No open \(name) is the one that is looked for."))
  }

  /// Returns to the screen that was marked with this name.
  @discardableResult
  public mutating func popTo(checkpoint name: String) -> NavigationOutcome {
    step(.popToCheckpoint(name))
  }

  /// Returns to the root of the stack that a person is in.
  @discardableResult
  public mutating func popToRoot() -> NavigationOutcome { step(.popToRoot()) }

  /// Puts a place where the top is.
  @discardableResult
  public mutating func replaceTop(_ route: some Hashable & Sendable) -> NavigationOutcome {
    step(.replaceTop(Route(route)))
  }

  /// Makes these the places above the root; the screens of a common beginning stay.
  @discardableResult
  public mutating func set(_ routes: [some Hashable & Sendable]) -> NavigationOutcome {
    step(.set(routes.map { Route($0) }))
  }

  /// Shows a place in front of everything.
  @discardableResult
  public mutating func present(
    _ route: some Hashable & Sendable, as form: NavigationEntry.Presentation = .sheet
  ) -> NavigationOutcome {
    step(.present(Route(route), as: form))
  }

  /// Ends the sheet or cover in front, or, without one, the top screen.
  @discardableResult
  public mutating func dismiss() -> NavigationOutcome { step(.dismiss) }

  /// Goes up: ends the top screen, whatever it is.
  @discardableResult
  public mutating func back(_ count: Int = 1) -> NavigationOutcome { step(.back(count)) }

  /// Shows another tab of the innermost tab view that has it.
  @discardableResult
  public mutating func select(tab: String) -> NavigationOutcome { step(.select(tab)) }

  /// Marks the present screen with a name, so that `popTo(checkpoint:)` finds it again.
  @discardableResult
  public mutating func checkpoint(_ name: String) -> NavigationOutcome { step(.checkpoint(name)) }
}
