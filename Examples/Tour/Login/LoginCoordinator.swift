import Wayline

struct LoginCoordinator: Coordinator {
  func start() -> some View { LoginView() }
}
