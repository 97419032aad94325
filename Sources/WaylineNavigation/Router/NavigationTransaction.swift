import WaylineGraph

/// One navigation, from its request to its outcome. The file follows its life from top to bottom:
/// request → plan → refusals → guards → middleware → commit → announcement → flows → outcome.
///
/// A part of that life that a navigation does not have costs it nothing: without a guard there is no
/// inquiry, without an observer no transition.
@MainActor
final class NavigationTransaction {
  let request: Request
  /// The state while the guards are asked.
  private var from: NavigationState
  /// The state after the commit, once it is planned.
  private var planned: NavigationPlan?
  private var change = NavigationChange.none
  /// The guards that are asked; nil where none is mounted.
  private var inquiry: GuardInquiry?
  private var isCommitted = false
  private let start: ContinuousClock.Instant?
  private var token: PendingWork.Token?
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
    /// The binding that made the request; nothing is written back to it when it is met.
    var binding: BoundSource?
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
  }

  /// The requests of a router in the order of their arrival.
  struct Queue {
    fileprivate var waiting: [NavigationTransaction] = []
    /// The navigation whose guard has not decided.
    fileprivate(set) var undecided: NavigationTransaction?
    /// The undecided navigations that the next request of the user replaces.
    fileprivate var superseded: [NavigationTransaction] = []
    fileprivate var isRunning = false

    nonisolated init() {}
  }
}

extension Router {
  /// Requests a navigation; it runs at once, or after the commit that is in progress.
  @discardableResult
  func submit(
    _ goal: NavigationGoal, recording record: NavigationHistory.Record = .navigation,
    cause: NavigationCause? = nil, from binding: BoundSource? = nil, isGuarded: Bool = true,
    waiter: FlowWaiter? = nil, result: FlowResult? = nil
  ) -> NavigationHandle {
    let handle = NavigationHandle(at: stored)
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
      binding: binding, isPersonal: isPersonal, isTyped: isTyped, isGuarded: isGuarded,
      waiter: waiter, result: result, handle: handle)
    queue.waiting.append(NavigationTransaction(request, in: self))
    runQueue()
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
    let ended = queue.superseded + [queue.undecided].compactMap { $0 } + queue.waiting
    (queue.superseded, queue.waiting) = ([], [])
    for transaction in ended { transaction.interrupt() }
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
  /// While a guard is undecided, requests of the program wait for it; a request of the user replaces
  /// the undecided navigation, unless it is refused itself.
  private func nextTransaction() -> NavigationTransaction? {
    while let undecided = queue.undecided {
      guard let index = queue.waiting.firstIndex(where: \.request.isPersonal) else { return nil }
      if queue.waiting[index].endIfRefused() {
        queue.waiting.remove(at: index)
        continue
      }
      queue.undecided = nil
      queue.superseded.append(undecided)
    }
    return queue.waiting.isEmpty ? nil : queue.waiting.removeFirst()
  }
}

// MARK: - Plan and refusals

extension NavigationTransaction {
  /// Plans the goal; a goal that cannot be met ends here.
  fileprivate func plan() {
    let router = router
    from = router.stored
    let plan = router.planner.plan(request.goal, from: from)
    if request.isPersonal { endSuperseded(by: plan.next.top.route) }
    if plan.deadEnds > 0, case .recall(let direction) = request.goal {
      router.history.removeLast(plan.deadEnds, of: direction)
    }
    if adopt(plan) { ask() } else { finish(plan.outcome) }
  }

  /// Ends a request that finds nothing to do; what is refused changes nothing. Returns whether it has ended.
  fileprivate func endIfRefused() -> Bool {
    let plan = router.planner.plan(request.goal, from: router.stored)
    switch plan.outcome {
    case .nothingToPop, .notFound:
      from = router.stored
      _ = adopt(plan)
      finish(plan.outcome)
      return true
    default: return false
    }
  }

  /// Ends the navigations that this one replaces while their guards are undecided.
  private func endSuperseded(by route: @autoclosure () -> Route?) {
    guard !router.queue.superseded.isEmpty else { return }
    let superseded = router.queue.superseded
    router.queue.superseded = []
    for transaction in superseded { transaction.finish(.superseded(by: route())) }
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

  /// Plans the navigation to another place from the same state.
  ///
  /// It opens where the refused place would have opened, if that stack shows it.
  private func redirect(to route: Route, by question: GuardInquiry.Question, continues: Bool) {
    let refused = planned?.next ?? from
    let circle = inquiry?.redirect(
      to: route, thenContinuing: continues ? PendingIntent(change, leadingTo: refused) : nil)
    if let circle { return finish(.redirectCycle(circle)) }
    let stack = mounted.stack(
      forRedirectTo: route,
      instead: question.isLeaving ? nil : refused.stack(holding: question.entry.id), in: from)
    var plan = router.planner.plan(.show(route, as: .push, on: stack), from: from)
    let (intent, entry) = (inquiry?.intent, plan.next.trail(of: stack)?.last.id)
    if plan.outcome == .completed, let intent, let entry {
      plan.next.marks.intents[entry] = intent
    }
    if adopt(plan) { return ask() }
    guard plan.outcome == .duplicate else { return finish(plan.outcome) }
    if let intent, let entry { router.mount { $0.marks.intents[entry] = intent } }
    finish(.redirected(to: route))
  }

  /// Waits for an asynchronous guard; the scene stays as it is, and so do the bindings.
  private func wait(
    for decide: @escaping @MainActor () async -> GuardDecision,
    about question: GuardInquiry.Question
  ) {
    router.queue.undecided = self
    token = token ?? router.graph?.pending.begin("a guard", as: .navigation)
    restoreBinding(isFinished: false)
    StartedTasks.within(token) {
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
    let router = router
    let redirect = inquiry?.redirects.last
    if let next = planned?.next { router.stored = next }
    isCommitted = true
    if !change.isEmpty || request.record == .reset {
      router.history.record(redirect == nil ? request.record : .navigation, from: from)
    }
    announce()
    endFlows()
    router.stateDidChange()
    finish(redirect.map { .redirected(to: $0) } ?? .completed)
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

/// A binding of the program that requests navigations.
enum BoundSource: Hashable {
  /// The binding of a modifier that presents screens.
  case presentation(PresentationOwner)
  /// The array of a stack with a path.
  case path(NavigationState.StackID)
}

extension NavigationTransaction {
  /// Marks the bodies that show the change as stale, and writes it to the bindings behind it.
  private func announce() {
    for id in change.stacks {
      guard let stack = mounted.stack(id) else { continue }
      stack.didChange()
      if request.binding != .path(id) { stack.writePath(router.stored.entries(of: id)) }
    }
    if change.changesTabs { mounted.tabsDidChange() }
    for entry in change.left where entry.isBound {
      guard let presenter = mounted.presenter(of: entry) else { continue }
      presenter.didEnd(
        entry.id, isOwn: request.binding == .presentation(presenter.owner),
        keepsValue: request.record == .back || request.record == .recall(.undo))
    }
    for entry in change.entered where !entry.isBound { reportIfUndeclared(entry) }
    for entry in change.entered where entry.isBound {
      guard let presenter = mounted.presenter(of: entry) else { continue }
      presenter.didBegin(entry.id, isOwn: request.binding == .presentation(presenter.owner))
    }
    if mounted.storesValues, router.history.ahead.isEmpty, router.history.future.isEmpty {
      mounted.discardBoundValues()
    }
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

  /// Writes the present state back to a binding whose request is refused or not yet decided.
  private func restoreBinding(isFinished: Bool) {
    switch request.binding {
    case nil: break
    case .presentation(let owner): mounted.presenter(owner)?.restoreBinding(isFinished)
    case .path(let id): mounted.stack(id)?.writePath(router.stored.entries(of: id))
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
    if request.binding != nil, outcome != .completed { restoreBinding(isFinished: true) }
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
