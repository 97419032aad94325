import CTransfer
import Dispatch
import Synchronization
import Wayline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Posts from a server: `tour --feed http://localhost:8080/posts.json`.
struct NetworkFeed: FeedClient {
  let address: String

  func posts() async throws -> [Post] {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme) else {
      throw FeedProblem(description: "'\(address)' is not an http or https address.")
    }
    let data = try await answer(from: url)
    guard let posts = try? JSONDecoder().decode([Post].self, from: data) else {
      throw FeedProblem(description: "What '\(address)' answered is no list of posts.")
    }
    return posts
  }

  /// The body of the server's answer; ends at once when the caller is cancelled.
  private func answer(from url: URL) async throws -> Data {
    let fetch = Fetch(url: url.absoluteString, address: address)
    let first = FirstAnswer<Data>()
    return try await withTaskCancellationHandler {
      try await first.wait {
        // The transfer blocks its thread, so it is none of those that tasks share.
        DispatchQueue.global().async { first.give(Result { try fetch.body() }) }
      }
    } onCancel: {
      fetch.cancel()
    }
  }
}

/// One request, which another thread can cancel.
private final class Fetch: Sendable {
  private let url: String
  private let address: String
  private let isCancelled = Atomic(false)

  /// The longest time for the whole answer.
  private static let patience = Duration.seconds(10)

  init(url: String, address: String) {
    self.url = url
    self.address = address
  }

  /// Ends the request within about a second.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Waits for the body of the answer.
  func body() throws -> Data {
    var answer = transfer_answer()
    defer { transfer_free(&answer) }
    switch end(&answer) {
    case transfer_answered: break
    case transfer_cancelled: throw CancellationError()
    case transfer_late:
      let seconds = Self.patience.components.seconds
      throw problem("The server at '\(address)' did not answer within \(seconds) seconds.")
    case transfer_too_long: throw problem("What '\(address)' answered is no list of posts.")
    case transfer_without_library:
      throw problem("The library libcurl, which fetches the feed, is not installed.")
    default: throw problem("The server at '\(address)' cannot be reached.")
    }
    guard answer.status == 200 else {
      throw problem("The server at '\(address)' answered with status \(answer.status).")
    }
    return answer.body.map { Data(bytes: $0, count: answer.size) } ?? Data()
  }

  private func end(_ answer: inout transfer_answer) -> transfer_end {
    let milliseconds = Int(Self.patience.components.seconds) * 1000
    return withExtendedLifetime(self) {
      transfer_get(
        url, milliseconds, { Unmanaged<Fetch>.fromOpaque($0!).takeUnretainedValue().isOver },
        Unmanaged.passUnretained(self).toOpaque(), &answer)
    }
  }

  private var isOver: Bool { isCancelled.load(ordering: .relaxed) }

  private func problem(_ sentence: String) -> FeedProblem { FeedProblem(description: sentence) }
}
