import WaylineGraph

/// The kinds of fields that run a submit action. Source: SwiftUI's `SubmitTriggers`.
public struct SubmitTriggers: OptionSet, Sendable {
  /// A bit for each member.
  public let rawValue: Int

  /// The members whose bits are set.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Text fields and secure fields.
  public static let text = SubmitTriggers(rawValue: 1)
  /// The field of `.searchable`.
  public static let search = SubmitTriggers(rawValue: 2)
}

/// The action that runs when a field below has received its value.
struct SubmitAction {
  private let action: @MainActor (SubmitTriggers) -> Void

  init(_ action: @escaping @MainActor (SubmitTriggers) -> Void) {
    self.action = action
  }

  @MainActor
  func run(_ trigger: SubmitTriggers) { action(trigger) }
}

private enum SubmitKey: EnvironmentKey {
  static var defaultValue: SubmitAction? { nil }
}

extension EnvironmentValues {
  /// The action that runs when a field below has received its value.
  var submit: SubmitAction? {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
}

extension View {
  /// Does something after a field below has received its value, inner actions first.
  ///
  /// All that follows from the value is complete then: `onChange`, `onReceive`, and the bodies that show it.
  /// A value that is typed again as it is shown runs the action, too.
  @preconcurrency nonisolated public func onSubmit(
    of triggers: SubmitTriggers = .text, _ action: @escaping @MainActor () -> Void
  ) -> some View {
    EnvironmentWriter(self) { values in
      let outer = values.submit
      values.submit = SubmitAction { trigger in
        if triggers.contains(trigger) { action() }
        outer?.run(trigger)
      }
    }
  }
}

extension View {
  /// Lets no submit action around the view run for the fields in it.
  nonisolated public func submitScope(_ isBlocking: Bool = true) -> some View {
    EnvironmentWriter(self) { if isBlocking { $0.submit = nil } }
  }
}

/// Accepted for SwiftUI, without effect: the field stands above the view.
public struct SearchFieldPlacement: Hashable, Sendable {
  private static let only = SearchFieldPlacement()

  /// The one place.
  public static var automatic: SearchFieldPlacement { only }
  /// The one place.
  public static var toolbar: SearchFieldPlacement { only }
  /// The one place.
  public static var sidebar: SearchFieldPlacement { only }
  /// The one place.
  public static var navigationBarDrawer: SearchFieldPlacement { only }

  /// The one place, which is always there.
  public static func navigationBarDrawer(
    displayMode: NavigationBarDrawerDisplayMode
  ) -> SearchFieldPlacement { only }

  /// Accepted for compatibility with SwiftUI; without effect.
  public enum NavigationBarDrawerDisplayMode: Hashable, Sendable {
    case automatic, always
  }
}

/// Reloads the content of the views.
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
  /// Reloads the content of the views; nil outside `.refreshable`.
  public var refresh: RefreshAction? {
    get { self[RefreshKey.self] }
    set { self[RefreshKey.self] = newValue }
  }
}

/// A view followed by a button that refreshes it.
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
      TaskRunner(
        Column(EmptyView()), id: requests, work: TaskWork(name: "refresh"), action: action.action)
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
