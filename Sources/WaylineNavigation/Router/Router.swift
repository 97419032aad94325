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

  /// Who asks at present: what a person does with an element or a command is the person's.
  package var cause = NavigationCause.program

  private(set) var stored = NavigationState()
  var history = NavigationHistory()
  private var requests: [Request] = []
  private var isCommitting = false
  private let changes = Source()
  private var observers: [Int: (NavigationTransition) -> Void] = [:]
  private var lastObserver = 0

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
  /// What a navigation does to the past and to what lies ahead.
  enum Record {
    case nothing, navigation, back, forward, undo, redo
  }

  /// One navigation that waits for its turn.
  struct Request {
    var record = Record.navigation
    var cause: NavigationCause
    /// The binding that asked, which needs not be told.
    var mirror: ObjectIdentifier?
    let handle: NavigationHandle
    let step: (inout NavigationState) -> NavigationOutcome
  }

  /// Plans, and carries out as soon as it is its turn.
  @discardableResult
  func submit(
    _ record: Record = .navigation, cause: NavigationCause? = nil, mirror: AnyObject? = nil,
    _ step: @escaping (inout NavigationState) -> NavigationOutcome
  ) -> NavigationHandle {
    let handle = NavigationHandle(at: stored)
    requests.append(
      Request(
        record: record, cause: cause ?? self.cause, mirror: mirror.map { ObjectIdentifier($0) },
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
    perform {
      isCommitting = true
      while !requests.isEmpty { run(requests.removeFirst()) }
      isCommitting = false
    }
  }

  private func perform(_ action: () -> Void) {
    guard let graph else { return action() }
    graph.perform(action)
  }

  private func run(_ request: Request) {
    let start = ContinuousClock.now
    let before = stored
    var next = before
    let outcome = request.step(&next)
    if outcome == .completed { commit(next, request) } else { refuse(request) }
    request.handle.end(outcome, from: before, to: stored)
    guard !observers.isEmpty else { return }
    let transition = NavigationTransition(
      from: before, to: stored, outcome: outcome, cause: request.cause,
      duration: ContinuousClock.now - start)
    for (_, observer) in observers.sorted(by: { $0.key < $1.key }) { observer(transition) }
  }

  private func commit(_ next: NavigationState, _ request: Request) {
    let before = stored
    stored = next
    keep(before, as: request.record)
    announce(NavigationChange(from: before, to: next), for: request)
    changes.didChange()
  }

  private func keep(_ before: NavigationState, as record: Record) {
    switch record {
    case .nothing: break
    case .navigation: history.record(before)
    case .back: history.recordBack(before)
    case .forward: history.recordForward(before)
    case .undo: history.recordUndo(before)
    case .redo: history.recordRedo(before)
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
    lastObserver += 1
    observers[lastObserver] = observer
    return Observation(number: lastObserver)
  }

  /// Stops watching.
  public func stop(_ observation: Observation) {
    observers[observation.number] = nil
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
