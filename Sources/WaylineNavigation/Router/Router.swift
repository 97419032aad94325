import WaylineGraph

/// Moves a scene from place to place; the only writer of its navigation.
///
/// Every verb is one transaction: it is planned on a copy of the state and becomes visible as a
/// whole, in one update. A request made during a commit is queued and runs after it. The outcome is
/// in the handle that the verb returns, never an error.
///
/// ```swift
/// @Environment(\.router) private var router
/// …
/// router.push(DeskRoute.book(id: 42))
/// ```
@MainActor
public final class Router {
  /// The graph of the scene; nil for a router without screens or without a scene.
  let graph: Graph?
  /// True if there is a scene to move.
  let hasScene: Bool

  /// Takes the actions that no coordinator has handled; returns whether it handled one.
  public var onUnhandledAction: ((any Sendable) -> Bool)?

  /// The number of actions ignored because their screen had already ended.
  public internal(set) var missedEvents = 0

  /// The number of results ignored because their flow had already ended.
  public internal(set) var lateResults = 0

  /// True if another process continues the scene, so that flows with a name wait for it.
  package var isKept = false

  // Accesses to these variables call no other code, so they cannot overlap and need no check at run time.
  /// The present state; written by transactions and by ``mount(_:)``.
  @exclusivity(unchecked) var stored = NavigationState()
  @exclusivity(unchecked) var history = NavigationHistory()
  @exclusivity(unchecked) var queue = NavigationTransaction.Queue()
  /// The requests of the present action.
  @exclusivity(unchecked) var joined = JoinedRequests()

  /// The stacks, tab views, guards and bindings that views have declared.
  let mounted = MountedScene()
  /// The flows whose results are awaited.
  let flows = FlowRegistry()
  /// The saved form of the scene, and the writer that keeps it up to date.
  @exclusivity(unchecked) var saved = SceneWriter()

  /// True when the scene has ended: a request of its views or their tasks is ignored.
  @exclusivity(unchecked) private(set) var hasEnded = false

  /// True while a typed command makes its request.
  @exclusivity(unchecked) var isTyped = false

  /// Receives the places of links that are located, for the route graph and for completion.
  var onLink: ((Route) -> Void)?

  /// Receives the reason when the place of an activated link is refused after the link has answered,
  /// or when a screen returns a result that nothing awaits.
  package var onLateRefusal: ((String) -> Void)?

  /// Receives the sentence of each redirect of a navigation that an element, or work that a line has begun,
  /// has requested.
  package var onRedirect: ((String) -> Void)?

  /// Receives each navigation that is requested, while the requests of commands are collected, and returns
  /// whether a command has requested it, which answers with its outcome.
  @exclusivity(unchecked) package var onRequest: ((NavigationHandle) -> Bool)?

  /// Asks the person the question of a guard, and returns whether it does; the closure takes the answer.
  package var onQuestion: ((String, _ answer: @escaping @MainActor (Bool) -> Void) -> Bool)?

  /// Receives each alert that a shown screen opens or closes.
  package var onAlert: ((AlertChange) -> Void)?

  /// The stored values that guards may read; nil where nothing is ever locked.
  package var guardedReads: GuardedReads?

  /// The restoration of the saved scene, while a guard has not decided about one of its places.
  var restorer: SceneRestorer? {
    get { openRestoration?.restorer }
    set { openRestoration = newValue.map(OpenRestoration.init) }
  }

  /// A restoration in a box, since few scenes have one.
  private final class OpenRestoration {
    let restorer: SceneRestorer
    init(_ restorer: SceneRestorer) { self.restorer = restorer }
  }

  private var openRestoration: OpenRestoration?

  private let changes = Source()
  private var report: RestorationReport?
  @exclusivity(unchecked)
  private(set) var observers: [Observer<(NavigationTransition) -> Void>] = []
  @exclusivity(unchecked)
  private(set) var middleware: [Observer<(NavigationProposal) -> NavigationVerdict>] = []
  private var guards: [Observer<GuardRegistration>] = []
  private var lastObservation = 0

  /// The router as those reach it who must not retain it.
  nonisolated let reference = BackReference<Router>()

  /// The stack of the scene itself, made when the scene is shown.
  private(set) lazy var sceneStack = MountedStack(sceneOf: self)

  /// Creates the router of a scene.
  package init(graph: Graph) {
    self.graph = graph
    hasScene = true
    reference.object = self
  }

  /// Creates a router without a scene, such as that of views outside of one.
  ///
  /// It refuses every request as `.outsideScene`, and reports the mistake.
  nonisolated public init() {
    graph = nil
    hasScene = false
    reference.object = self
  }

  deinit {
    reference.object = nil
  }

  /// Creates a router without screens, which opens the links of the given types.
  ///
  /// It moves its ``state`` by the rules of a scene, and accepts every place. Use it to test links,
  /// guards and paths without views:
  ///
  /// ```swift
  /// let router = Router(declaring: DeskRoute.self)
  /// router.open("/book/42")
  /// ```
  public convenience init(
    declaring first: any NavigationValue.Type, _ others: any NavigationValue.Type...
  ) {
    self.init(withoutScreens: ())
    for type in [first] + others { mounted.declare(type) }
  }

  /// Creates a router that moves through a state without screens, which accepts every place.
  nonisolated init(withoutScreens: Void) {
    graph = nil
    hasScene = true
    reference.object = self
  }

  /// The state of the scene. A body that reads it runs again after each navigation.
  public var state: NavigationState {
    didRead()
    return stored
  }

  /// The report about the restored scene; nil when nothing has been restored.
  public internal(set) var restorationReport: RestorationReport? {
    get {
      changes.didRead()
      return report
    }
    set {
      report = newValue
      changes.didChange()
    }
  }

  /// Runs a command of the user; navigations requested in it are the user's.
  func asPerson<Result>(_ action: () -> Result) -> Result {
    guard let graph else { return action() }
    var result: Result?
    graph.answer { result = action() }
    // The line above has run the action.
    return result.unsafelyUnwrapped
  }

  /// True if a visit has not ended.
  func isOpen(_ entry: NavigationEntry.ID) -> Bool { stored.stackIndex(holding: entry) != nil }

  /// The planner of a request.
  var planner: NavigationPlanner {
    NavigationPlanner(
      mounted: mounted, history: history, endedFlows: flows.ended,
      unshown: joined.unshown)
  }

  /// Notes that a body reads the state or the history.
  func didRead() { changes.didRead() }

  /// Marks the bodies that read the state as stale.
  func stateDidChange() { changes.didChange() }

  /// Changes what is mounted, which is not a navigation: no guard is asked and nothing is recorded.
  func mount<Result>(_ change: (inout NavigationState) -> Result) -> Result {
    change(&stored)
  }
}

// MARK: - Observation

extension Router {
  /// The identity of an observer or of middleware, with which it is removed.
  public struct Observation: Hashable, Sendable {
    let number: Int
  }

  /// A closure, and the identity under which it was added.
  struct Observer<Call> {
    let observation: Observation
    let call: Call
  }

  /// Calls a closure after every navigation, completed or not, until the observation is stopped.
  public func observe(_ observer: @escaping (NavigationTransition) -> Void) -> Observation {
    let observation = makeObservation()
    observers.append(Observer(observation: observation, call: observer))
    return observation
  }

  /// Calls a closure when a flow ends, in whatever way, until the observation is stopped.
  ///
  /// Each flow is reported once, after the navigation that ended it.
  public func observeFlows(_ observer: @escaping (EndedFlow) -> Void) -> Observation {
    let observation = makeObservation()
    flows.observers.append(Observer(observation: observation, call: observer))
    return observation
  }

  /// Asks a closure before every navigation, until the observation is stopped; it may block it.
  ///
  /// Middleware is asked in the order in which it was added; after the first that blocks no other is
  /// asked. A blocked navigation ends as `.blocked(by:)` and changes nothing. Guards are asked
  /// before, so `to` is the place that a redirect leads to. A restored scene is put to guards only.
  ///
  /// ```swift
  /// router.addMiddleware { navigation in
  ///   log(navigation.change.entered)
  ///   return isClosing ? .block("The desk is closing.") : .allow
  /// }
  /// ```
  @discardableResult
  public func addMiddleware(
    _ decide: @escaping @MainActor (NavigationProposal) -> NavigationVerdict
  ) -> Observation {
    let observation = makeObservation()
    middleware.append(Observer(observation: observation, call: decide))
    return observation
  }

  /// Asks a closure before a place of a type is shown, until the observation is stopped.
  ///
  /// It decides like a guard of a view: it may also redirect. Guards are asked in the order in which
  /// they were added.
  ///
  /// ```swift
  /// router.addGuard(for: OfficeRoute.self) { route in
  ///   route == .ledger ? .redirect(to: OfficeRoute.signIn) : .allow
  /// }
  /// ```
  @discardableResult
  public func addGuard<Value: NavigationValue>(
    for type: Value.Type, _ decide: @escaping @MainActor (Value) -> GuardDecision
  ) -> Observation {
    let observation = makeObservation()
    let registration = GuardRegistration { route in
      route.value(as: type).map { .now(decide($0)) }
    }
    guards.append(Observer(observation: observation, call: registration))
    mounted.entering.add(registration, for: .scene)
    return observation
  }

  /// The answer of a guard about a screen that begins; nil for a place that it does not guard.
  func answer(
    of guardian: GuardRegistration, toEntering entry: NavigationEntry
  ) -> GuardAnswer? {
    guard let guardedReads else { return guardian.answer(toEntering: entry) }
    return guardedReads.answer { guardian.answer(toEntering: entry) }
  }

  /// Removes an observer, middleware or a guard.
  public func stop(_ observation: Observation) {
    observers.removeAll { $0.observation == observation }
    middleware.removeAll { $0.observation == observation }
    guards.removeAll { $0.observation == observation }
    mounted.entering.purge(.scene)
    flows.observers.removeAll { $0.observation == observation }
  }

  /// Ignores each request from now on, because the scene ends.
  ///
  /// Views that disappear then may request a navigation, which is no mistake: they do so also when
  /// only their screen ends.
  package func ignoreRequests() { hasEnded = true }

  /// Releases the closures that were added, when the scene has ended.
  ///
  /// NB: such a closure mostly retains a view, and with it the router.
  package func releaseObservers() {
    (observers, middleware, guards, flows.observers) = ([], [], [], [])
    mounted.entering.purge(.scene)
    (onUnhandledAction, onLateRefusal, onRedirect) = (nil, nil, nil)
    (onRequest, onLink, onAlert, onQuestion) = (nil, nil, nil, nil)
  }

  /// Every navigation from now on, as a sequence.
  public var transitions: AsyncStream<NavigationTransition> {
    stream { router, yield in router.observe(yield) }
  }

  /// Every flow that ends from now on, as a sequence.
  public var endedFlows: AsyncStream<EndedFlow> {
    stream { router, yield in router.observeFlows(yield) }
  }

  private func stream<Element: Sendable>(
    _ observe: (Router, @escaping (Element) -> Void) -> Observation
  ) -> AsyncStream<Element> {
    AsyncStream { continuation in
      let observation = observe(self) { continuation.yield($0) }
      continuation.onTermination = { [weak self] _ in
        Task { @MainActor in self?.stop(observation) }
      }
    }
  }

  private func makeObservation() -> Observation {
    lastObservation += 1
    return Observation(number: lastObservation)
  }
}

extension Router: EngineObject {}
