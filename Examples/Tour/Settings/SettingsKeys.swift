import Wayline

extension AppStorageKeys {
  /// True if the next start shows the welcome.
  var showOnboarding: AppStorageKey<Bool> { .init("showOnboarding", defaultValue: true) }
}

/// The person who uses the tour.
struct Profile: Codable, Hashable {
  var name = ""
  var age = 18
}
