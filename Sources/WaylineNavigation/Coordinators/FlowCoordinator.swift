import WaylineGraph
import WaylineViews

/// A coordinator that handles the actions of its screens, and of the screens above them.
///
/// A screen sends an action with ``Send``. The coordinator that made the screen receives it first, if
/// the action is of its type; an action that it does not handle goes to the coordinator of the screen
/// below, and so on outwards, and at last to ``Router/onUnhandledAction``.
///
/// ```swift
/// enum DeskAction: Sendable {
///   case lend(Int)
///   case done
/// }
///
/// struct DeskCoordinator: FlowCoordinator {
///   @Environment(\.router) private var router
///   func start() -> some View { DeskView() }
///   func handle(_ action: DeskAction) -> Bool {
///     switch action {
///     case .lend(let id): router.push(DeskRoute.book(id: id))
///     case .done: router.home()
///     }
///     return true
///   }
/// }
/// ```
///
/// A coordinator for actions of several types takes `any Sendable`.
@preconcurrency
@MainActor
public protocol FlowCoordinator<Action>: Coordinator {
  /// The actions that the coordinator handles.
  associatedtype Action: Sendable = Never

  /// Handles an action, or leaves it to the coordinator below.
  /// - Returns: Whether the action was handled.
  func handle(_ action: Action) -> Bool
}

extension FlowCoordinator {
  /// Unavailable: write it, and return whether the action was handled.
  @available(
    *, unavailable,
    message: "write func handle(_ action: …) -> Bool, which returns whether the action was handled"
  )
  public func handle(_ action: Action) -> Bool { false }
}

/// The coordinator of a screen, which receives the actions of the screen.
struct ActionModifier<Handler: FlowCoordinator> {
  @NodeStorage<CoordinatorRegistration> private var registration
  /// The coordinator with its properties connected.
  let coordinator: Handler
}

extension ActionModifier: ViewModifier {
  func body(content: Content) -> some View {
    let _ = registration?.follow(coordinator)
    content
  }
}

/// The coordinator that handles the actions of a screen, stored in the node of its modifier.
@MainActor
final class CoordinatorRegistration: NodeObject {
  /// The coordinator, connected by the last run of `start()`.
  private(set) var coordinator: (any FlowCoordinator)?
  private let position: NavigationPosition?

  init(in node: Node) {
    position = node.environment.values.position
    if let position { position.router.mounted.coordinators.add(self, for: position.entry) }
  }

  deinit {
    // A node releases its storage on the main actor only.
    MainActor.assumeIsolated { [position] in
      if let position { position.router.mounted.coordinators.purge(position.entry) }
    }
  }

  /// Called by each body run of the modifier.
  func follow(_ coordinator: any FlowCoordinator) { self.coordinator = coordinator }
}

// MARK: - Sending

/// Sends actions of one type to the coordinators of a screen; another type does not compile.
///
/// ```swift
/// struct DeskView: View {
///   @Send<DeskAction> private var send
///   var body: some View { Button("Lend") { send(.lend(42)) } }
/// }
/// ```
@propertyWrapper
public struct Send<Action: Sendable>: DynamicProperty {
  @Environment(\.send) private var send

  /// Creates a property for actions of the type.
  public init() {}

  /// The function that sends an action.
  public var wrappedValue: ActionSender<Action> { ActionSender(send: send) }
}

/// Sends an action of one type to the coordinators of a screen.
public struct ActionSender<Action: Sendable> {
  let send: SendAction

  /// Offers the action to one coordinator after the other; `.unhandled` when none handles it.
  @MainActor
  @discardableResult
  public func callAsFunction(_ action: Action) -> NavigationOutcome { send(action) }
}

/// Sends an action of any type to the coordinators of a screen; ``Send`` checks the type.
public struct SendAction {
  let position: NavigationPosition?

  /// Offers the action to one coordinator after the other; `.unhandled` when none handles it.
  ///
  /// It is reported as a mistake when no coordinator handles actions of its type.
  @MainActor
  @discardableResult
  public func callAsFunction(_ action: some Sendable) -> NavigationOutcome {
    guard let position else { return .outsideScene }
    let (router, entry) = (position.router, position.entry)
    if router.hasEnded { return .interrupted }
    guard router.isOpen(entry) else {
      router.missedEvents += 1
      return .unhandled
    }
    var isHandled = false
    let offer = {
      let coordinators = router.mounted.coordinators(of: router.stored.visits(from: entry))
      isHandled = coordinators.contains { Self.offer(action, to: $0) }
      if !isHandled { isHandled = router.onUnhandledAction?(action) ?? false }
      if !isHandled { Self.reportUnknownType(of: action, to: coordinators) }
    }
    if let graph = router.graph { graph.perform(offer) } else { offer() }
    return isHandled ? .completed : .unhandled
  }

  @MainActor
  private static func offer(_ action: some Sendable, to coordinator: some FlowCoordinator) -> Bool {
    fitting(action, coordinator).map { coordinator.handle($0) } ?? false
  }

  /// The action, if a coordinator handles those of its type.
  private static func fitting<Handler: FlowCoordinator>(
    _ action: some Sendable, _: Handler
  ) -> Handler.Action? {
    action as? Handler.Action
  }

  @MainActor
  private static func reportUnknownType(
    of action: some Sendable, to coordinators: [any FlowCoordinator]
  ) {
    func isUnknown(to coordinator: some FlowCoordinator) -> Bool {
      fitting(action, coordinator) == nil
    }
    func handled<Handler: FlowCoordinator>(by coordinator: Handler) -> String {
      "\(Handler.self) handles \(Handler.Action.self)"
    }
    guard !coordinators.isEmpty, coordinators.allSatisfy({ isUnknown(to: $0) }) else { return }
    let known = coordinators.map { handled(by: $0) }.joined(separator: ", ")
    Misuse.report(
      "An action of type \(type(of: action)) was sent, which no coordinator of the screen handles: "
        + "\(known). Send an action of a type that one of them handles.")
  }
}

extension EnvironmentValues {
  /// Sends an action to the coordinators of the screen that reads it.
  public var send: SendAction { SendAction(position: position) }
}
