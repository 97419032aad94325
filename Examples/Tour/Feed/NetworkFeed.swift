import Foundation
import Wayline

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Posts from a server: `tour --feed http://localhost:8080/posts.json`.
struct NetworkFeed: FeedClient {
  let address: String

  /// Seconds without a byte after which the server is given up.
  private static let patience = 10.0

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
    return try await first.wait {
      let request = URLRequest(url: url, timeoutInterval: Self.patience)
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
