import Wayline

@testable import tour

/// A feed with the answer that a test sets; without one it waits until it is cancelled.
@MainActor
final class StubFeed: FeedClient {
  private var answers: [Result<[Post], FeedProblem>]
  private(set) var asked = 0
  private(set) var cancelled = 0

  init(_ answers: Result<[Post], FeedProblem>...) {
    self.answers = answers
  }

  func posts() async throws -> [Post] {
    asked += 1
    if !answers.isEmpty { return try answers.removeFirst().get() }
    do {
      return try await FirstAnswer<[Post]>().wait {}
    } catch {
      cancelled += 1
      throw error
    }
  }
}
