import WaylineGraph

/// Brings what the views show up to date.
///
/// Source: SwiftUI's `RefreshAction`.
public struct RefreshAction: Sendable {
  fileprivate let action: @Sendable () async -> Void

  /// Refreshes, and returns when that is done.
  public func callAsFunction() async { await action() }
}

private enum RefreshKey: EnvironmentKey {
  static var defaultValue: RefreshAction? { nil }
}

extension EnvironmentValues {
  /// Brings what the views show up to date; nil outside `.refreshable`.
  public var refresh: RefreshAction? {
    get { self[RefreshKey.self] }
    set { self[RefreshKey.self] = newValue }
  }
}

/// A view with a button after it that refreshes what it shows.
struct Refreshable<Content: View> {
  @State private var requests = 0
  let content: Content
  let action: RefreshAction

  nonisolated init(_ content: Content, action: RefreshAction) {
    self.content = content
    self.action = action
  }
}

extension Refreshable: View {
  var body: some View {
    EnvironmentWriter(content) { $0.refresh = action }
    Button("Refresh") { requests += 1 }
    if requests > 0 {
      // An empty view would never appear; a stack without lines does.
      TaskRunner(Column(EmptyView()), id: requests, name: "refresh", action: action.action)
    }
  }
}

extension View {
  /// Adds a `Refresh` action after the view; a second one cancels the first.
  nonisolated public func refreshable(
    @_inheritActorContext action: @escaping @Sendable () async -> Void
  ) -> some View {
    Refreshable(self, action: RefreshAction(action: action))
  }
}
