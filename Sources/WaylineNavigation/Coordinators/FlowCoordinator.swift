import WaylineGraph

/// A coordinator that takes the actions of its screens, and of the screens above them.
///
/// A screen that calls `send(_:)` from its environment asks the coordinator that made it. What that
/// one does not handle goes to the coordinator of the screen below, and so on outwards, and at last
/// to `Router.onUnhandledAction`.
@preconcurrency
@MainActor
public protocol FlowCoordinator: Coordinator {
  /// Takes an action, or leaves it to the coordinator below.
  /// - Returns: Whether the action was taken.
  func handle(_ action: any Sendable) -> Bool
}

/// Sends an action to the coordinators of a screen.
public struct SendAction {
  let router: Router?
  let entry: NavigationEntry.ID?

  /// Offers the action to one coordinator after the other; `.unhandled` when none takes it.
  @MainActor
  @discardableResult
  public func callAsFunction(_ action: some Sendable) -> NavigationOutcome {
    guard let router, let entry else { return .unhandled }
    return router.send(action, from: entry)
  }
}

extension EnvironmentValues {
  /// Sends an action to the coordinators of the screen that reads it.
  public var send: SendAction { SendAction(router: place?.router, entry: place?.entry) }
}

extension Router {
  /// Offers an action to the coordinators from a screen downwards and outwards, in one picture.
  func send(_ action: any Sendable, from entry: NavigationEntry.ID) -> NavigationOutcome {
    guard isOpen(entry) else {
      missedEvents += 1
      return .unhandled
    }
    var isTaken = false
    let offer = { [self] in
      isTaken = scene.coordinators(of: stored.visits(from: entry)).contains { $0.handle(action) }
      if !isTaken { isTaken = onUnhandledAction?(action) ?? false }
    }
    if let graph { graph.perform(offer) } else { offer() }
    return isTaken ? .completed : .unhandled
  }
}
