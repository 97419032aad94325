import WaylineGraph

/// One navigation, from its request to its outcome. The file follows its life from top to bottom:
/// request → plan → refusals → guards → middleware → commit → announcement → flows → outcome.
///
/// A part of that life that a navigation does not have costs it nothing: without a guard there is no
/// inquiry, without an observer no transition.
@MainActor
final class NavigationTransaction {
  let request: Request
  // Accesses to these variables call no other code, so they cannot overlap and need no check at run time.
  /// The state while the guards are asked.
  @exclusivity(unchecked) private var from: NavigationState
  /// The state after the commit, once it is planned.
  @exclusivity(unchecked) private var planned: NavigationPlan?
  @exclusivity(unchecked) private var change = NavigationChange.none
  /// The guards that are asked; nil where none is mounted.
  @exclusivity(unchecked) private var inquiry: GuardInquiry?
  @exclusivity(unchecked) private var isCommitted = false
  private let start: ContinuousClock.Instant?
  @exclusivity(unchecked) private var token: PendingWork.Token?
  private let mounted: MountedScene
  private unowned let router: Router

  fileprivate init(_ request: consuming Request, in router: Router) {
    (self.request, self.router, mounted) = (request, router, router.mounted)
    from = router.stored
    start = router.observers.isEmpty ? nil : .now
  }
}

// MARK: - Request

extension NavigationTransaction {
  /// A requested navigation.
  struct Request {
    let goal: NavigationGoal
    var record = NavigationHistory.Record.navigation
    let cause: NavigationCause
    /// The number of the action that made the request; nil outside of a graph.
    let action: Int?
    /// True if the user made the request, directly or through a binding.
    let isPersonal: Bool
    /// True if the request is a typed command, not the action of an element.
    let isTyped: Bool
    /// True if guards and middleware are asked.
    var isGuarded = true
    /// The code that awaits the flow that begins with this navigation.
    var waiter: FlowWaiter?
    /// The result with which this navigation ends a flow.
    var result: FlowResult?
    let handle: NavigationHandle

    /// The changes of the bindings that made the request.
    var changes: [BoundChange] { if case .bound(let changes) = goal { changes } else { [] } }

    /// True if both were made by one action, which does not replace its own requests.
    func isJoined(with other: Request) -> Bool { action != nil && action == other.action }
  }

  /// The requests of a router in the order of their arrival.
  struct Queue {
    fileprivate var waiting: [NavigationTransaction] = []
    /// The navigation whose guard has not decided.
    fileprivate(set) var undecided: NavigationTransaction?
    fileprivate var isRunning = false

    nonisolated init() {}
  }
}

extension Router {
  /// Requests a navigation; it runs at once, or after the commit that is in progress.
  @discardableResult
  func submit(
    _ goal: NavigationGoal, recording record: NavigationHistory.Record = .navigation,
    cause: NavigationCause? = nil, isGuarded: Bool = true,
    waiter: FlowWaiter? = nil, result: FlowResult? = nil
  ) -> NavigationHandle {
    let handle = NavigationHandle(at: stored)
    guard !hasEnded else {
      if let waiter { flows.end(waiter, .interrupted) }
      handle.finish(.interrupted, from: stored, to: stored)
      return handle
    }
    guard hasScene else {
      Misuse.report(
        "A navigation was requested outside of a scene; nothing changed. Use the router of a view "
          + "that is shown through an App, or in the scene of a router.")
      if let waiter { flows.end(waiter, .interrupted) }
      handle.finish(.outsideScene, from: stored, to: stored)
      return handle
    }
    let isPersonal = graph?.isAnsweringInput == true
    let request = NavigationTransaction.Request(
      goal: goal, record: record, cause: cause ?? (isPersonal ? .person : .program),
      action: graph?.transaction, isPersonal: isPersonal, isTyped: isTyped, isGuarded: isGuarded,
      waiter: waiter, result: result, handle: handle)
    queue.waiting.append(NavigationTransaction(request, in: self))
    runQueue()
    if handle.outcome == nil { writeBack(request.changes) }
    return handle
  }

  /// Marks the requests of a typed command.
  package func typed<Result>(_ request: () -> Result) -> Result {
    isTyped = true
    defer { isTyped = false }
    return request()
  }

  /// Ends the navigation whose guard has not decided, and those that wait for it: the scene ends.
  package func interrupt() {
    let ended = [queue.undecided].compactMap { $0 } + joined.waiting + queue.waiting
    (joined.waiting, queue.waiting) = ([], [])
    for transaction in ended { transaction.interrupt() }
  }

  /// Runs requests that had to wait, before all others.
  func resume(_ waiting: [NavigationTransaction]) {
    queue.waiting = waiting + queue.waiting
    runQueue()
  }

  private func runQueue() {
    guard !queue.isRunning else { return }
    if Evaluation.isActive, let graph {
      Misuse.report(
        "A navigation was requested while a body ran; it runs after the body. Request it in an "
          + "action, in onAppear or in a task.")
      return graph.enqueueEffect { self.runQueue() }
    }
    transact {}
  }

  /// Runs a closure and then the queued requests, as one update.
  func transact(_ first: () -> Void) {
    guard let graph else { return runQueue(after: first) }
    graph.perform { runQueue(after: first) }
  }

  private func runQueue(after first: () -> Void) {
    // An outcome is observed while the queue runs: the outermost call continues with it.
    guard !queue.isRunning else { return first() }
    queue.isRunning = true
    first()
    while let transaction = nextTransaction() { transaction.plan() }
    queue.isRunning = false
  }

  /// The next request that may run.
  ///
  /// While a guard is undecided, requests of the program wait for it, and so do those of the action
  /// that made the undecided one. Another request of the user runs, and replaces it unless it is refused.
  private func nextTransaction() -> NavigationTransaction? {
    guard let undecided = queue.undecided?.request else {
      return queue.waiting.isEmpty ? nil : queue.waiting.removeFirst()
    }
    let index = queue.waiting.firstIndex {
      $0.request.isPersonal && !$0.request.isJoined(with: undecided)
    }
    return index.map { queue.waiting.remove(at: $0) }
  }
}

// MARK: - Plan and refusals

extension NavigationTransaction {
  /// Plans the goal; a goal that cannot be met ends here.
  fileprivate func plan() {
    let router = router
    from = router.stored
    var plan = router.planner.plan(request.goal, from: from)
    if router.mustWait(request, to: plan) { return router.joined.waiting.append(self) }
    if plan.deadEnds > 0, case .recall(let direction) = request.goal {
      noteDeadEnds(plan.deadEnds, of: direction)
      router.history.removeLast(plan.deadEnds, of: direction)
      plan.deadEnds = 0
    }
    if adopt(plan) { return ask() }
    if plan.outcome.isSuccess { replaceUndecided() }
    finish(plan.outcome)
  }

  /// Names the screens that recorded states would show again if they could be opened.
  private func noteDeadEnds(_ count: Int, of direction: NavigationHistory.Direction) {
    let open = Set(from.allEntries.map(\.id))
    var named: Set<NavigationEntry.ID> = []
    for step in router.history[direction].suffix(count).reversed() {
      for entry in step.state.allEntries
      where !open.contains(entry.id) && entry.presentation != .root
        && named.insert(entry.id).inserted
      {
        request.handle.passedOver.append(entry.lossReason)
      }
    }
  }

  /// Ends the navigation that this one replaces while its guard is undecided, and what the same action
  /// has requested besides.
  private func replaceUndecided() {
    let router = router
    guard let undecided = router.queue.undecided else { return }
    let isJoined = { (other: NavigationTransaction) in
      other.request.isJoined(with: undecided.request)
    }
    let replaced = [undecided] + router.queue.waiting.filter(isJoined)
    router.queue.waiting.removeAll(where: isJoined)
    router.queue.undecided = nil
    let route = (planned?.next ?? from).top.route
    for transaction in replaced { transaction.finish(.superseded(by: route)) }
  }

  /// Makes a plan that can be met the one to commit, and collects the guards to ask.
  private func adopt(_ plan: NavigationPlan) -> Bool {
    if let misuse = plan.misuse { Misuse.report(misuse) }
    guard plan.outcome == .completed else {
      if request.record == .reset { router.history.record(.reset, from: from) }
      return false
    }
    change = NavigationChange(from: from, to: plan.next)
    planned = plan
    guard request.isGuarded, mounted.hasGuards else { return true }
    inquiry = inquiry ?? GuardInquiry()
    inquiry?.collect(
      leaving: plan.departure?.screens ?? change.ended, entering: change.entered, from: mounted)
    return true
  }
}

// MARK: - Guards

extension NavigationTransaction {
  /// The screens that are left because the program ends; nil for a navigation.
  private var departure: Departure? { planned?.departure }

  /// Asks the guards that have not been asked; if all allow the navigation, it is committed.
  private func ask() {
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
    case .allow: return true
    case .block(let reason): finish(.blocked(by: reason))
    case .undecidable(let reason):
      request.handle.isUndecidable = true
      finish(.blocked(by: reason))
    case .redirect(let route): redirect(to: route, by: question, continues: false)
    case .detour(let route): redirect(to: route, by: question, continues: true)
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
  /// It opens where the refused place would have opened, if that stack shows it.
  private func redirect(to route: Route, by question: GuardInquiry.Question, continues: Bool) {
    let refused = planned?.next ?? from
    let circle = inquiry?.redirect(
      to: route, thenContinuing: continues ? PendingIntent(change, leadingTo: refused) : nil)
    if let circle { return finish(.redirectCycle(circle)) }
    let base = question.isLeaving ? from : state(withoutChangeTo: question.entry)
    let stack = mounted.stack(
      forRedirectTo: route,
      instead: question.isLeaving ? nil : refused.stack(holding: question.entry.id), in: base)
    var plan = router.planner.plan(.show(route, as: .push, on: stack), from: base)
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
      _ = Task { @MainActor [weak router] in
        let decision = await decide()
        guard let router, router.queue.undecided === self else { return }
        router.transact {
          guard router.queue.undecided === self else { return }
          router.queue.undecided = nil
          if self.follow(decision, about: question) { self.ask() }
        }
      }
    }
  }

  /// Ends the navigation because the scene ends.
  fileprivate func interrupt() { finish(.interrupted) }
}

// MARK: - Middleware and commit

extension NavigationTransaction {
  private func commit() {
    if let reason = veto() { return finish(.blocked(by: reason)) }
    replaceUndecided()
    let router = router
    let redirect = inquiry?.redirects.last
    if let next = planned?.next { router.stored = next }
    isCommitted = true
    if !change.isEmpty || request.record == .reset { record(isRedirected: redirect != nil) }
    announce()
    endFlows()
    router.stateDidChange()
    finish(redirect.map { .redirected(to: $0) } ?? .completed)
  }

  /// Records the step for `undo`; the changes of bindings belong to the step of their action.
  private func record(isRedirected: Bool) {
    let router = router
    let record = isRedirected ? .navigation : request.record
    if case .recall(let direction) = record, let planned {
      router.history.removeLast(planned.deadEnds, of: direction)
    }
    let isJoined = !request.changes.isEmpty && request.action == router.history.action
    router.history.record(isJoined && record == .navigation ? .joined : record, from: from)
    if request.action != nil, record != .nothing { router.history.action = request.action }
  }

  /// The reason of the first middleware that blocks the navigation; nil when all allow it.
  private func veto() -> String? {
    let asked = router.middleware
    guard !asked.isEmpty, request.isGuarded, request.cause != .restoration, let planned,
      planned.departure == nil
    else { return nil }
    let proposal = NavigationProposal(
      from: from, to: planned.next, cause: request.cause, change: change)
    for middleware in asked {
      if case .block(let reason) = middleware.call(proposal) { return reason }
    }
    return nil
  }
}

// MARK: - Announcement

extension NavigationTransaction {
  /// Shows the change, and has the bindings behind it read what is shown.
  private func announce() {
    router.show(change, isJoined: !request.changes.isEmpty)
    let hasPresenters = mounted.hasPresenters
    if hasPresenters { announceEnds() }
    for entry in change.entered where !entry.isBound { reportIfUndeclared(entry) }
    if hasPresenters { announceBeginnings() }
    for stack in change.stacks { mounted.stack(stack)?.writeBack() }
    if change.changesTabs { mounted.tabsWriteBack() }
    if hasPresenters {
      for entry in change.left + change.entered where entry.isBound {
        mounted.presenter(of: entry)?.writeBack()
      }
    }
    mounted.discardValues(unlessIn: router.history)
  }

  private func announceEnds() {
    for entry in change.left where entry.isBound {
      mounted.presenter(of: entry)?.didEnd(
        entry.id, byReturning: request.record == .back || request.record == .recall(.undo))
    }
  }

  private func announceBeginnings() {
    for entry in change.entered where entry.isBound {
      mounted.presenter(of: entry)?.didBegin(entry, with: item(of: entry))
    }
  }

  /// The value that a binding requested to present; nil for a screen that a recall presents.
  private func item(of entry: NavigationEntry) -> BoundItem? {
    request.changes.first { entry.owner == $0.owner }?.item
  }

  /// Reports a screen whose type nothing declares, unless a view does by the end of the update.
  private func reportIfUndeclared(_ entry: NavigationEntry) {
    guard let route = entry.route, mounted.showsFirst(route) else { return }
    router.graph?.enqueueEffect { [weak router] in
      guard let router else { return }
      router.mounted.reportIfUndeclared(
        entry, in: router.stored, unsaved: router.flows.unsaved)
    }
  }

}

// MARK: - Flows and outcome

extension NavigationTransaction {
  /// Reports their endings to the flows whose screens have ended, and begins the requested flow.
  private func endFlows() {
    if let waiter = request.waiter {
      if inquiry?.redirects.isEmpty ?? true, let entry = change.entered.last {
        router.flows.begin(waiter, in: entry.id)
      } else {
        // A redirect shows another screen than the flow's: the flow never begins.
        router.flows.end(waiter, .interrupted)
      }
    }
    guard !change.left.isEmpty else { return }
    router.flows.endFlows(of: change, from: from, with: request.result, in: mounted)
  }

  /// Reports the outcome to the request's handle, its binding, its flow and the observers.
  private func finish(_ outcome: NavigationOutcome) {
    let router = router
    if router.queue.undecided === self { router.queue.undecided = nil }
    if let token { router.graph?.pending.end(token) }
    router.writeBack(request.changes)
    if let waiter = request.waiter, !isCommitted { router.flows.end(waiter, .interrupted) }
    request.handle.finish(outcome, from: from, to: router.stored)
    if !router.observers.isEmpty { report(outcome) }
    router.reportEndedFlows()
  }

  /// Calls the observers of navigations.
  private func report(_ outcome: NavigationOutcome) {
    let transition = NavigationTransition(
      from: from, to: router.stored, outcome: outcome, cause: request.cause,
      duration: start.map { ContinuousClock.now - $0 } ?? .zero,
      change: isCommitted ? change : .none,
      repeatedQuestions: inquiry?.repeatedQuestions ?? [])
    for observer in router.observers { observer.call(transition) }
  }
}
