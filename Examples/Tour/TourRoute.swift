import Wayline

/// The places that the first screen leads to. `tour settings` starts at one of them.
enum TourRoute: CoordinatedValue {
  case login
  case twoViews
  case settings
  case inStep
  case feed

  @MainActor var coordinator: any Coordinator {
    switch self {
    case .login: LoginCoordinator()
    case .twoViews: TwoViewsCoordinator()
    case .settings: SettingsCoordinator()
    case .inStep: InStepCoordinator()
    case .feed: FeedCoordinator()
    }
  }
}
