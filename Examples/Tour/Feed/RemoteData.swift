import Wayline

/// The result of a fetch so far.
enum RemotePhase<Value: Sendable>: Sendable {
  case loading
  case loaded(Value)
  case failed(String)
}

/// Posts from the client in the environment, fetched once for each screen that declares it.
///
/// The fetch begins before the first body and ends with the screen. A property wrapper of the tour's
/// own: it is made of a state object and an environment value, as any program can make one.
@propertyWrapper
struct RemoteData: DynamicProperty {
  @StateObject private var loader = FeedLoader()
  @Environment(\.feedClient) private var client

  /// The result so far.
  @MainActor var wrappedValue: RemotePhase<[Post]> { loader.phase }

  /// Fetches again, and waits.
  @MainActor var projectedValue: RemoteFetch { RemoteFetch(loader: loader, client: client) }

  mutating func update() {
    loader.startOnce(from: client)
  }
}

/// The fetch behind a ``RemoteData``.
@MainActor
struct RemoteFetch {
  fileprivate let loader: FeedLoader
  fileprivate let client: any FeedClient

  /// The number of fetches begun; for `.task(id:)`.
  var attempt: Int { loader.attempt }

  /// Begins anew.
  func retry() { loader.start(from: client) }

  /// Returns when the fetch has ended; cancels it when the caller is cancelled.
  ///
  /// In a screen's `.task` it reports a pending task to `wait` and hosts.
  func wait() async { await loader.wait() }
}
