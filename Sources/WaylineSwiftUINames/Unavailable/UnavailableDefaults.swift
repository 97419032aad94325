// A name of Foundation that code for SwiftUI uses without an import; see the views.

/// Unavailable: import Foundation and WaylineFoundation.
@available(*, unavailable, message: "import Foundation and WaylineFoundation")
public struct UserDefaults {
  /// Unavailable.
  public static var standard: UserDefaults { UserDefaults() }
  private init() {}
  /// Unavailable.
  public init?(suiteName: String?) {}
}
