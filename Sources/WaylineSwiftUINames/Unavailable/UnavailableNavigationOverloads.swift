import WaylineGraph
import WaylineNavigation
import WaylineViews

// Older forms of available names that have a better one here.

extension View {
  /// Unavailable: use alert(_:isPresented:actions:message:).
  @available(*, unavailable, message: "use alert(_:isPresented:actions:message:)")
  nonisolated public func alert(isPresented: Binding<Bool>, content: () -> Alert) -> Self { self }

  /// Unavailable: use alert(_:isPresented:presenting:actions:message:).
  @available(*, unavailable, message: "use alert(_:isPresented:presenting:actions:message:)")
  nonisolated public func alert<Item: Identifiable>(
    item: Binding<Item?>, content: (Item) -> Alert
  ) -> Self { self }
}

extension NavigationLink {
  /// Unavailable: use navigationDestination(isPresented:destination:).
  @available(*, unavailable, message: "use navigationDestination(isPresented:destination:)")
  nonisolated public init(
    isActive: Binding<Bool>, @ViewBuilder destination: () -> Destination,
    @ViewBuilder label: () -> Label
  ) { fatalError() }

  /// Unavailable: use navigationDestination(isPresented:destination:).
  @available(*, unavailable, message: "use navigationDestination(isPresented:destination:)")
  nonisolated public init(
    destination: Destination, isActive: Binding<Bool>, @ViewBuilder label: () -> Label
  ) { fatalError() }

  /// Unavailable: use navigationDestination(item:destination:).
  @available(*, unavailable, message: "use navigationDestination(item:destination:)")
  nonisolated public init<Tag: Hashable>(
    tag: Tag, selection: Binding<Tag?>, @ViewBuilder destination: () -> Destination,
    @ViewBuilder label: () -> Label
  ) { fatalError() }

  /// Unavailable: use navigationDestination(item:destination:).
  @available(*, unavailable, message: "use navigationDestination(item:destination:)")
  nonisolated public init<Tag: Hashable>(
    destination: Destination, tag: Tag, selection: Binding<Tag?>,
    @ViewBuilder label: () -> Label
  ) { fatalError() }
}

extension NavigationLink where Label == Text {
  /// Unavailable: use navigationDestination(isPresented:destination:).
  @available(*, unavailable, message: "use navigationDestination(isPresented:destination:)")
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, isActive: Binding<Bool>, @ViewBuilder destination: () -> Destination
  ) { fatalError() }

  /// Unavailable: use navigationDestination(isPresented:destination:).
  @available(*, unavailable, message: "use navigationDestination(isPresented:destination:)")
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, destination: Destination, isActive: Binding<Bool>
  ) { fatalError() }

  /// Unavailable: use navigationDestination(item:destination:).
  @available(*, unavailable, message: "use navigationDestination(item:destination:)")
  nonisolated public init<Title: StringProtocol, Tag: Hashable>(
    _ title: Title, tag: Tag, selection: Binding<Tag?>,
    @ViewBuilder destination: () -> Destination
  ) { fatalError() }

  /// Unavailable: use navigationDestination(item:destination:).
  @available(*, unavailable, message: "use navigationDestination(item:destination:)")
  nonisolated public init<Title: StringProtocol, Tag: Hashable>(
    _ title: Title, destination: Destination, tag: Tag, selection: Binding<Tag?>
  ) { fatalError() }
}

extension NavigationSplitView where Content == EmptyView {
  /// Unavailable: all columns are shown; use columnVisibility.
  @available(*, unavailable, message: "all columns are shown; use columnVisibility")
  nonisolated public init(
    columnVisibility: Binding<NavigationSplitViewVisibility> = .constant(.automatic),
    preferredCompactColumn: Binding<NavigationSplitViewColumn>,
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
  ) { fatalError() }
}

extension NavigationSplitView {
  /// Unavailable: all columns are shown; use columnVisibility.
  @available(*, unavailable, message: "all columns are shown; use columnVisibility")
  nonisolated public init(
    columnVisibility: Binding<NavigationSplitViewVisibility> = .constant(.automatic),
    preferredCompactColumn: Binding<NavigationSplitViewColumn>,
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content,
    @ViewBuilder detail: () -> Detail
  ) { fatalError() }
}

/// Unavailable: all columns are shown; use columnVisibility.
@available(*, unavailable, message: "all columns are shown; use columnVisibility")
public struct NavigationSplitViewColumn: Hashable, Sendable {
  /// Unavailable.
  public static var sidebar: Self { Self() }
  /// Unavailable.
  public static var content: Self { Self() }
  /// Unavailable.
  public static var detail: Self { Self() }
}
