import WaylineGraph

extension Router {
  /// Asks the guards that have not been asked; the last one that allows it commits the plan.
  func advance(_ plan: NavigationPlan) {
    while let answer = plan.nextAnswer() {
      switch answer {
      case .now(.allow): continue
      case .now(.block(let reason)): return finish(plan, .blocked(by: reason))
      case .now(.redirectRoute(let route)): return redirect(plan, to: route)
      case .now(.detourRoute(let route)): return detour(plan, by: route)
      case .later(let decide): return wait(for: decide, in: plan)
      }
    }
    commit(plan)
  }

  /// Asks the leave guards of every visible screen, as `quit` does; nothing changes.
  @discardableResult
  public func leave() -> NavigationHandle {
    submit(.nothing, isUnguarded: true) { [unowned self] state in
      for stack in state.visibleStacks.reversed() {
        for entry in state.entries(of: stack).reversed() {
          if let refusal = refusalToLeave(entry) { return refusal }
        }
      }
      return .completed
    }
  }

  /// Ends what waits for a guard: the scene ends.
  package func interrupt() {
    guard let plan = undecided else { return }
    finish(plan, .interrupted)
  }

  private func refusalToLeave(_ entry: NavigationEntry) -> NavigationOutcome? {
    for guardian in scene.guards {
      switch guardian.answer(toLeaving: entry) {
      case nil, .now(.allow): continue
      case .now(.block(let reason)): return .blocked(by: reason)
      case .now(.redirectRoute(let route)), .now(.detourRoute(let route)):
        return .blocked(by: "'\(route.spoken)' comes first")
      case .later: return .blocked(by: "a screen has to find out first whether it can be left")
      }
    }
    return nil
  }

  /// Plans the way to another place from where the scene is.
  private func redirect(_ plan: NavigationPlan, to route: Route) {
    guard plan.redirects.count < NavigationPlan.redirectLimit else {
      return finish(plan, .redirectCycle(plan.redirects + [route]))
    }
    plan.redirects.append(route)
    plan.next = plan.from
    let stack = stack(for: route, in: plan.next)
    if let refusal = refusal(of: route, on: stack) { return finish(plan, refusal) }
    let outcome = plan.next.step(.push(route, onto: stack))
    remember(plan.intent, at: stack, in: &plan.next)
    guard outcome == .completed else {
      mount { remember(plan.intent, at: stack, in: &$0) }
      return finish(plan, .redirected(to: route))
    }
    plan.ask(scene.guards)
    advance(plan)
  }

  /// Plans the way by another place, and remembers where it was to lead.
  private func detour(_ plan: NavigationPlan, by route: Route) {
    plan.intent = plan.intent ?? PendingIntent(from: plan.from, to: plan.next)
    redirect(plan, to: route)
  }

  private func remember(
    _ intent: PendingIntent?, at stack: NavigationState.StackID, in state: inout NavigationState
  ) {
    guard let intent, let entry = state.trail(of: stack)?.last else { return }
    state.intents[entry.id] = intent
  }

  /// Lets a guard find out; the scene stays where it is, and so do the bindings.
  private func wait(
    for decide: @escaping @MainActor () async -> GuardDecision, in plan: NavigationPlan
  ) {
    undecided = plan
    plan.token = plan.token ?? graph?.pending.begin("a guard")
    refuse(plan.request, isOver: false)
    Task { @MainActor [weak self] in
      let decision = await decide()
      self?.transact { self?.resume(plan, decision) }
    }
  }

  /// A guard has found out. A plan that was superseded meanwhile is over.
  private func resume(_ plan: NavigationPlan, _ decision: GuardDecision) {
    guard undecided === plan else { return }
    undecided = nil
    switch decision {
    case .allow: advance(plan)
    case .block(let reason): finish(plan, .blocked(by: reason))
    case .redirectRoute(let route): redirect(plan, to: route)
    case .detourRoute(let route): detour(plan, by: route)
    }
  }
}
