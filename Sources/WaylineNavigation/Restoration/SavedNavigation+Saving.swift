extension SavedNavigation.Entry {
  /// A screen that shows a place; nil when the place has no saved form.
  init?(_ route: Route, as presentation: NavigationEntry.Presentation) {
    guard let json = route.json else { return nil }
    self.init(
      typeName: route.typeName, version: RouteText.version(of: route.type), json: json,
      presentation: presentation)
  }
}

extension SavedNavigation.Wanted {
  /// The places of a wish, which is saved as a whole or not at all.
  static func all(of intent: PendingIntent?) -> [Self] {
    let steps = intent?.steps ?? []
    let lines = steps.compactMap { step in
      step.route.json.map {
        Self(
          presentation: step.presentation, claim: step.claim, typeName: step.route.typeName,
          version: RouteText.version(of: step.route.type), json: $0)
      }
    }
    return lines.count == steps.count ? lines : []
  }
}
