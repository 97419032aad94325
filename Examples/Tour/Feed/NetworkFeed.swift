import Foundation
import Wayline

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Posts from a server: `tour --feed http://localhost:8080/posts.json`.
struct NetworkFeed: FeedClient {
  let address: String

  /// The longest time for the whole answer.
  private static let patience = Duration.seconds(10)

  func posts() async throws -> [Post] {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme) else {
      throw FeedProblem(description: "'\(address)' is no address that begins with http or https.")
    }
    let data = try await answer(from: url)
    guard let posts = try? JSONDecoder().decode([Post].self, from: data) else {
      throw FeedProblem(description: "What '\(address)' answered is no list of posts.")
    }
    return posts
  }

  /// The body of the server's answer; ends at once when the caller is cancelled.
  ///
  /// NB: the transfer is then left to end by itself. `URLSessionTask.cancel()` of Foundation on Linux
  /// stops the whole process when it meets a task that is just ending.
  private func answer(from url: URL) async throws -> Data {
    let first = FirstAnswer<Data>()
    let timer = Task {
      try await Task.sleep(for: Self.patience)
      let seconds = Self.patience.components.seconds
      let sentence = "The server at '\(address)' did not answer within \(seconds) seconds."
      first.give(.failure(FeedProblem(description: sentence)))
    }
    defer { timer.cancel() }
    return try await first.wait {
      // NB: the session's own limit comes late, so it only ends a transfer whose result is not awaited.
      let request = URLRequest(url: url, timeoutInterval: Double(Self.patience.components.seconds))
      URLSession.shared.dataTask(with: request) { data, response, _ in
        first.give(Result { try body(data, response as? HTTPURLResponse) })
      }.resume()
    }
  }

  private func body(_ data: Data?, _ response: HTTPURLResponse?) throws -> Data {
    guard let data, let response else {
      throw FeedProblem(description: "The server at '\(address)' cannot be reached.")
    }
    guard response.statusCode == 200 else {
      throw FeedProblem(
        description: "The server at '\(address)' answered with status \(response.statusCode).")
    }
    return data
  }
}
