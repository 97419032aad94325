import WaylineViews

/// The screen that a coordinator makes, in a node of its own.
struct CoordinatorView: View {
  let coordinator: any Coordinator

  var body: some View { Self.screen(of: coordinator) }

  private static func screen(of coordinator: some Coordinator) -> AnyView {
    AnyView(coordinator.start())
  }
}
