import WaylineGraph

/// One navigation, from its request to its outcome. The file follows its life from top to bottom:
/// request → plan → refusals → guards → middleware → commit → announcement → flows → outcome.
@MainActor
final class NavigationTransaction {
  /// The greatest number of redirects in a row; more are a circle.
  static let redirectLimit = 8

  let request: Request
  /// The state while the guards are asked.
  let from: NavigationState
  /// The state after the commit.
  private var next: NavigationState
  private var change = NavigationChange.none
  /// The screens that are left because the program ends; nil for a navigation.
  private var departure: Departure?
  /// The places to which guards have redirected so far.
  private var redirects: [Route] = []
  /// The destination to continue to when the place of a redirect has finished.
  private var intent: PendingIntent?
  private var questions: [Question] = []
  /// The leave guards that have been asked; each is asked once in a navigation.
  private var asked: Set<Question.Identity> = []
  /// The number of redirects before an enter guard was first asked about a place.
  private var firstAsked: [Question.Place: Int] = [:]
  /// The places about which an enter guard was asked again after a redirect.
  private var repeatedQuestions: [Route] = []
  private var isCommitted = false
  private let start: ContinuousClock.Instant?
  private var token: PendingWork.Token?
  /// The navigations that this one replaces while their guards are undecided.
  private let superseded: [NavigationTransaction]
  private unowned let router: Router

  fileprivate init(
    _ request: Request, superseding superseded: [NavigationTransaction], in router: Router
  ) {
    (self.request, self.superseded, self.router) = (request, superseded, router)
    (from, next) = (router.stored, router.stored)
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
    fileprivate var requests: [Request] = []
    /// The navigation whose guard has not decided.
    fileprivate(set) var undecided: NavigationTransaction?
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
      handle.finish(.unhandled, from: stored, to: stored)
      return handle
    }
    let isPersonal = graph?.isAnsweringInput == true
    queue.requests.append(
      NavigationTransaction.Request(
        goal: goal, record: record, cause: cause ?? (isPersonal ? .person : .program),
        binding: binding, isPersonal: isPersonal, isTyped: isTyped, isGuarded: isGuarded,
        waiter: waiter,
        result: result, handle: handle))
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
    let waiting = queue.requests.map { NavigationTransaction($0, superseding: [], in: self) }
    let ended = queue.superseded + [queue.undecided].compactMap { $0 } + waiting
    (queue.superseded, queue.requests) = ([], [])
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

  /// The transaction of the next request that may run.
  ///
  /// While a guard is undecided, requests of the program wait for it; a request of the user replaces
  /// the undecided navigation.
  private func nextTransaction() -> NavigationTransaction? {
    if let undecided = queue.undecided {
      guard queue.requests.contains(where: \.isPersonal) else { return nil }
      queue.undecided = nil
      queue.superseded.append(undecided)
    }
    guard !queue.requests.isEmpty else { return nil }
    let request = queue.requests.removeFirst()
    let superseded = request.isPersonal ? queue.superseded : []
    if request.isPersonal { queue.superseded = [] }
    return NavigationTransaction(request, superseding: superseded, in: self)
  }
}

// MARK: - Plan and refusals

extension NavigationTransaction {
  /// Plans the goal; a goal that cannot be met ends here.
  fileprivate func plan() {
    let plan = router.planner.plan(request.goal, from: from)
    for transaction in superseded {
      transaction.finish(.superseded(by: plan.next.top.route))
    }
    if case .recall(let direction) = request.goal, plan.deadEnds > 0 {
      router.history.removeLast(plan.deadEnds, of: direction)
    }
    if adopt(plan) { ask() } else { finish(plan.outcome) }
  }

  /// Makes a plan that can be met the one to commit, and collects the guards to ask.
  private func adopt(_ plan: NavigationPlan) -> Bool {
    if let misuse = plan.misuse { Misuse.report(misuse) }
    guard plan.outcome == .completed else {
      if request.record == .reset { router.history.record(.reset, from: from) }
      return false
    }
    (next, change) = (plan.next, NavigationChange(from: from, to: plan.next))
    departure = plan.departure
    if request.isGuarded { collectQuestions() }
    return true
  }
}

// MARK: - Guards

extension NavigationTransaction {
  /// One guard, and one screen that it may decide about.
  private struct Question {
    let guardian: GuardRegistration
    let entry: NavigationEntry
    let isLeaving: Bool

    struct Identity: Hashable {
      let guardian: ObjectIdentifier
      let entry: NavigationEntry.ID
    }

    struct Place: Hashable {
      let guardian: ObjectIdentifier
      let route: Route
    }

    var identity: Identity { Identity(guardian: ObjectIdentifier(guardian), entry: entry.id) }
  }

  /// Collects the guards: the leave guards from the topmost screen that ends or is left, then the
  /// enter guards to the last screen that begins.
  private func collectQuestions() {
    guard mounted.hasGuards else { return }
    questions = (departure?.screens ?? change.ended).flatMap { entry in
      mounted.leaveGuards(of: entry.id).map {
        Question(guardian: $0, entry: entry, isLeaving: true)
      }
    }
    questions.removeAll { asked.contains($0.identity) }
    let guards = mounted.enterGuards
    questions += change.entered.flatMap { entry in
      guards.map { Question(guardian: $0, entry: entry, isLeaving: false) }
    }
  }

  /// Asks the guards that have not been asked; if all allow the navigation, it is committed.
  private func ask() {
    while !questions.isEmpty {
      let question = questions.removeFirst()
      if question.isLeaving { asked.insert(question.identity) }
      let answer =
        question.isLeaving
        ? question.guardian.answer(
          toLeaving: question.entry, isTyped: request.isTyped && departure == nil)
        : router.answer(of: question.guardian, toEntering: question.entry)
      if answer != nil { note(question) }
      switch answer {
      case nil: continue
      case .now(let decision): if !follow(decision, about: question) { return }
      case .later(let decide): return wait(for: decide, about: question)
      }
    }
    commit()
  }

  /// Notes that a guard is asked about a place, to report one that is asked about it again.
  private func note(_ question: Question) {
    guard !question.isLeaving, let route = question.entry.route else { return }
    let place = Question.Place(guardian: ObjectIdentifier(question.guardian), route: route)
    let first = firstAsked[place, default: redirects.count]
    firstAsked[place] = first
    if first < redirects.count, !repeatedQuestions.contains(route) {
      repeatedQuestions.append(route)
    }
  }

  /// Follows the decision of a guard.
  /// - Returns: Whether the next guard is asked.
  private func follow(_ decision: GuardDecision, about question: Question) -> Bool {
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
    case .redirect(let route): redirect(to: route)
    case .detour(let route):
      intent = intent ?? PendingIntent(change, leadingTo: next)
      redirect(to: route)
    }
    return false
  }

  /// Plans the navigation to another place from the same state.
  private func redirect(to route: Route) {
    guard redirects.count < Self.redirectLimit else {
      return finish(.redirectCycle(redirects + [route]))
    }
    redirects.append(route)
    let stack = mounted.stack(forRedirectTo: route, in: from)
    var plan = router.planner.plan(.show(route, as: .push, on: stack), from: from)
    let entry = plan.next.trail(of: stack)?.last.id
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
    for decide: @escaping @MainActor () async -> GuardDecision, about question: Question
  ) {
    router.queue.undecided = self
    token = token ?? router.graph?.pending.begin("a guard")
    restoreBinding(isFinished: false)
    StartedTasks.apart {
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
    router.stored = next
    isCommitted = true
    if !change.isEmpty || request.record == .reset {
      router.history.record(redirects.isEmpty ? request.record : .navigation, from: from)
    }
    announce()
    endFlows()
    router.stateDidChange()
    finish(redirects.last.map { .redirected(to: $0) } ?? .completed)
  }

  /// The reason of the first middleware that blocks the navigation; nil when all allow it.
  private func veto() -> String? {
    let isAsked = request.isGuarded && request.cause != .restoration && departure == nil
    guard isAsked, !router.middleware.isEmpty else { return nil }
    let proposal = NavigationProposal(from: from, to: next, cause: request.cause, change: change)
    for middleware in router.middleware {
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
  private var mounted: MountedScene { router.mounted }

  /// Marks the bodies that show the change as stale, and writes it to the bindings behind it.
  private func announce() {
    for id in change.stacks {
      guard let stack = mounted.stack(id) else { continue }
      stack.didChange()
      if request.binding != .path(id) { stack.writePath(next.entries(of: id)) }
    }
    if change.changesTabs { mounted.tabsDidChange() }
    for entry in change.left {
      guard let presenter = mounted.presenter(of: entry) else { continue }
      presenter.didEnd(
        entry.id, isOwn: request.binding == .presentation(presenter.owner),
        keepsValue: request.record == .back)
    }
    for entry in change.entered {
      guard let presenter = mounted.presenter(of: entry) else { continue }
      presenter.didBegin(entry.id, isOwn: request.binding == .presentation(presenter.owner))
    }
    if router.history.ahead.isEmpty { mounted.discardBoundValues() }
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
      if redirects.isEmpty, let entry = change.entered.last {
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
    if router.queue.undecided === self { router.queue.undecided = nil }
    if let token { router.graph?.pending.end(token) }
    if outcome != .completed { restoreBinding(isFinished: true) }
    if let waiter = request.waiter, !isCommitted { router.flows.end(waiter, .interrupted) }
    request.handle.finish(outcome, from: from, to: router.stored)
    if !router.observers.isEmpty {
      let transition = NavigationTransition(
        from: from, to: router.stored, outcome: outcome, cause: request.cause,
        duration: start.map { ContinuousClock.now - $0 } ?? .zero,
        change: isCommitted ? change : .none, repeatedQuestions: repeatedQuestions)
      for observer in router.observers { observer.call(transition) }
    }
    router.reportEndedFlows()
  }
}
