import Wayline

struct FeedCoordinator: Coordinator {
  func start() -> some View { FeedView() }
}

/// Notices of the lending desk: a line while they come, a button when they do not, then the list.
struct FeedView: View {
  @RemoteData private var posts

  var body: some View {
    Group {
      switch posts {
      case .loading: ProgressView("Loading the feed")
      case .failed(let reason): failure(reason)
      case .loaded(let posts): list(posts)
      }
    }
    .navigationTitle("Feed")
    .task(id: $posts.attempt) { [fetch = $posts] in await fetch.wait() }
  }

  @ViewBuilder private func failure(_ reason: String) -> some View {
    Text("The feed could not be loaded. \(reason)")
    Button("Try again") { $posts.retry() }
  }

  @ViewBuilder private func list(_ posts: [Post]) -> some View {
    if posts.isEmpty { Text("Nothing new.") }
    ForEach(posts) { post in
      Section(post.title) { Text(post.body) }
    }
  }
}
