import Wayline

struct TwoViewsCoordinator: Coordinator {
  func start() -> some View { TwoViewsView() }
}
