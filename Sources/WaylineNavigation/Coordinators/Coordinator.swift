import WaylineGraph
import WaylineViews

/// Makes the screen of one place and provides what the screen needs.
///
/// ```swift
/// struct CatalogCoordinator: Coordinator {
///   func start() -> some View { CatalogView() }
/// }
/// ```
@preconcurrency @MainActor
public protocol Coordinator {
  /// The screen that the coordinator makes.
  associatedtype Destination: View

  /// Makes the screen; called again whenever the body of the screen runs.
  @ViewBuilder func start() -> Destination
}

/// A coordinator that handles the actions of its screens, and of the screens above them.
///
/// A screen sends an action with `send(_:)` from its environment. The coordinator that made the
/// screen receives it first; an action that it does not handle goes to the coordinator of the screen
/// below, and so on outwards, and at last to `Router.onUnhandledAction`.
@preconcurrency
@MainActor
public protocol FlowCoordinator: Coordinator {
  /// Handles an action, or leaves it to the coordinator below.
  /// - Returns: Whether the action was handled.
  func handle(_ action: any Sendable) -> Bool
}

/// The screen that a coordinator makes, in a node of its own.
///
/// A program shows its first coordinator with it; the stack shows the coordinators of pushed places.
public struct CoordinatorView {
  @NodeStorage<CoordinatorRegistration> private var registration
  private let coordinator: any Coordinator

  /// Creates the screen of a coordinator.
  nonisolated public init(coordinator: any Coordinator) {
    self.coordinator = coordinator
  }
}

extension CoordinatorView: View {
  /// The screen.
  public var body: some View {
    let _ = registration?.follow(coordinator)
    Self.screen(of: coordinator)
  }

  @MainActor private static func screen(of coordinator: some Coordinator) -> AnyView {
    AnyView(coordinator.start())
  }
}

/// The coordinator of a screen, if it handles actions, stored in the screen's node.
@MainActor
final class CoordinatorRegistration: NodeObject {
  /// The coordinator, if it handles actions.
  private(set) var flow: (any FlowCoordinator)?
  private let position: NavigationPosition?
  private var isAdded = false

  init(in node: Node) {
    position = node.environment.values.position
  }

  deinit {
    // A node releases its storage on the main actor only.
    MainActor.assumeIsolated { [position, isAdded] in
      if isAdded, let position { position.router.mounted.removeCoordinator(of: position.entry) }
    }
  }

  /// Called by each body run of the screen.
  func follow(_ coordinator: any Coordinator) {
    flow = coordinator as? any FlowCoordinator
    guard flow != nil, !isAdded, let position else { return }
    isAdded = true
    position.router.mounted.add(self, of: position.entry)
  }
}

/// Sends an action to the coordinators of a screen.
public struct SendAction {
  let router: Router?
  let entry: NavigationEntry.ID?

  /// Offers the action to one coordinator after the other; `.unhandled` when none handles it.
  @MainActor
  @discardableResult
  public func callAsFunction(_ action: some Sendable) -> NavigationOutcome {
    guard let router, let entry else { return .unhandled }
    guard router.isOpen(entry) else {
      router.missedEvents += 1
      return .unhandled
    }
    var isHandled = false
    let offer = {
      let coordinators = router.mounted.coordinators(of: router.stored.visits(from: entry))
      isHandled = coordinators.contains { $0.handle(action) }
      if !isHandled { isHandled = router.onUnhandledAction?(action) ?? false }
    }
    if let graph = router.graph { graph.perform(offer) } else { offer() }
    return isHandled ? .completed : .unhandled
  }
}

extension EnvironmentValues {
  /// Sends an action to the coordinators of the screen that reads it.
  public var send: SendAction { SendAction(router: position?.router, entry: position?.entry) }
}
