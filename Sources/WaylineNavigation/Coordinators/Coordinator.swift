import WaylineGraph
import WaylineViews

/// Makes the screen of one place and provides what the screen needs.
///
/// Its dynamic properties are connected like those of a view: `@State`, `@Environment`, `@AppStorage`
/// and `@Navigation` work in `start()`, in the closures made there, and in
/// ``FlowCoordinator/handle(_:)``. A coordinator is a struct, because the properties of a class cannot
/// be connected.
///
/// ```swift
/// struct CatalogCoordinator: Coordinator {
///   @Environment(\.router) private var router
///   func start() -> some View {
///     CatalogView(open: { id in router.push(DeskRoute.book(id: id)) })
///   }
/// }
/// ```
@preconcurrency @MainActor
public protocol Coordinator {
  /// The screen that the coordinator makes.
  associatedtype Destination: View

  /// Makes the screen; called again when a value that it has read changes.
  @ViewBuilder func start() -> Destination
}

/// The screen that a coordinator makes.
///
/// ```swift
/// struct DeskWindow: View {
///   var body: some View { CoordinatorView(coordinator: DeskCoordinator()) }
/// }
/// ```
///
/// A program shows its first coordinator with it; the stack shows the coordinators of pushed places.
/// The states of the coordinator last as long as the view, whether the coordinator is made anew or not.
public struct CoordinatorView {
  private let coordinator: any Coordinator

  /// Creates the screen of a coordinator.
  nonisolated public init(coordinator: any Coordinator) {
    self.coordinator = coordinator
  }
}

extension CoordinatorView: View, PrimitiveView {
  /// Makes the node that represents the view.
  package static func make(_ view: Self, in context: NodeContext) -> BranchNode {
    reportClass(type(of: view.coordinator))
    return AnyView.make(view.screen, in: context)
  }

  /// Updates the node to another coordinator; that of another type starts with new states.
  package static func update(_ node: BranchNode, to view: Self) {
    AnyView.update(node, to: view.screen)
  }

  @MainActor private var screen: AnyView {
    if let flow = coordinator as? any FlowCoordinator { return Self.screen(handling: flow) }
    return Self.screen(of: coordinator)
  }

  @MainActor private static func screen(of coordinator: some Coordinator) -> AnyView {
    AnyView(SubjectView(coordinator) { $0.start() })
  }

  @MainActor private static func screen(handling coordinator: some FlowCoordinator) -> AnyView {
    AnyView(SubjectView(coordinator) { $0.start().modifier(ActionModifier(coordinator: $0)) })
  }

  private static func reportClass(_ type: any Any.Type) {
    guard type is AnyClass, PropertyPlan.hasProperties(inClass: type) else { return }
    Misuse.report(
      "\(type) is a class, so its dynamic properties are not connected. Make it a struct.")
  }
}
