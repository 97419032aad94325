import Wayline

/// Fetches posts; released with the screen that owns it, which cancels the fetch.
@MainActor
final class FeedLoader: ObservableObject {
  @Published private(set) var phase = RemotePhase<[Post]>.loading
  @Published private(set) var attempt = 0
  private var fetch: Task<Void, Never>?

  nonisolated init() {}

  deinit { fetch?.cancel() }

  /// Fetches, unless it has been begun.
  func startOnce(from client: any FeedClient) {
    if fetch == nil { begin(client) }
  }

  /// Fetches anew.
  func start(from client: any FeedClient) {
    fetch?.cancel()
    phase = .loading
    attempt += 1
    begin(client)
  }

  /// Returns when the fetch has ended; cancels it when the caller is cancelled.
  func wait() async {
    guard let fetch else { return }
    await withTaskCancellationHandler {
      await fetch.value
    } onCancel: {
      fetch.cancel()
    }
  }

  /// The task holds the loader only to hand the result over: it must not outlive its screen.
  private func begin(_ client: any FeedClient) {
    fetch = Task { [weak self] in
      let result: RemotePhase<[Post]>
      do {
        result = .loaded(try await client.posts())
      } catch {
        result = .failed("\(error)")
      }
      if !Task.isCancelled { self?.phase = result }
    }
  }
}
