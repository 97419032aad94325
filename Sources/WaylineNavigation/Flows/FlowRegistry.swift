import WaylineGraph

/// The flows whose results are awaited, and those that have ended.
///
/// A flow is a screen and everything above it. Its result is awaited by code (`present(returning:)`),
/// by a name that is saved with the screen (`present(for:)`), or by the program, if the whole scene
/// is one flow. The registry reports each ending once.
@MainActor
final class FlowRegistry {
  /// The screens of ended flows, which are never shown again.
  private(set) var ended: Set<NavigationEntry.ID> = []
  var observers: [Router.Observer<(EndedFlow) -> Void>] = []

  private var waiters: [NavigationEntry.ID: FlowWaiter] = [:]
  /// The flow of the whole scene, until it has ended.
  private var scene: FlowWaiter?
  private var unreported: [EndedFlow] = []

  /// The number of ended flows stored before those are removed that no state can show any more.
  private static let endedLimit = 1_000

  nonisolated init() {}

  /// The screens of flows that are not saved, because they end with the process.
  var unsaved: Set<NavigationEntry.ID> { waiters.isEmpty ? ended : ended.union(waiters.keys) }

  /// True if code awaits the flow of a screen.
  func isAwaited(_ entry: NavigationEntry.ID) -> Bool { waiters[entry] != nil }

  /// True if the whole scene is a flow that has not ended.
  var hasSceneFlow: Bool { scene != nil }

  // MARK: Beginnings

  /// Awaits the flow of a screen.
  func begin(_ waiter: FlowWaiter, in entry: NavigationEntry.ID) { waiters[entry] = waiter }

  /// Awaits the flow of the whole scene.
  func awaitScene(_ waiter: FlowWaiter) { scene = waiter }

  // MARK: Endings

  /// Ends the flows whose screens a change has ended, and delivers the results.
  func endFlows(
    of change: NavigationChange, from state: NavigationState, with result: FlowResult?,
    in mounted: MountedScene
  ) {
    let names = state.marks.resultNames
    guard !waiters.isEmpty || !names.isEmpty else { return }
    var left: Set<NavigationEntry.ID>?
    func ending(of entry: NavigationEntry) -> UntypedEnding {
      if let result, result.flow == entry.id { return .value(result.value) }
      let gone = left ?? Set(change.left.map(\.id))
      left = gone
      let below = state.visits(from: entry.id).dropFirst()
      if below.contains(where: gone.contains) { return .dismissedByParent }
      return change.entered.isEmpty ? .cancelled : .replaced
    }
    for entry in change.left where waiters[entry.id] != nil { end(entry.id, ending(of: entry)) }
    for entry in change.left where names[entry.id] != nil {
      deliver(ending(of: entry), of: entry, in: state, mounted)
    }
  }

  /// Ends all flows that code awaits, the innermost first.
  func endAll(_ ending: UntypedEnding) {
    for entry in waiters.keys.sorted(by: { $0.number > $1.number }) { end(entry, ending) }
  }

  /// Ends a flow that code awaits and that never begins.
  func end(_ waiter: FlowWaiter, _ ending: UntypedEnding) {
    end(waiter, of: nil, ending)
  }

  private func end(_ waiter: FlowWaiter, of entry: NavigationEntry.ID?, _ ending: UntypedEnding) {
    let delivered = waiter.accepted(ending)
    unreported.append(
      EndedFlow(name: nil, place: waiter.place, entry: entry, ending: delivered))
    waiter.take(delivered)
  }

  private func end(_ entry: NavigationEntry.ID, _ ending: UntypedEnding) {
    guard let waiter = waiters.removeValue(forKey: entry) else { return }
    ended.insert(entry)
    end(waiter, of: entry, ending)
  }

  /// Delivers the result of a flow to the nearest declaration of its name.
  func deliver(
    _ ending: UntypedEnding, of entry: NavigationEntry, in state: NavigationState,
    _ mounted: MountedScene
  ) {
    guard let name = state.marks.resultNames[entry.id] else { return }
    let taker = mounted.result(of: name, below: state.visits(from: entry.id))
    let delivered = taker?.deliver(ending) ?? ending
    ended.insert(entry.id)
    unreported.append(
      EndedFlow(name: name, place: entry.route, entry: entry.id, ending: delivered))
  }

  /// Delivers the interruption of a saved flow that was not restored.
  func deliverInterrupted(_ name: String, in mounted: MountedScene) {
    _ = mounted.result(of: name, below: [])?.deliver(.interrupted)
    unreported.append(EndedFlow(name: name, place: nil, entry: nil, ending: .interrupted))
  }

  /// Ends the flow of the scene, if it has not ended.
  /// - Returns: The waiter to be called with the ending, after the flow has been reported.
  func endScene(_ ending: UntypedEnding) -> FlowWaiter? {
    guard let waiter = scene else { return nil }
    scene = nil
    unreported.append(
      EndedFlow(name: nil, place: nil, entry: nil, ending: waiter.accepted(ending)))
    return waiter
  }

  // MARK: Reports

  /// Reports the flows that have ended since the last report to the observers.
  func report(stillShown: () -> Set<NavigationEntry.ID>) {
    guard !unreported.isEmpty else { return }
    let flows = unreported
    unreported = []
    if ended.count > Self.endedLimit { ended.formIntersection(stillShown()) }
    for flow in flows {
      for observer in observers { observer.call(flow) }
    }
  }
}

/// A result on its way to the code that awaits the flow.
struct FlowResult {
  let flow: NavigationEntry.ID
  let value: any Sendable
}

/// The code that awaits a flow.
struct FlowWaiter {
  /// The place that the flow begins with; nil for the flow of a scene.
  let place: Route?
  /// Passes the ending on.
  let take: (UntypedEnding) -> Void
  private let isWanted: (any Sendable) -> Bool

  init<Value: Sendable>(
    for place: Route?, returning type: Value.Type, _ take: @escaping (UntypedEnding) -> Void
  ) {
    self.place = place
    self.take = take
    isWanted = { $0 is Value }
  }

  /// The ending as it is delivered: a value of another type counts as cancelled.
  func accepted(_ ending: UntypedEnding) -> UntypedEnding { ending.accepted(if: isWanted) }
}

// MARK: - Verbs of a router

extension Router {
  /// Presents a place and waits until its flow has ended.
  ///
  /// The flow's screen calls `finish(_:)` from its environment. Every other end of the screen is an
  /// ending too; exactly one is returned.
  public func present<Value: Sendable>(
    _ route: some Hashable & Sendable, as form: NavigationEntry.Presentation = .sheet,
    returning type: Value.Type
  ) async -> FlowEnding<Value> {
    let route = Route(route)
    let ending = await withCheckedContinuation { continuation in
      let waiter = FlowWaiter(for: route, returning: type) { continuation.resume(returning: $0) }
      submit(.show(route, as: form), waiter: waiter)
    }
    return ending.typed(as: type)
  }

  /// Presents a place; `.onResult(of:)` with the same name receives the ending of its flow.
  ///
  /// A guard may lead to another place first: a redirect that continues keeps the name.
  @discardableResult
  public func present(
    _ route: some Hashable & Sendable, as form: NavigationEntry.Presentation = .sheet,
    for name: String
  ) -> NavigationHandle {
    submit(.show(Route(route), as: form, resultName: name))
  }

  /// Ends the flow of a screen with a value; a screen that has ended has no flow.
  @discardableResult
  func finish(_ entry: NavigationEntry.ID, with value: any Sendable) -> NavigationHandle {
    guard isOpen(entry) else {
      missedEvents += 1
      lateResults += 1
      return submit(.answer(.duplicate), recording: .nothing)
    }
    let marks = stored.marks
    let inner = stored.visits(from: entry).first {
      flows.isAwaited($0) || marks.intents[$0] != nil || marks.resultNames[$0] != nil
    }
    if inner == nil, flows.hasSceneFlow {
      defer { endScene(.value(value)) }
      return submit(.answer(.completed), recording: .nothing)
    }
    let flow = inner ?? entry
    let (intent, result) = (marks.intents[flow], FlowResult(flow: flow, value: value))
    let handle = submit(.finish(flow, then: intent), result: result)
    guard intent != nil else { return handle }
    // The flow was completed: it ends also when its destination is refused.
    handle.whenFinished { [weak self] outcome in
      switch outcome {
      case .blocked, .notFound, .redirectCycle:
        self?.submit(.finish(flow, then: nil), result: result)
      default: break
      }
    }
    return handle
  }

  /// Makes the whole scene one flow; the closure receives its ending once.
  ///
  /// `finish(_:)` returns the value, from the first screen or from one above it that belongs to no
  /// other flow. Leaving the first screen cancels the flow.
  package func awaitScene<Value: Sendable>(
    returning type: Value.Type, _ take: @escaping (FlowEnding<Value>) -> Void
  ) {
    flows.awaitScene(FlowWaiter(for: nil, returning: type) { take($0.typed(as: type)) })
  }

  /// Ends the flow of the scene, if it has not ended.
  package func endScene(_ ending: FlowEnding<any Sendable>) {
    guard let waiter = flows.endScene(ending) else { return }
    // NB: the observers may end the scene, and with it the other flows.
    reportEndedFlows()
    waiter.take(ending)
  }

  /// Cancels the flow of the scene when nothing else could be left; the leave guards are asked.
  func leaveScene(after handle: NavigationHandle) -> NavigationHandle {
    guard flows.hasSceneFlow, handle.outcome == .nothingToPop else { return handle }
    let leaving = leave()
    if leaving.outcome == .completed { endScene(.cancelled) }
    return leaving
  }

  /// Ends every flow: the input or the scene ends.
  ///
  /// A flow with a name continues in the next process, if the scene is kept.
  package func endFlows(atEndOfInput: Bool) {
    let ending: UntypedEnding = atEndOfInput ? .endOfInput : .interrupted
    flows.endAll(ending)
    if !isKept, !stored.marks.resultNames.isEmpty {
      let state = stored
      mount { $0.marks.resultNames = [:] }
      transact {
        for entry in state.allEntries { flows.deliver(ending, of: entry, in: state, mounted) }
      }
    }
    endScene(ending)
    reportEndedFlows()
  }

  /// Delivers the interruption of saved flows that were not restored.
  func deliverInterrupted(_ names: [String]) {
    guard !names.isEmpty else { return }
    transact { for name in names { flows.deliverInterrupted(name, in: mounted) } }
    reportEndedFlows()
  }

  /// Reports the flows that have ended since the last report.
  func reportEndedFlows() {
    flows.report { history.entries.union(stored.allEntries.map(\.id)) }
  }
}
