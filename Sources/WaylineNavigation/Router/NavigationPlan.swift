/// The goal of a navigation, as a verb states it.
enum NavigationGoal {
  /// One action on the state.
  case step(NavigationAction)
  /// A place on top: on the given stack, which becomes visible, or on the innermost visible one
  /// that shows it.
  case show(
    Route, as: NavigationEntry.Presentation, on: NavigationState.StackID? = nil,
    resultName: String? = nil)
  /// A place instead of the top screen.
  case replaceTop(Route)
  /// These places above the root of the innermost visible stack that shows them.
  case set([Route])
  /// The place of a link, with its parents below it.
  case open(Route)
  /// The place to which a guard leads, on a stack, with the parents that it declares below it.
  case lead(to: Route, on: NavigationState.StackID)
  /// The changes of the bindings that one action has written.
  case bound([BoundChange])
  /// An earlier state of the scene.
  case recall(NavigationHistory.Direction)
  /// The state that a closure of the program leaves behind.
  case change((inout NavigationState) -> Void)
  /// Several steps as one; the closure has no other effect.
  case transform((inout NavigationState) -> NavigationOutcome)
  /// The end of a flow's screen and, where a guard had interrupted it, the destination after it.
  case finish(NavigationEntry.ID, then: PendingIntent?)
  /// Leaving the program: only the leave guards of all screens are asked.
  case leave
  /// No change: the request has an outcome already.
  case answer(NavigationOutcome)
}

/// The planned result of a goal: nothing of it is visible yet, and making it had no effect.
struct NavigationPlan {
  /// The state after the navigation.
  var next: NavigationState
  /// The outcome; the navigation continues only if it is `.completed`.
  var outcome = NavigationOutcome.completed
  /// The screens that are left without a change, because the program ends.
  var departure: Departure?
  /// The message for the developer when no stack shows the requested place.
  var misuse: String?
  /// True if no stack shows the requested place.
  var isUndeclared: Bool { if case .notFound = outcome { misuse != nil } else { false } }
  /// The number of recorded states to remove because they lead nowhere.
  var deadEnds = 0
  /// True if a recall is refused because a binding cannot show its screen again.
  var isLost = false
}

/// Plans goals from the state of a scene, its history, and what is mounted.
@MainActor
struct NavigationPlanner {
  let mounted: MountedScene
  let history: NavigationHistory
  /// The screens of finished flows, which no recall shows again.
  let endedFlows: Set<NavigationEntry.ID>
  /// The screens that verbs of the present action have opened.
  let unshown: VisitSet

  /// Plans a goal.
  ///
  /// - Parameter passedOver: the number of the last recorded states that a recall does not return to.
  func plan(
    _ goal: NavigationGoal, from state: NavigationState, passingOver passedOver: Int = 0
  ) -> NavigationPlan {
    var plan = NavigationPlan(next: state)
    switch goal {
    case .step(let action): plan.outcome = plan.next.step(action)
    case .transform(let step): plan.outcome = step(&plan.next)
    case .answer(let outcome): plan.outcome = outcome
    case .leave: plan.departure = Departure(from: state)
    case .change(let change):
      change(&plan.next)
      if plan.next.isEquivalent(to: state) { plan.outcome = .duplicate }
      refuseUndeclared(&plan, since: state)
    case .show(let route, let form, let given, let name):
      let visible = given == nil ? mounted.visibleStack(showing: route, in: state) : nil
      let stack = visible ?? given ?? state.activeStack
      guard visible != nil || accept([route], on: stack, &plan) else { break }
      let step: NavigationAction =
        form == .push ? .push(route, onto: stack) : .present(route, as: form, in: stack)
      plan.outcome =
        given == nil ? plan.next.step(step) : plan.next.revealing(stack) { $0.step(step) }
      if let name, plan.outcome == .completed { plan.next.awaitResult(name, onTopOf: stack) }
    case .replaceTop(let route):
      guard accept([route], on: state.activeStack, &plan) else { break }
      plan.outcome = plan.next.step(.replaceTop(route))
    case .set(let routes):
      let stack = routes.last.map { mounted.stack(for: $0, in: state) } ?? state.activeStack
      guard accept(routes, on: stack, &plan) else { break }
      plan.outcome = plan.next.step(.set(routes, on: stack))
    case .open(let place):
      let (parents, misuse) = place.parents
      let stack = mounted.stack(forLinkTo: place, in: state)
      guard accept(parents + [place], on: stack, &plan) else { break }
      plan.misuse = misuse
      plan.outcome = plan.next.arrive(at: parents + [place], on: stack)
    case .lead(let place, let stack):
      let (parents, misuse) = place.parents
      guard !parents.isEmpty, parents.allSatisfy({ mounted.shows($0, on: stack) }) else {
        return self.plan(.show(place, as: .push, on: stack), from: state)
      }
      guard accept([place], on: stack, &plan) else { break }
      plan.misuse = misuse
      plan.outcome = plan.next.arrive(at: parents + [place], on: stack)
    case .bound(let changes):
      plan.outcome = plan.next.follow(changes) { reopen(in: &$0, from: state) }
    case .recall(let direction):
      plan.deadEnds = passedOver
      recall(direction, &plan)
    case .finish(let flow, let intent): finish(flow, then: intent, &plan)
    }
    return plan
  }

  /// Refuses a plan if a stack cannot show one of the places that it is to hold.
  /// - Returns: Whether the stack shows all of them.
  private func accept(
    _ routes: [Route], on stack: NavigationState.StackID, _ plan: inout NavigationPlan
  ) -> Bool {
    for route in routes where !mounted.shows(route, on: stack) {
      (plan.outcome, plan.misuse) = mounted.refusal(of: route, in: plan.next)
      return false
    }
    return true
  }

  /// Opens the screens of verbs again that a binding of the same action has ended.
  private func reopen(in next: inout NavigationState, from state: NavigationState) {
    guard !unshown.isEmpty else { return }
    let opened = state.allEntries.filter { unshown.contains($0.id) }
      .sorted { $0.id.number < $1.id.number }
    next.reopen(opened, of: state) { entry, next in
      entry.route.flatMap { mounted.visibleStack(showing: $0, in: next) }
    }
  }

  private func refuseUndeclared(_ plan: inout NavigationPlan, since old: NavigationState) {
    guard plan.outcome == .completed else { return }
    let state = plan.next
    for entry in NavigationChange(from: old, to: state).entered where !entry.isBound {
      guard let route = entry.route, let index = state.stackIndex(holding: entry.id) else {
        continue
      }
      plan.next = old
      if !accept([route], on: state.stacks[index].id, &plan) { return }
    }
    plan.next = state
  }

  /// Returns to the last recorded state of a direction that differs from the present one.
  ///
  /// The screen of a binding returns only through its binding. A state that differs by nothing else
  /// leads nowhere if the binding is gone: `undo` and `redo` then take no other step instead.
  private func recall(
    _ direction: NavigationHistory.Direction, _ plan: inout NavigationPlan
  ) {
    let present = plan.next
    for past in history[direction].reversed().dropFirst(plan.deadEnds) {
      let next = present.recalling(past.state, without: endedFlows) {
        mounted.canReopen($0, in: past.state, from: present)
      }
      if !NavigationChange(from: present, to: next).isEmpty {
        plan.next = next
        return
      }
      plan.deadEnds += 1
      if direction != .forward, let lost = boundLoss(of: past.state, to: present) {
        plan.outcome = .blocked(by: lost.lossReason)
        plan.isLost = true
        return
      }
    }
    plan.outcome = .nothingToPop
  }

  /// The screen of a recorded state that its binding cannot show again; nil if a finished flow is the
  /// reason why the state leads nowhere.
  private func boundLoss(
    of past: NavigationState, to present: NavigationState
  ) -> NavigationEntry? {
    let open = Set(present.allEntries.map(\.id))
    let missing = past.allEntries.filter { !open.contains($0.id) }
    guard !missing.contains(where: { endedFlows.contains($0.id) }) else { return nil }
    return missing.first { $0.isBound && !mounted.canReopen($0, in: past, from: present) }
  }

  private func finish(
    _ flow: NavigationEntry.ID, then intent: PendingIntent?, _ plan: inout NavigationPlan
  ) {
    let state = plan.next
    let home = state.stackIndex(holding: flow).map { state.stacks[$0].id }
    plan.outcome = plan.next.step(.end(flow))
    guard plan.outcome == .completed, let intent, let destination = intent.destination else {
      return
    }
    let known = intent.stack.flatMap { plan.next.index(of: $0) == nil ? nil : $0 }
    let showing = mounted.stacks(showing: destination, in: plan.next)
    let near = home.flatMap { showing.contains($0) ? $0 : nil }
    let stack = known ?? near ?? mounted.stack(forLinkTo: destination, in: plan.next)
    guard accept(intent.steps.map(\.route), on: stack, &plan) else { return }
    plan.next.resume(intent, on: stack)
  }
}

extension Route {
  /// The places that this one declares below itself, the lowest first.
  ///
  /// A route that is its own ancestor ends the list, with a message for the developer.
  var parents: (routes: [Route], misuse: String?) {
    var parents: [Route] = []
    var next = (value as? any PlacedValue)?.parent
    while let parent = next {
      let route = Route(parent)
      guard route != self, !parents.contains(route) else {
        let misuse = "'\(route)' is declared as its own parent; the links to it end there."
        return (parents.reversed(), misuse)
      }
      parents.append(route)
      next = (parent as? any PlacedValue)?.parent
    }
    return (parents.reversed(), nil)
  }
}
