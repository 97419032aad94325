import Wayline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A source of posts.
protocol FeedClient: Sendable {
  func posts() async throws -> [Post]
}

/// The posts that come with the tour.
struct BundledFeed: FeedClient {
  func posts() async throws -> [Post] {
    try JSONDecoder().decode([Post].self, from: Data(PackageResources.posts_json))
  }
}

/// The reason why there are no posts, as the screen prints it.
struct FeedProblem: Error, Hashable, CustomStringConvertible {
  let description: String
}

private enum FeedClientKey: EnvironmentKey {
  static var defaultValue: any FeedClient { BundledFeed() }
}

extension EnvironmentValues {
  /// The source of the feed's posts.
  var feedClient: any FeedClient {
    get { self[FeedClientKey.self] }
    set { self[FeedClientKey.self] = newValue }
  }
}
