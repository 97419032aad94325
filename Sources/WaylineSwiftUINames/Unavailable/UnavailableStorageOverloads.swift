import WaylineStorage

// Forms of available names that need Foundation; see the views.

extension AppStorage {
  /// Unavailable: import Foundation and WaylineFoundation.
  @available(*, unavailable, message: "import Foundation and WaylineFoundation")
  public init(wrappedValue: Value, _ key: String, store: UserDefaults?) { fatalError() }

  /// Unavailable: import Foundation and WaylineFoundation.
  @available(*, unavailable, message: "import Foundation and WaylineFoundation")
  public init<Wrapped>(_ key: String, store: UserDefaults?) where Value == Wrapped? { fatalError() }
}
