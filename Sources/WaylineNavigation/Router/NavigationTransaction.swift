import WaylineGraph

/// One navigation, from its request to its outcome. The file follows its life from top to bottom:
/// request → plan → refusals → guards (a file of their own) → middleware → commit → announcement →
/// flows → outcome.
///
/// A part of that life that a navigation does not have costs it nothing: without a guard there is no
/// inquiry, without an observer no transition.
@MainActor
final class NavigationTransaction {
  let request: Request
  // Accesses to these variables call no other code, so they cannot overlap and need no check at run time.
  /// The state while the guards are asked.
  @exclusivity(unchecked) var from: NavigationState
  /// The state after the commit, once it is planned.
  @exclusivity(unchecked) var planned: NavigationPlan?
  @exclusivity(unchecked) var change = NavigationChange.none
  /// The guards that are asked; nil where none is mounted.
  @exclusivity(unchecked) var inquiry: GuardInquiry?
  @exclusivity(unchecked) var isCommitted = false
  private let start: ContinuousClock.Instant?
  @exclusivity(unchecked) var token: PendingWork.Token?
  /// The task of the guard that has not decided.
  @exclusivity(unchecked) var decision: Task<Void, Never>?
  let mounted: MountedScene
  // Only the router runs a navigation, and a task that awaits a guard looks first whether it is there.
  unowned(unsafe) let router: Router

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
    /// True if a line of the user, or work that it has begun, made the request; known where guards are asked.
    let isOfLine: Bool
    /// True if the outcome answers a typed line: of a verb, or of a command that navigates.
    let isAnswer: Bool
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
    var undecided: NavigationTransaction?
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
    let isAnswer = isTyped || onRequest?(handle) == true
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
      action: graph?.transaction, isPersonal: isPersonal, isTyped: isTyped,
      isOfLine: isPersonal || !mounted.entering.isEmpty && isOfLine,
      isAnswer: isAnswer, isGuarded: isGuarded,
      waiter: waiter, result: result, handle: handle)
    queue.waiting.append(NavigationTransaction(request, in: self))
    runQueue()
    if handle.outcome == nil { writeBack(request.changes) }
    return handle
  }

  /// True in code that a line has begun.
  private var isOfLine: Bool { graph.map { StartedTasks.line(in: $0.pending) != nil } ?? false }

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
  func replaceUndecided() {
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
  func adopt(_ plan: NavigationPlan) -> Bool {
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

// MARK: - Middleware and commit

extension NavigationTransaction {
  func commit() {
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
    // One copy for all that read it below.
    let change = change
    router.show(change, isJoined: !request.changes.isEmpty)
    let hasPresenters = mounted.hasPresenters || mounted.keepsItems
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
      if let presenter = mounted.presenter(of: entry) {
        presenter.didBegin(entry, with: item(of: entry))
      } else {
        router.presentLater(entry, for: request.handle)
      }
    }
  }

  /// The value that a binding requested to present; nil for a screen that a recall presents.
  private func item(of entry: NavigationEntry) -> BoundItem? {
    request.changes.first { entry.owner == $0.owner }?.item
  }

  /// Reports a screen whose type nothing declares, unless a view does by the end of the update.
  private func reportIfUndeclared(_ entry: NavigationEntry) {
    guard let route = entry.route, mounted.showsFirst(route) else { return }
    router.graph?.enqueueEffect { [reference = router.reference] in
      guard let router = reference.object else { return }
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
    if !change.left.isEmpty {
      router.flows.endFlows(of: change, from: from, with: request.result, in: mounted)
      endSubstitutes()
    }
    guard let wanted = inquiry?.wanted, let place = inquiry?.redirects.last else { return }
    if let entry = change.entered.last(where: { $0.route == place }) {
      router.flows.substitutes[entry.id] = wanted
    }
  }

  /// True for `undo`, `redo` and `forward`, and for a typed `back`: what they leave can come back.
  private var isStepOfPerson: Bool {
    if case .recall = request.goal { return true }
    return request.isTyped && request.record == .back
  }

  /// Ends the screens for good that guards had led to, once their flow has finished or what was wanted
  /// is let in: nobody has asked for them, so `undo` does not open them again, and takes the way by them as
  /// one step.
  private func endSubstitutes() {
    let (flows, router) = (router.flows, router)
    guard !isStepOfPerson, !flows.substitutes.isEmpty || !from.marks.intents.isEmpty else { return }
    for entry in change.left where isMet(entry) {
      flows.close(entry.id)
      router.history.joinSteps(showing: entry.id)
    }
  }

  /// True if the screen of a redirect has finished, or what was wanted is let in.
  private func isMet(_ entry: NavigationEntry) -> Bool {
    if case .finish(entry.id, _) = request.goal, from.marks.intents[entry.id] != nil { return true }
    return router.flows.substitutes[entry.id].map(router.letsIn) ?? false
  }

  /// Reports the outcome to the request's handle, its binding, its flow and the observers.
  func finish(_ outcome: NavigationOutcome) {
    let router = router
    if router.queue.undecided === self { router.queue.undecided = nil }
    if let token { router.graph?.pending.end(token) }
    // Nobody obeys it any more.
    decision?.cancel()
    decision = nil
    router.writeBack(request.changes)
    if let waiter = request.waiter, !isCommitted { router.flows.end(waiter, .interrupted) }
    request.handle.finish(outcome, from: from, to: router.stored)
    if !router.observers.isEmpty { report(outcome) }
    if case .redirected = outcome, request.isOfLine, !request.isAnswer,
      request.cause != .restoration,
      let sentence = request.handle.message
    {
      router.onRedirect?(sentence)
    }
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
