import WaylineGraph

// MARK: - Guards

extension NavigationTransaction {
  /// The screens that are left because the program ends; nil for a navigation.
  private var departure: Departure? { planned?.departure }

  /// Asks the guards that have not been asked; if all allow the navigation, it is committed.
  func ask() {
    while let question = inquiry?.next() {
      let answer =
        question.isLeaving
        ? question.guardian.answer(
          toLeaving: question.entry, isTyped: request.isTyped && departure == nil)
        : router.answer(of: question.guardian, toEntering: question.entry)
      if answer != nil { inquiry?.noteAnswer(to: question) }
      switch answer {
      case nil: continue
      case .now(let decision): if !follow(decision, about: question) { return }
      case .later(let decide): return wait(for: decide, about: question)
      }
    }
    commit()
  }

  /// Follows the decision of a guard.
  /// - Returns: Whether the next guard is asked.
  private func follow(_ decision: GuardDecision, about question: GuardInquiry.Question) -> Bool {
    if case .confirm(let text) = decision.kind {
      confirm(text, about: question)
      return false
    }
    if let departure, let reason = decision.refusal {
      finish(.blocked(by: departure.refusal(of: question.guardian, because: reason)))
      return false
    }
    if case .recall(let direction) = request.goal, !question.isLeaving, decision.kind != .allow,
      let answer = passOver(decision, about: question, direction)
    {
      return answer
    }
    switch decision.kind {
    case .allow:
      inquiry?.noteAllowed(question)
      return true
    case .block(let reason): finish(.blocked(by: reason))
    case .undecidable(let reason):
      request.handle.isUndecidable = true
      finish(.blocked(by: reason))
    case .redirect(let redirection): redirect(redirection, by: question)
    case .confirm: break
    }
    return false
  }

  /// Has `undo` or `redo` pass over a state that a guard does not let in, to the state before it.
  ///
  /// The state stays recorded until the navigation is committed. Without another one, `undo` is refused: a
  /// redirect would be a step forward.
  /// - Returns: Whether the next guard is asked; nil if the decision is to be followed.
  private func passOver(
    _ decision: GuardDecision, about question: GuardInquiry.Question,
    _ direction: NavigationHistory.Direction
  ) -> Bool? {
    guard direction != .forward, let planned, let reason = decision.refusal,
      decision.kind != .undecidable(reason)
    else { return nil }
    let plan = router.planner.plan(request.goal, from: from, passingOver: planned.deadEnds + 1)
    if plan.outcome == .completed, adopt(plan) {
      let name = question.entry.route?.spoken ?? "a screen"
      request.handle.passedOver.append("Passed over '\(name)': \(reason.asSentence)")
      return true
    }
    guard direction == .undo else { return nil }
    finish(.blocked(by: request.handle.passedOver.first ?? reason))
    return false
  }

  /// Plans the navigation to another place from the same state.
  ///
  /// It opens where the refused place would have opened, if that stack shows it, and above the parents
  /// that it declares.
  private func redirect(_ redirection: Redirection, by question: GuardInquiry.Question) {
    let (route, refused) = (redirection.route, planned?.next ?? from)
    request.handle.redirection = redirection
    if !question.isLeaving { request.handle.redirection?.refused = question.entry.route }
    let circle = inquiry?.redirect(
      to: route, insteadOf: question.isLeaving ? nil : question.entry.route,
      thenContinuing: redirection.continues ? PendingIntent(change, leadingTo: refused) : nil)
    if let circle { return finish(.redirectCycle(circle)) }
    let base = question.isLeaving ? from : state(withoutChangeTo: question.entry)
    let stack = mounted.stack(
      forRedirectTo: route,
      instead: question.isLeaving ? nil : refused.stack(holding: question.entry.id), in: base)
    var plan = router.planner.plan(.lead(to: route, on: stack), from: base)
    if plan.outcome == .duplicate, !base.isEquivalent(to: from) { plan.outcome = .completed }
    let (intent, entry) = (inquiry?.intent, plan.next.trail(of: stack)?.last.id)
    if plan.outcome == .completed, let intent, let entry {
      plan.next.marks.intents[entry] = intent
    }
    if adopt(plan) { return ask() }
    guard plan.outcome == .duplicate else { return finish(plan.outcome) }
    if let intent, let entry { router.mount { $0.marks.intents[entry] = intent } }
    finish(.redirected(to: route))
  }

  /// The state from which a redirect leads on: with the changes of all bindings but the refused one.
  private func state(withoutChangeTo refused: NavigationEntry) -> NavigationState {
    let stack = planned?.next.stack(holding: refused.id)
    let others = request.changes.filter { change in
      switch change.source {
      case .presentation(let owner): refused.owner != .binding(owner)
      case .path(let id): refused.isBound || id != stack
      case .tabs: true
      }
    }
    return others.isEmpty ? from : router.planner.plan(.bound(others), from: from).next
  }

  /// Waits for an asynchronous guard; the scene stays as it is, and so do the bindings.
  private func wait(
    for decide: @escaping @MainActor () async -> GuardDecision,
    about question: GuardInquiry.Question
  ) {
    replaceUndecided()
    router.queue.undecided = self
    token = token ?? router.graph?.pending.begin("a guard", as: .navigation)
    router.writeBack(request.changes)
    StartedTasks.within(token, in: router.graph?.pending) {
      self.decision = Task { @MainActor [weak router] in
        let decision = await decide()
        guard let router, router.queue.undecided === self else { return }
        // What follows is the navigation, which is not cancelled with its guard.
        self.decision = nil
        router.transact {
          guard router.queue.undecided === self else { return }
          router.queue.undecided = nil
          if self.follow(decision, about: question) { self.ask() }
        }
      }
    }
  }

  /// Asks the person; the scene stays as it is until the answer, and so do the bindings.
  ///
  /// A person is not pending work: nothing waits for the answer.
  private func confirm(_ text: String, about question: GuardInquiry.Question) {
    let refusal = GuardDecision.confirm(text).refusal ?? text
    let prompt = departure?.question(of: question.guardian, text) ?? text
    guard request.cause != .restoration, let ask = router.onQuestion else {
      return finish(.blocked(by: refusal))
    }
    replaceUndecided()
    router.queue.undecided = self
    if let token { router.graph?.pending.end(token) }
    (token, request.handle.isAsking) = (nil, true)
    router.writeBack(request.changes)
    let isAsked = ask(prompt) { [weak router] isConfirmed in
      guard let router, router.queue.undecided === self else { return }
      router.transact {
        guard router.queue.undecided === self else { return }
        (router.queue.undecided, self.request.handle.isAsking) = (nil, false)
        if self.follow(isConfirmed ? .allow : .block("Cancelled."), about: question) { self.ask() }
      }
    }
    if !isAsked { finish(.blocked(by: refusal)) }
  }

  /// Ends the navigation because the scene ends.
  func interrupt() { finish(.interrupted) }
}
