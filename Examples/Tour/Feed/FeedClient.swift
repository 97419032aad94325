import Wayline

/// Where posts come from.
protocol FeedClient: Sendable {
  func posts() async throws -> [Post]
}

/// The posts that come with the tour.
struct BundledFeed: FeedClient {
  func posts() async throws -> [Post] {
    try JSONDecoder().decode([Post].self, from: Data(PackageResources.posts_json))
  }
}

/// Why there are no posts, as the screen says it.
struct FeedProblem: Error, Hashable, CustomStringConvertible {
  let description: String
}

private enum FeedClientKey: EnvironmentKey {
  static var defaultValue: any FeedClient { BundledFeed() }
}

extension EnvironmentValues {
  /// Where the feed's posts come from.
  var feedClient: any FeedClient {
    get { self[FeedClientKey.self] }
    set { self[FeedClientKey.self] = newValue }
  }
}
