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
  /// The places that were wanted, by the screens that guards have led to instead.
  var substitutes: [NavigationEntry.ID: Route] = [:]
  var observers: [Router.Observer<(EndedFlow) -> Void>] = []

  private var waiters: [NavigationEntry.ID: FlowWaiter] = [:]
  private var scene = SceneFlow.none
  // An access calls no other code.
  @exclusivity(unchecked) private var unreported: [EndedFlow] = []

  /// The number of ended flows stored before those are removed that no state can show any more.
  private static let endedLimit = 1_000

  nonisolated init() {}

  /// The screens of flows that are not saved, because they end with the process.
  var unsaved: Set<NavigationEntry.ID> { waiters.isEmpty ? ended : ended.union(waiters.keys) }

  /// True if code awaits the flow of a screen.
  func isAwaited(_ entry: NavigationEntry.ID) -> Bool { waiters[entry] != nil }

  /// True if the whole scene is a flow that has not ended.
  var hasSceneFlow: Bool {
    switch scene {
    case .expected(nil), .awaited: true
    case .none, .expected: false
    }
  }

  // MARK: Beginnings

  /// Awaits the flow of a screen.
  func begin(_ waiter: FlowWaiter, in entry: NavigationEntry.ID) { waiters[entry] = waiter }

  /// Makes the whole scene a flow, whose result is awaited later.
  func expectScene() { scene = .expected(nil) }

  /// Awaits the flow of the whole scene. Returns its ending if it has ended before.
  func awaitScene(_ waiter: FlowWaiter) -> UntypedEnding? {
    let ending: UntypedEnding? = if case .expected(let ending) = scene { ending } else { nil }
    scene = .awaited(waiter)
    return ending
  }

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

  /// Ends a screen whose result nothing awaits: it is never shown again.
  func close(_ entry: NavigationEntry.ID) {
    ended.insert(entry)
    substitutes[entry] = nil
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

  /// Ends the flow of the scene, if it has not ended. One that nobody awaits yet ends when somebody does.
  /// - Returns: The waiter to be called with the ending, after the flow has been reported.
  func endScene(_ ending: UntypedEnding) -> FlowWaiter? {
    switch scene {
    case .none, .expected(.some): return nil
    case .expected(nil):
      scene = .expected(ending)
      return nil
    case .awaited(let waiter):
      scene = .none
      unreported.append(
        EndedFlow(name: nil, place: nil, entry: nil, ending: waiter.accepted(ending)))
      return waiter
    }
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

/// The flow of a whole scene.
private enum SceneFlow {
  /// The scene is none, or has ended.
  case none
  /// The scene is one whose result is not awaited yet; it may have ended already, as by `finish` while
  /// its first screen appears.
  case expected(UntypedEnding?)
  /// Code awaits the result.
  case awaited(FlowWaiter)
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
  /// Returns the ending as it is delivered: a value of another type counts as cancelled.
  let accepted: (UntypedEnding) -> UntypedEnding

  init<Value: Sendable>(
    for place: Route?, returning type: Value.Type, _ take: @escaping (UntypedEnding) -> Void
  ) {
    self.place = place
    self.take = take
    accepted = { ending in
      ending.accepted(
        as: type, of: place.map { "The flow of '\($0.spoken)'" } ?? "The flow of the scene")
    }
  }
}
