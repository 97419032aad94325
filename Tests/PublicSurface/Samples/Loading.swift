import Wayline

/// The samples of the article Loading asynchronously.
enum LoadingSample {
  enum Phase {
    case loading
    case loaded([String])
    case failed(String)
  }

  struct NoticesView: View {
    @State private var phase = Phase.loading
    @State private var attempt = 1
    @Environment(\.fetchNotices) private var fetchNotices

    var body: some View {
      Group {
        switch phase {
        case .loading:
          ProgressView("Loading the notices")
        case .loaded(let notices):
          ForEach(notices, id: \.self) { Text($0) }
        case .failed(let reason):
          Text("The notices could not be loaded: \(reason)")
          Button("Try again") { attempt += 1 }
        }
      }
      .task(id: attempt) {
        phase = .loading
        do {
          phase = .loaded(try await fetchNotices())
        } catch {
          phase = .failed("\(error)")
        }
      }
    }
  }
}

private enum NoticesKey: EnvironmentKey {
  static var defaultValue: @Sendable () async throws -> [String] { { ["Closed on Monday."] } }
}

extension EnvironmentValues {
  var fetchNotices: @Sendable () async throws -> [String] {
    get { self[NoticesKey.self] }
    set { self[NoticesKey.self] = newValue }
  }
}
