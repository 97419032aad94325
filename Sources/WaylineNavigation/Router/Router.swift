import WaylineGraph

/// Moves a scene from place to place: the only one who changes its navigation.
///
/// Every verb is one transaction. It is planned on a copy of the state and becomes visible as a
/// whole, so several changes are one picture; asked for while another is being carried out, it
/// waits for its turn. What came of it is in the handle that the verb returns, never an error.
///
/// ```swift
/// @Environment(\.router) private var router
/// …
/// router.push(DeskRoute.book(id: 42))
/// ```
@MainActor
public final class Router {
  /// The scene's graph; nil for a router that has no screens.
  let graph: Graph?

  /// Takes the actions that no coordinator has taken, and says whether it has.
  public var onUnhandledAction: ((any Sendable) -> Bool)?

  private(set) var stored = NavigationState()
  var history = NavigationHistory()
  private var requests: [Request] = []
  /// The plan that waits for a guard.
  var undecided: NavigationPlan?
  private var isCommitting = false
  private let changes = Source()
  private var observers: [Int: (NavigationTransition) -> Void] = [:]
  /// What is asked before each commit, by the numbers of its observations.
  var middleware: [Int: @MainActor (NavigationProposal) -> NavigationVerdict] = [:]
  private var lastObserver = 0

  /// What became of the saved scene; nil when nothing has been brought back.
  public internal(set) var restorationReport: RestorationReport? {
    get {
      changes.didRead()
      return restored
    }
    set {
      restored = newValue
      changes.didChange()
    }
  }
  private var restored: RestorationReport?

  /// How often a screen that had ended wanted to dismiss, finish or send something: nothing came of it.
  public internal(set) var missedEvents = 0

  /// The flows that somebody waits for.
  var flows = FlowRecord()

  /// Whether another process goes on with the scene, so that flows with a name wait for it.
  package var isKept = false

  /// What was saved last, and of what.
  var saved: (state: NavigationState, passing: Set<NavigationEntry.ID>, scene: SavedScene)?
  /// The saved form while it is written.
  var text = SceneText()

  /// Takes the places of links that are pressed, instead of showing them.
  var onLink: ((Route) -> Void)?

  /// What is mounted.
  var scene = SceneRecord()

  /// The stack of the scene itself, made when the scene is shown.
  private(set) lazy var sceneHost = StackHost(sceneOf: self)

  /// A router of a scene.
  package init(graph: Graph) {
    self.graph = graph
  }

  /// A router without screens: it accepts every place.
  nonisolated public init() {
    graph = nil
  }

  /// Where the scene is. A body that reads it runs again after each navigation.
  public var state: NavigationState {
    changes.didRead()
    return stored
  }
}

extension Router {
  /// Runs a command of a person: what is asked for in it is the person's wish.
  package func asPerson<Result>(_ action: () -> Result) -> Result {
    guard let graph else { return action() }
    var result: Result?
    graph.answer { result = action() }
    // The line above has run the action.
    return result.unsafelyUnwrapped
  }

  /// Who asks at present: what a person does with an element or a command is the person's.
  private var presentCause: NavigationCause {
    graph?.isAnsweringInput == true ? .person : .program
  }

  /// What a navigation does to the past and to what lies ahead.
  enum Record {
    case nothing, navigation, back, forward, undo, redo, reset
  }

  /// One navigation that waits for its turn.
  struct Request {
    var record = Record.navigation
    var cause: NavigationCause
    /// The binding that asked, which needs not be told.
    var mirror: ObjectIdentifier?
    /// Whether a person asked, directly or through a binding.
    var isPersonal: Bool
    /// Whether no guard is asked, because each was asked before.
    var isUnguarded = false
    /// Who waits for the flow that this begins.
    var flow: FlowWaiter?
    /// The value with which this ends a flow.
    var gift: FlowGift?
    let handle: NavigationHandle
    let step: (inout NavigationState) -> NavigationOutcome
  }

  /// Plans, and carries out as soon as it is its turn.
  @discardableResult
  func submit(
    _ record: Record = .navigation, cause: NavigationCause? = nil, mirror: AnyObject? = nil,
    isUnguarded: Bool = false, flow: FlowWaiter? = nil,
    gift: FlowGift? = nil, _ step: @escaping (inout NavigationState) -> NavigationOutcome
  ) -> NavigationHandle {
    let handle = NavigationHandle(at: stored)
    requests.append(
      Request(
        record: record, cause: cause ?? presentCause, mirror: mirror.map { ObjectIdentifier($0) },
        isPersonal: presentCause == .person, isUnguarded: isUnguarded, flow: flow, gift: gift,
        handle: handle, step: step))
    carryOut()
    return handle
  }

  private func carryOut() {
    guard !isCommitting else { return }
    if Evaluation.isActive, let graph {
      Misuse.report(
        "A navigation was asked for while a body ran; it is carried out after it. Ask in an action, "
          + "in onAppear or in a task.")
      return graph.enqueueEffect { self.carryOut() }
    }
    transact {}
  }

  /// Runs something and then whatever waits, as one update.
  func transact(_ first: () -> Void) {
    perform {
      isCommitting = true
      first()
      while canGoOn, !requests.isEmpty { run(requests.removeFirst()) }
      isCommitting = false
    }
  }

  /// Whether the next in line may run: what a person asks for ends what waits for a guard, what
  /// the program asks for waits with it.
  private var canGoOn: Bool {
    guard let undecided else { return true }
    guard let wish = requests.first(where: \.isPersonal) else { return false }
    var state = stored
    _ = wish.step(&state)
    finish(undecided, .superseded(by: state.top.route))
    return true
  }

  private func perform(_ action: () -> Void) {
    guard let graph else { return action() }
    graph.perform(action)
  }

  private func run(_ request: Request) {
    let plan = NavigationPlan(request, from: stored)
    let outcome = request.step(&plan.next)
    guard outcome == .completed else { return finish(plan, outcome) }
    if !request.isUnguarded { plan.ask(scene.guards) }
    advance(plan)
  }

  /// Makes a plan true, unless middleware stops it.
  func commit(_ plan: NavigationPlan) {
    if let reason = veto(of: plan) { return finish(plan, .blocked(by: reason)) }
    stored = plan.next
    plan.hasBegun = true
    keep(plan.from, as: plan.redirects.isEmpty ? plan.request.record : .navigation)
    let change = NavigationChange(from: plan.from, to: plan.next)
    announce(change, for: plan.request)
    updateFlows(change, for: plan)
    deliver(change, for: plan)
    changes.didChange()
    finish(plan, plan.outcome)
  }

  /// Tells everyone how a plan has ended.
  func finish(_ plan: NavigationPlan, _ outcome: NavigationOutcome) {
    if undecided === plan { undecided = nil }
    if let token = plan.token { graph?.pending.end(token) }
    if outcome != .completed { refuse(plan.request, isOver: true) }
    if let waiter = plan.request.flow, !plan.hasBegun { flows.end(waiter, .interrupted) }
    plan.request.handle.end(outcome, from: plan.from, to: stored)
    let transition = NavigationTransition(
      from: plan.from, to: stored, outcome: outcome, cause: plan.request.cause,
      duration: ContinuousClock.now - plan.start)
    for (_, observer) in observers.sorted(by: { $0.key < $1.key }) { observer(transition) }
    tellEndedFlows()
  }

  private func keep(_ before: NavigationState, as record: Record) {
    switch record {
    case .nothing: break
    case .navigation: history.record(before)
    case .back: history.recordBack(before)
    case .forward: history.recordForward(before)
    case .undo: history.recordUndo(before)
    case .redo: history.recordRedo(before)
    case .reset: history = NavigationHistory()
    }
  }

  /// Changes what is mounted, which is no navigation: nobody is asked and nothing is kept.
  func mount<Result>(_ change: (inout NavigationState) -> Result) -> Result {
    change(&stored)
  }
}

extension Router {
  /// Watches every navigation that ends, completed or not, until the token is given back.
  public func observe(_ observer: @escaping (NavigationTransition) -> Void) -> Observation {
    let observation = nextObservation()
    observers[observation.number] = observer
    return observation
  }

  /// Stops watching, or takes middleware away.
  public func stop(_ observation: Observation) {
    observers[observation.number] = nil
    flows.observers[observation.number] = nil
    middleware[observation.number] = nil
  }

  /// A name that nobody who watches has had.
  func nextObservation() -> Observation {
    lastObserver += 1
    return Observation(number: lastObserver)
  }

  /// Names one that watches.
  public struct Observation: Hashable, Sendable {
    let number: Int
  }

  /// Every navigation that ends from now on, as a sequence.
  public var transitions: AsyncStream<NavigationTransition> {
    AsyncStream { continuation in
      let observation = observe { continuation.yield($0) }
      continuation.onTermination = { [weak self] _ in
        Task { @MainActor in self?.stop(observation) }
      }
    }
  }
}
