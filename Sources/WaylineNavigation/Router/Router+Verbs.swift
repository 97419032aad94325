extension Router {
  /// Puts a place on top of the innermost visible stack that shows places of its type.
  @discardableResult
  public func push(_ route: some Hashable & Sendable) -> NavigationHandle {
    push(Route(route), onto: nil)
  }

  /// Takes screens away from the top of the stack that a person is in, but never its root.
  @discardableResult
  public func pop(_ count: Int = 1) -> NavigationHandle {
    submit { $0.step(.pop(count)) }
  }

  /// Returns to the nearest screen that shows this place.
  @discardableResult
  public func popTo(_ route: some Hashable & Sendable) -> NavigationHandle {
    submit { $0.step(.popTo(Route(route))) }
  }

  /// Returns to the nearest screen whose place, of this type, is the one that is looked for.
  ///
  /// ```swift
  /// router.popTo { (route: DeskRoute) in route.isBook }
  /// ```
  @discardableResult
  public func popTo<Value: Hashable & Sendable>(
    where isWanted: @escaping (Value) -> Bool
  ) -> NavigationHandle {
    submit { $0.popTo(where: isWanted) }
  }

  /// Returns to the screen that was marked with this name.
  @discardableResult
  public func popTo(checkpoint name: String) -> NavigationHandle {
    submit { $0.step(.popToCheckpoint(name)) }
  }

  /// Marks the present screen with a name, so that `popTo(checkpoint:)` finds it again.
  @discardableResult
  public func checkpoint(_ name: String) -> NavigationHandle {
    submit(.nothing) { $0.step(.checkpoint(name)) }
  }

  /// Returns to the root of the stack that a person is in.
  @discardableResult
  public func popToRoot() -> NavigationHandle {
    submit { $0.step(.popToRoot()) }
  }

  /// Returns to the root of every visible stack: sheets and covers end too.
  @discardableResult
  public func home() -> NavigationHandle {
    submit { state in
      var outcome = NavigationOutcome.duplicate
      for stack in state.visibleStacks where state.step(.popToRoot(of: stack)) == .completed {
        outcome = .completed
      }
      return outcome
    }
  }

  /// Puts a place where the top is.
  @discardableResult
  public func replaceTop(_ route: some Hashable & Sendable) -> NavigationHandle {
    let route = Route(route)
    return submit { [unowned self] state in
      refusal(of: route, on: state.activeStack) ?? state.step(.replaceTop(route))
    }
  }

  /// Makes these the places above the root; the screens of a common beginning stay.
  @discardableResult
  public func set(_ routes: [some Hashable & Sendable]) -> NavigationHandle {
    set(routes.map { Route($0) }, on: nil)
  }

  /// Shows a place in front of everything.
  @discardableResult
  public func present(
    _ route: some Hashable & Sendable, as form: NavigationEntry.Presentation = .sheet
  ) -> NavigationHandle {
    push(Route(route), onto: nil, as: form)
  }

  /// Ends the sheet or cover in front, or, without one, the top screen.
  @discardableResult
  public func dismiss() -> NavigationHandle {
    if closeMoment() { return submit(.nothing) { _ in .completed } }
    return leaveScene(after: submit { $0.step(.dismiss) })
  }

  /// Shows another tab of the innermost tab view that has it.
  @discardableResult
  public func select(tab: String) -> NavigationHandle {
    submit { $0.step(.select(tab)) }
  }

  /// Goes up: ends the top screen, whatever it is; `forward` comes back.
  @discardableResult
  public func back(_ count: Int = 1) -> NavigationHandle {
    if closeMoment() { return submit(.nothing) { _ in .completed } }
    return leaveScene(after: submit(.back) { $0.step(.back(count)) })
  }

  /// Changes anything at once: what the closure leaves behind is shown as one picture.
  ///
  /// When its stack cannot show one of the places, nothing changes.
  @discardableResult
  public func navigate(_ change: @escaping (inout NavigationState) -> Void) -> NavigationHandle {
    submit { [unowned self] state in
      let before = state
      change(&state)
      return refusal(ofChangeFrom: before, to: state) ?? (state == before ? .duplicate : .completed)
    }
  }

  /// Ends everything above the first screen, and forgets the past; a guard that refuses keeps both.
  @discardableResult
  public func reset() -> NavigationHandle {
    submit(.reset) { [unowned self] state in
      var outcome = NavigationOutcome.nothingToPop
      for stack in state.stacks.map(\.id) where state.step(.popToRoot(of: stack)) == .completed {
        outcome = .completed
      }
      if outcome == .nothingToPop { history = NavigationHistory() }
      return outcome
    }
  }
}

extension Router {
  /// Puts a place on a stack; without one, on the innermost visible one that shows it.
  @discardableResult
  func push(
    _ route: Route, onto stack: NavigationState.StackID?,
    as form: NavigationEntry.Presentation = .push,
    flow: FlowWaiter? = nil, claim: String? = nil
  ) -> NavigationHandle {
    submit(flow: flow) { [unowned self] state in
      let stack = stack ?? self.stack(for: route, in: state)
      if let refusal = refusal(of: route, on: stack) { return refusal }
      let outcome =
        form == .push
        ? state.step(.push(route, onto: stack)) : state.step(.present(route, as: form, in: stack))
      if let claim, outcome == .completed { state.claim(claim, onTopOf: stack) }
      return outcome
    }
  }

  /// Makes these the places of a stack; without one, of the innermost visible one that shows them.
  @discardableResult
  func set(_ routes: [Route], on stack: NavigationState.StackID?) -> NavigationHandle {
    submit { [unowned self] state in
      let stack = stack ?? routes.last.map { self.stack(for: $0, in: state) } ?? state.activeStack
      for route in routes {
        if let refusal = refusal(of: route, on: stack) { return refusal }
      }
      return state.step(.set(routes, on: stack))
    }
  }
}
