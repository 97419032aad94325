import Wayline

extension AppStorageKeys {
  /// Whether the next start shows the welcome.
  var showOnboarding: AppStorageKey<Bool> { .init("showOnboarding", defaultValue: true) }
}

/// Who uses the tour.
struct Profile: Codable, Hashable {
  var name = ""
  var age = 18
}
