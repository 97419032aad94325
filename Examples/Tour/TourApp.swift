import Wayline

/// A walk through what Wayline does, one screen at a time.
@main
struct TourApp: App {
  static let version = "0.1"

  var body: some Scene {
    WindowGroup { HomeView() }
  }
}
