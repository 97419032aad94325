import WaylineGraph
import WaylineViews

/// The screen that a coordinator makes, in a node of its own.
///
/// A program shows its first coordinator with it; the coordinators of pushed places are shown by
/// the stack.
public struct CoordinatorView {
  @Joined<CoordinatorJoint> private var joint
  private let coordinator: any Coordinator

  /// Shows the screen of a coordinator.
  nonisolated public init(coordinator: any Coordinator) {
    self.coordinator = coordinator
  }
}

extension CoordinatorView: View {
  /// What the view consists of.
  public var body: some View {
    let _ = joint?.follow(coordinator)
    Self.screen(of: coordinator)
  }

  @MainActor private static func screen(of coordinator: some Coordinator) -> AnyView {
    AnyView(coordinator.start())
  }
}

/// What a coordinator's screen keeps in its node: the coordinator, if it takes actions.
@MainActor
final class CoordinatorJoint: JoinedObject {
  /// The screen of the coordinator.
  let entry: NavigationEntry.ID?
  /// The coordinator, if it takes actions.
  private(set) var flow: (any FlowCoordinator)?

  init(in node: Node) {
    let place = node.environment.values.place
    entry = place?.entry
    place?.router.scene.add(self)
  }

  func follow(_ coordinator: any Coordinator) {
    flow = coordinator as? any FlowCoordinator
  }
}
