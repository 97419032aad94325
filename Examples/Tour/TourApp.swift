import Wayline

/// A walk through what Wayline does, one screen at a time.
@main
struct TourApp: App {
  static let version = "0.1"
  static let options: [AppOption] = [.feed]

  @Environment(\.options) private var options

  var body: some Scene {
    WindowGroup { HomeView().environment(\.feedClient, client) }
  }

  private var client: any FeedClient {
    if let address = options[.feed] { NetworkFeed(address: address) } else { BundledFeed() }
  }
}

extension AppOption {
  /// Where the feed comes from; without it from the file in the tour.
  static let feed = AppOption("feed", operand: "URL", summary: "Fetch the feed's posts from URL.")
}
