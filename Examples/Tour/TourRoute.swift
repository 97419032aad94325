import Wayline

/// The places that the first screen leads to. `tour settings` starts at one of them.
enum TourRoute: CoordinatedValue {
  case login
  case twoViews
  case settings
  case inStep
  case feed
  /// The places of the tour, drawn from its screens.
  case map
  /// Books to buy; no screen leads here, but `open orders` and `tour orders` do.
  case orders
  /// The lending desk, or a place in it: `tour desk book 42`.
  case desk(DeskRoute?)

  /// Makes the screen of the place.
  @MainActor var coordinator: any Coordinator {
    switch self {
    case .login: LoginCoordinator()
    case .twoViews: TwoViewsCoordinator()
    case .settings: SettingsCoordinator()
    case .inStep: InStepCoordinator()
    case .feed: FeedCoordinator()
    case .map: MapCoordinator()
    case .orders: OrdersCoordinator()
    case .desk(let place): DeskCoordinator(place: place)
    }
  }
}

extension TourRoute: PlacedValue {
  /// Every place in the desk lies above the desk.
  var parent: (any NavigationValue)? {
    if case .desk(.some) = self { TourRoute.desk(nil) } else { nil }
  }
}

extension TourRoute: LinkNamed {
  /// The settings were called preferences once; old links and saved scenes still find them.
  static var linkNames: LinkNames { LinkNames(aliases: ["preferences": "settings"]) }
}
