import Wayline

/// Refuses books and members that the library does not have, and requires a login before members are
/// shown, and then continues to the requested place.
struct DeskGuard: ViewModifier {
  @KeychainStorage(key: "login") private var credentials: Credentials?

  func body(content: Content) -> some View {
    content.guarding(TourRoute.self) { route in
      guard case .desk(let place?) = route else { return .allow }
      if let reason = place.reasonForNone { return .block(reason) }
      guard place.isGuarded, credentials == nil else { return .allow }
      return .redirect(to: TourRoute.desk(.logIn), thenContinuing: true)
    }
  }
}
